import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Hex } from "viem";

const sources = {
  // Runtime code inside the helper that etches Permit2 in tests.
  permit2: {
    path: "@uniswap/v4-periphery/lib/permit2/test/utils/DeployPermit2.sol",
    pattern: /hex"([0-9a-f]+)"/,
  },
  // Creation code which viem carries for chains without a deployment.
  multicall3: {
    path: "viem/constants/contracts.ts",
    pattern: /multicall3Bytecode =\s*'0x([0-9a-f]+)'/,
  },
} as const;

/**
 * Code which a dependency ships as a literal in a source file: Permit2's runtime code, Multicall3's
 * creation code.
 */
export function etchedCode(name: keyof typeof sources): Hex {
  const { path, pattern } = sources[name];
  const file = join(import.meta.dirname, "../../node_modules", path);
  const code = pattern.exec(readFileSync(file, "utf8"))?.[1];
  if (!code) throw new Error(`no code of ${name} in ${path}`);
  return `0x${code}`;
}
