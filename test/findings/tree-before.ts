import { execFileSync } from "node:child_process";
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/**
 * Behind it src/execution became src/pipeline and src/attempts, src/safety src/shields and
 * src/calldata.
 */
const LAST_OF_OLD_LAYOUT = "f64ca7e";

/** What today's stand-ins run of `src`: where the commit has none of it, they keep today's. */
const OF_STAND_INS = ["src/bridge/simulate-fill.ts", "src/bridge/simulate-fill.ts"];

/**
 * A copy of the tree as it stands, in which the files and directories of `code` are those of
 * `commit`. The stand-ins and the tests are today's: what fails there fails because of that code,
 * not because a chain or a venue could not be asked yet.
 *
 * @returns its path; the caller removes it
 * @throws Error where that commit has another layout of src: today's tests would fail by their
 * imports, which shows nothing
 */
export function treeBefore(root: string, commit: string, code: string[]): string {
  const git = (...args: string[]) =>
    execFileSync("git", args, { cwd: root, encoding: "utf8", maxBuffer: 2 ** 30 });
  if (code.includes("src") && git("ls-tree", "--name-only", commit, "src/pipeline") === "")
    throw new Error(
      `${commit} is older than the layout of src: run this in a checkout of ` +
        `${LAST_OF_OLD_LAYOUT}, the last commit with its own`,
    );
  const tree = mkdtempSync(join(tmpdir(), "sextant-before-"));
  for (const file of git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split(
    "\0",
  )) {
    if (file === "" || !existsSync(join(root, file))) continue;
    if (!code.some((path) => file === path || file.startsWith(`${path}/`)))
      cpSync(join(root, file), join(tree, file));
  }
  const there = git("ls-tree", "-r", "--name-only", "-z", commit, "--", ...code)
    .split("\0")
    .filter(Boolean);
  if (there.length > 0) {
    const packed = execFileSync("git", ["archive", commit, ...there], {
      cwd: root,
      maxBuffer: 2 ** 30,
    });
    execFileSync("tar", ["-x", "-C", tree], { input: packed });
  }
  for (const file of OF_STAND_INS)
    if (!existsSync(join(tree, file)) && existsSync(join(tree, "src/bridge")))
      cpSync(join(root, file), join(tree, file));
  symlinkSync(join(root, "node_modules"), join(tree, "node_modules"));
  rmSync(join(tree, ".local"), { recursive: true, force: true });
  return tree;
}
