import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

const root = join(import.meta.dirname, "../..");

/** `entry`: its src/worker.ts. `remove` takes it off the disk and out of git's list. */
export type OldTree = { entry: string; buildInto(dir: string): string; remove(): void };

/**
 * The tree of a commit in a folder of its own, with the packages that are installed here:
 * comparisons are of our code, not of theirs.
 * @throws Error where the commit has another build
 */
export function treeOf(commit: string): OldTree {
  const dir = mkdtempSync(join(tmpdir(), "sextant-before-"));
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, stdio: ["ignore", "ignore", "inherit"] });
  git("worktree", "add", "--detach", "--force", dir, commit);
  symlinkSync(join(root, "node_modules"), join(dir, "node_modules"));
  const builder = join(dir, "build/build-worker.ts");
  if (!existsSync(builder))
    throw new Error(
      `${commit} has no build/build-worker.ts, so it cannot be built as this tree is`,
    );
  return {
    entry: join(dir, "src/worker.ts"),
    buildInto: (into) => {
      execFileSync(process.execPath, [builder, into], { cwd: dir, stdio: "inherit" });
      // It runs with its own dates and flags.
      cpSync(join(dir, "wrangler.toml"), join(into, "wrangler.toml"));
      return join(into, "worker.js");
    },
    remove: () => {
      git("worktree", "remove", "--force", dir);
      rmSync(dir, { recursive: true, force: true });
    },
  };
}
