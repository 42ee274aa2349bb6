import { execFile } from "node:child_process";
import { join } from "node:path";
import { promisify } from "node:util";

const modules = join(import.meta.dirname, "../../../node_modules");
/** By the version that dApps have: the compiler in JavaScript, and the native one. */
export const COMPILERS = { "5.9": "typescript", "7": "typescript-7" } as const;

const STRICT = [
  ...[
    "--strict",
    "--exactOptionalPropertyTypes",
    "--noUncheckedIndexedAccess",
    "--pretty",
    "false",
  ],
  ...["--module", "nodenext", "--target", "es2022", "--lib", "es2023,dom"],
];

/**
 * The errors that a compiler finds in files of a project, by file: the line of each, and the whole
 * text.
 */
export async function compileProject(
  {
    folder,
    compiler,
    options = ["--noEmit"],
  }: { folder: string; compiler: keyof typeof COMPILERS; options?: string[] },
  files: string[],
): Promise<{ lines: Record<string, number[]>; text: string }> {
  const args = [join(modules, COMPILERS[compiler], "bin/tsc"), ...STRICT, ...options, ...files];
  const text = await promisify(execFile)(process.execPath, args, {
    cwd: folder,
    maxBuffer: 2 ** 24,
  }).then(
    ({ stdout }) => stdout,
    ({ stdout, stderr }: { stdout: string; stderr: string }) => `${stdout}${stderr}`,
  );
  const lines: Record<string, number[]> = {};
  for (const [, file = "", line] of text.matchAll(/^([^\s(]+)\((\d+),\d+\): error /gm))
    lines[file] = [...(lines[file] ?? []), Number(line)];
  // What is no error of a file is one of the call.
  if (text !== "" && Object.keys(lines).length === 0) throw new Error(text);
  return { lines, text };
}
