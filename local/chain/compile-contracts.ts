import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Abi, Hex } from "viem";
import { compilerInput } from "./compiler-input.ts";

export type CompiledContract = { abi: Abi; bytecode: Hex };

const require = createRequire(import.meta.url);

/**
 * Compiles every contract of `local/contracts` with the solc of the dependencies.
 * Imports resolve to this folder and to npm packages (only MIT libraries of v4-core are imported).
 */
export function compileContracts(): Record<string, CompiledContract> {
  const solc = require("solc") as { compile(input: string, callbacks: object): string };
  const findImport = (path: string) => {
    try {
      return { contents: readFileSync(require.resolve(path), "utf8") };
    } catch (error) {
      return { error: String(error) };
    }
  };
  const output = JSON.parse(solc.compile(JSON.stringify(compilerInput()), { import: findImport }));
  const errors = (output.errors ?? []).filter((e: { severity: string }) => e.severity === "error");
  if (errors.length > 0)
    throw new Error(errors.map((e: { formattedMessage: string }) => e.formattedMessage).join("\n"));
  const compiled: Record<string, CompiledContract> = {};
  for (const file of Object.keys(compilerInput().sources)) {
    for (const [name, contract] of Object.entries<{
      abi: Abi;
      evm: { bytecode: { object: string } };
    }>(output.contracts[file] ?? {})) {
      compiled[name] = { abi: contract.abi, bytecode: `0x${contract.evm.bytecode.object}` };
    }
  }
  return compiled;
}
