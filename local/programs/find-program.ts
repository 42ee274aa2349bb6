import { spawnSync } from "node:child_process";
import { accessSync, constants } from "node:fs";
import { delimiter, join, sep } from "node:path";
import manifest from "../../package.json" with { type: "json" };
import programs from "./programs.json" with { type: "json" };

export type ProgramName = Exclude<keyof typeof programs, "node">;
/** Where to look; by default on this machine. */
export type ProgramPlace = {
  /** As `process.platform` and `process.arch` name it: "darwin-arm64". */
  platform?: string;
  /** The folder whose node_modules are looked through. */
  projectDir?: string;
  /** As $PATH is written. */
  path?: string;
};

const PROJECT_DIR = join(import.meta.dirname, "../..");
const PINNED: Record<string, string> = {
  ...manifest.devDependencies,
  ...manifest.optionalDependencies,
};

/**
 * The file of a program that is native code: out of the npm package of this platform, else from the
 * PATH in the very version that package.json pins. Biome's own wrapper stands behind
 * `@biomejs/biome` and does not find another platform's.
 *
 * @throws Error whose message is one line: what is needed, in which version, and how to get it
 */
export function findProgram(name: ProgramName, place: ProgramPlace = {}): string {
  const { platform = `${process.platform}-${process.arch}`, projectDir = PROJECT_DIR } = place;
  const program = programs[name];
  const packages = (program.packages as Record<string, string[]>)[platform] ?? [];
  const packaged = packages
    .map((of) => executable(join(projectDir, "node_modules", of, program.file)))
    .find((file) => file !== undefined);
  if (packaged !== undefined) return packaged;
  const version = PINNED[program.version]!;
  const onPath = fromPath(name, place.path ?? process.env.PATH ?? "");
  const found = onPath && versionOf(onPath);
  if (onPath !== undefined && found === version) return onPath;
  const lacking =
    packages.length === 0
      ? `npm has no package of it for ${platform}`
      : `its package ${packages[0]} is not installed`;
  const seen =
    onPath === undefined
      ? "none is on the PATH"
      : `${onPath} is ${found ?? "of no version it tells"}`;
  const remedy = `install ${program.install.replace("<version>", version)} and put it on the PATH`;
  const advice = packages.length === 0 ? remedy : `run \`npm ci\`, or ${remedy}`;
  throw new Error(`${name} ${version} is needed: ${lacking}, and ${seen}. To go on, ${advice}.`);
}

/**
 * The first executable of that name; npm's own links to what is in packages are passed over: there
 * it was not.
 */
function fromPath(name: string, path: string): string | undefined {
  const ofNpm = join("node_modules", ".bin");
  return path
    .split(delimiter)
    .filter((dir) => dir !== "" && !dir.endsWith(`${sep}${ofNpm}`))
    .map((dir) => executable(join(dir, name)))
    .find((file) => file !== undefined);
}

function executable(file: string): string | undefined {
  try {
    accessSync(file, constants.X_OK);
    return file;
  } catch {
    return undefined;
  }
}

/**
 * anvil says "anvil Version: 1.7.1", with "-stable" or "-v1.7.1" behind it from foundryup; Biome
 * says "Version: 2.5.15".
 */
function versionOf(file: string): string | undefined {
  const { stdout } = spawnSync(file, ["--version"], { encoding: "utf8" });
  return /\d+\.\d+\.\d+[\w.-]*/.exec(stdout ?? "")?.[0].replace(/-(stable|v[\d.]+)$/, "");
}
