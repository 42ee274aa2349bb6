import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";

const contractsDir = join(import.meta.dirname, "../contracts/");

/**
 * Sources and settings, which decide the bytecode: what the compiler gets and what caches are named
 * by.
 */
export function compilerInput() {
  const sources: Record<string, { content: string }> = {};
  for (const file of readdirSync(contractsDir).sort()) {
    if (file.endsWith(".sol"))
      sources[file] = { content: readFileSync(contractsDir + file, "utf8") };
  }
  return {
    language: "Solidity",
    sources,
    settings: {
      evmVersion: "cancun",
      optimizer: { enabled: true, runs: 200 },
      metadata: { appendCBOR: false },
      outputSelection: { "*": { "*": ["abi", "evm.bytecode.object"] } },
    },
  };
}
