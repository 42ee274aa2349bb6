import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** Written only when it changed, and in one step: others may run from the same directory. */
export function writeModule(out: string, text: string): void {
  const hash = (value: string) => createHash("sha256").update(value).digest("hex");
  if (existsSync(out) && hash(readFileSync(out, "utf8")) === hash(text)) return;
  const fresh = `${out}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, out);
}
