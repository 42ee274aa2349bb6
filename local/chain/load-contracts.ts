import { createHash } from "node:crypto";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type CompiledContract, compileContracts } from "./compile-contracts.ts";
import { compilerInput } from "./compiler-input.ts";
import { writeWhole } from "./write-whole.ts";

/**
 * `compileContracts`, remembered on disk by what goes into it: compiling takes seconds, reading
 * none.
 */
export function loadContracts(cacheDir: string): Record<string, CompiledContract> {
  const key = createHash("sha256")
    .update(JSON.stringify(compilerInput()))
    .digest("hex")
    .slice(0, 16);
  const path = join(cacheDir, `contracts-${key}.json`);
  if (existsSync(path)) return JSON.parse(readFileSync(path, "utf8"));
  const compiled = compileContracts();
  writeWhole(path, JSON.stringify(compiled));
  return compiled;
}
