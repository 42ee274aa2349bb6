import type { Address } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { ToolContext } from "./tool.ts";

/** `what` begins the sentence: "It sells". */
type Need = { token: Address; symbol: string; decimals: number; neededBase: bigint; what: string };

/** For a dry run, by one read: whether the vault holds what it will give. Base units as strings; nothing where the chain does not answer. */
export async function foreseeFunds(
  { deps, chainId, vault }: ToolContext,
  { token, symbol, decimals, neededBase, what }: Need,
): Promise<Record<string, unknown>> {
  const [balance] = await deps.chain(chainId).rpc.send([accountReads.balance(token, vault)]);
  if (balance === undefined || !balance.ok) return {};
  const lasts = balance.value >= neededBase;
  const amount = (base: bigint) => `${formatUnits(base, decimals)} ${symbol}`;
  return {
    ...(!lasts && { doubts: [`${what} ${amount(neededBase)}, and the vault has ${amount(balance.value)}.`] }),
    funding: {
      token: { symbol, decimals, neededBase: neededBase.toString(), balanceBase: balance.value.toString(), lasts },
    },
  };
}
