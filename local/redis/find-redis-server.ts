import { accessSync, constants } from "node:fs";
import { delimiter, join } from "node:path";

/** The path of the first executable `redis-server` on `searchPath`, or undefined. */
export function findRedisServer(searchPath: string = process.env.PATH ?? ""): string | undefined {
  return searchPath
    .split(delimiter)
    .filter((dir) => dir !== "")
    .map((dir) => join(dir, "redis-server"))
    .find(isExecutable);
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
