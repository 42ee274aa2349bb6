import { erc20Abi } from "viem";
import { expect } from "vitest";
import { chainClient } from "../../../local/chain/chain-client.ts";
import type { Reader } from "./reader.ts";

/**
 * On a stack where nothing is delegated: a swap that is asked for in the chat is signed there by
 * the vault's owner.
 */
export async function signInChat({ stack, type }: Reader): Promise<void> {
  const { chain, manifest } = stack;
  const usdc = () =>
    chainClient(chain).readContract({
      ...{ address: chain.tokens.USDC, abi: erc20Abi, functionName: "balanceOf" as const },
      args: [manifest.vault],
    });
  const before = await usdc();
  const nothing = await type("npm run local -- sign").catch(({ stderr }) => stderr);
  expect(nothing).toContain("No answer in the chat shows a transaction to sign.");
  const said = await type('npm run local -- say "sell 100 USDC for ETH"');
  expect(said).toContain("To sign with the vault's owner, on base:");
  expect(await usdc()).toBe(before);
  expect(await type("npm run local -- sign")).toMatch(
    /^Signed by the vault's owner, and mined: 0x[0-9a-f]{64}$/m,
  );
  expect(before - (await usdc())).toBe(100_000_000n);
}
