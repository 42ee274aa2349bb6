import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { bundleWorker } from "../../local/stack/bundle-worker.ts";

/** Global setup of the stack suites: the Worker is bundled once, and every test stack of the run starts from that. */
export async function setup(): Promise<() => void> {
  const dir = mkdtempSync(join(tmpdir(), "sextant-bundle-"));
  const remove = () => rmSync(dir, { recursive: true, force: true });
  await bundleWorker(dir).catch((error) => {
    remove();
    throw error;
  });
  // Not vitest's provide: test stacks also run outside of it, in measurements.
  process.env.WORKER_BUNDLE = dir;
  return remove;
}
