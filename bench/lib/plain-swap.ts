import type { Address, Hex, PrivateKeyAccount } from "viem";
import { chainClient } from "../../local/chain/chain-client.ts";
import { chainTokens } from "../../local/chain/chain-tokens.ts";

type Way = { rpcUrl: string; venueUrl: string; apiKey: string };
type Given = { vault: Address; owner: PrivateKeyAccount; sellBase: bigint; slippageBps: number };

/**
 * A swap as a short script does it with viem: quote, send, wait for the receipt. No check of what
 * the venue answered, no shield, no record of anything. Gives the gas it used.
 */
export async function plainSwap(
  { rpcUrl, venueUrl, apiKey }: Way,
  { vault, owner, sellBase, slippageBps }: Given,
): Promise<bigint> {
  const query = new URLSearchParams({
    chainId: "8453",
    sellToken: chainTokens.USDC.address,
    buyToken: "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE",
    sellAmount: String(sellBase),
    slippageBps: String(slippageBps),
    excludedSources: "0x_RFQ",
    taker: vault,
  });
  const quoted = await fetch(`${venueUrl}/swap/allowance-holder/quote?${query}`, {
    headers: { "0x-api-key": apiKey, "0x-version": "v2" },
  });
  if (!quoted.ok) throw new Error(`the venue answered ${quoted.status}: ${await quoted.text()}`);
  const { transaction } = (await quoted.json()) as { transaction: { data: Hex } };
  const client = chainClient({ rpcUrl });
  const hash = await client.sendTransaction({ account: owner, to: vault, data: transaction.data });
  const receipt = await client.waitForTransactionReceipt({ hash });
  if (receipt.status !== "success") throw new Error(`the plain swap ${hash} reverted`);
  return receipt.gasUsed;
}
