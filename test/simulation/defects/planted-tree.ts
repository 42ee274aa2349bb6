import { spawnSync } from "node:child_process";
import { cpSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../../..");
const PARTS = ["src", "schemas", "functions", "local", "test", "package.json", "vitest.config.ts"];

/**
 * Runs in a copy of the tree into which this patch is planted (or nothing), and removes the copy.
 *
 * @returns what `run` gives, or why the patch could not be planted
 */
export function inPlantedTree<T>(patch: string | undefined, run: (tree: string) => T): T | string {
  const tree = mkdtempSync(join(tmpdir(), "sextant-defect-"));
  try {
    for (const part of PARTS) cpSync(join(root, part), join(tree, part), { recursive: true });
    symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
    if (patch === undefined) return run(tree);
    // Outside of any repository: the patch is applied to the files as they are.
    const applied = spawnSync("git", ["apply", "--recount", "-"], {
      cwd: tree,
      input: patch,
      encoding: "utf8",
      env: { ...process.env, GIT_CEILING_DIRECTORIES: tmpdir() },
    });
    return applied.status === 0 ? run(tree) : `DOES NOT APPLY: ${applied.stderr.trim().split("\n")[0]}`;
  } finally {
    rmSync(tree, { recursive: true, force: true });
  }
}
