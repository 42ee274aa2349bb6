import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Defect, plant } from "./defect.ts";

const root = join(import.meta.dirname, "../../..");
const PARTS = ["src", "schemas", "functions", "local", "test", "package.json", "vitest.config.ts"];

/**
 * Runs in a copy of the tree into which this defect is planted (or nothing), and removes the copy.
 *
 * @returns what `run` gives, or why the defect could not be planted
 */
export function inPlantedTree<T>(defect: Defect | undefined, run: (tree: string) => T): T | string {
  const tree = mkdtempSync(join(tmpdir(), "sextant-defect-"));
  try {
    for (const part of PARTS) cpSync(join(root, part), join(tree, part), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
    return (defect === undefined ? undefined : plant(defect, tree)) ?? run(tree);
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
