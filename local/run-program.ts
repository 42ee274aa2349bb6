import { spawnSync } from "node:child_process";
import { findProgram, type ProgramName } from "./programs/find-program.ts";

/**
 * `node local/run-program.ts biome check .`: a native program of the dependencies, on whatever
 * platform; its exit code.
 */
const [name, ...args] = process.argv.slice(2);
try {
  const { status } = spawnSync(findProgram(name as ProgramName), args, { stdio: "inherit" });
  process.exitCode = status ?? 1;
} catch (error) {
  console.error((error as Error).message);
  process.exitCode = 1;
}
