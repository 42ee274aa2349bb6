import { privateKeyToAccount } from "viem/accounts";
import { inParallel } from "../../src/lib/in-parallel.ts";
import type { TestVault } from "../../test/support/test-stack.ts";
import { plainSwap } from "./plain-swap.ts";
import { SLICE_AMOUNT } from "./slice-amount.ts";

type Given = {
  rpcUrl: string;
  venueUrl: string;
  apiKey: string;
  vaults: readonly TestVault[];
  atOnce: number;
};

/**
 * One swap of every vault, as a loop of viem calls makes it: seconds of all, and the gas that a
 * swap used on average.
 */
export async function plainLoop({
  vaults,
  atOnce,
  ...way
}: Given): Promise<{ seconds: number; gas: bigint }> {
  const startedMs = performance.now();
  const used = await inParallel(atOnce, vaults, ({ address, ownerKey }) =>
    plainSwap(way, {
      vault: address,
      owner: privateKeyToAccount(ownerKey),
      sellBase: SLICE_AMOUNT.base,
      slippageBps: 100,
    }),
  );
  const seconds = (performance.now() - startedMs) / 1_000;
  return { seconds, gas: used.reduce((sum, each) => sum + each, 0n) / BigInt(used.length) };
}
