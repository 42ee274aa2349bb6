import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Finding, finding } from "./finding.ts";

/**
 * All of test/findings/*.json, by number. @throws ZodError or SyntaxError for a file that is none
 */
export function readFindings(): Finding[] {
  const dir = import.meta.dirname;
  return readdirSync(dir)
    .filter((name) => name.endsWith(".json"))
    .map((name) => finding.parse(JSON.parse(readFileSync(join(dir, name), "utf8"))))
    .toSorted((a, b) => a.finding - b.finding);
}
