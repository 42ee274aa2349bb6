import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename, join } from "node:path";
import type { Metafile } from "esbuild";
import { buildWorker } from "../../build/build-worker.ts";

/**
 * What `wrangler deploy` would upload, in the folder `out` of a new directory: its path, the
 * Worker's module, and what esbuild says of all of them.
 */
export async function buildBundle({ minify = true } = {}): Promise<{
  dir: string;
  worker: string;
  metafile: Metafile;
  pathOf(module: string): string;
}> {
  const dir = mkdtempSync(join(tmpdir(), "sextant-bench-"));
  const out = join(dir, "out");
  const metafile = await buildWorker({ dir: out, minify });
  const pathOf = (module: string) => join(out, basename(module));
  return { dir, worker: pathOf("worker.js"), metafile, pathOf };
}
