import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { dirname } from "node:path";
import type { StackManifest } from "./stack-manifest.ts";

/**
 * Writes the manifest in one step, readable by its owner only, and returns how to take it away
 * again: a file that another stack has written over meanwhile stays.
 */
export function publishManifest(path: string, manifest: StackManifest): () => void {
  const text = `${JSON.stringify(manifest, null, 2)}\n`;
  mkdirSync(dirname(path), { recursive: true });
  const draft = `${path}.${process.pid}.tmp`;
  writeFileSync(draft, text, { mode: 0o600 });
  renameSync(draft, path);
  return () => {
    try {
      if (readFileSync(path, "utf8") === text) rmSync(path);
    } catch {
      // It was removed already.
    }
  };
}
