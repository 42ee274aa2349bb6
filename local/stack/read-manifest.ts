import { readFileSync } from "node:fs";
import { type StackManifest, stackManifest } from "./stack-manifest.ts";

/** @throws Error that says how to get one, when there is no manifest at `path` or it is not one */
export function readManifest(path: string): StackManifest {
  try {
    return stackManifest.parse(JSON.parse(readFileSync(path, "utf8")));
  } catch (cause) {
    throw new Error(`No running stack is described in ${path}. Start one with: npm start`, {
      cause,
    });
  }
}
