import type { Address } from "viem";
import * as z from "zod";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import { baseUnits, decimalAmount, hexAddress } from "../../schemas/primitives.ts";
import type { SwapMeta } from "../../schemas/unsigned-transaction.ts";
import { resolveToken, type Token } from "../chain/resolve-token.ts";
import type { CallFacts, OraclePools } from "../kinds/chain-facts.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { agentOf } from "../pipeline/agent-of.ts";
import { baseTokenMemory } from "../pipeline/base-token-memory.ts";
import { readCallFacts } from "../pipeline/read-call-facts.ts";
import { oraclePools } from "../vaults/oracle-pools.ts";
import type { ToolContext } from "./tool.ts";

/** Facts of the call's chain, vault and agent wallet, in the request of this turn. */
export const callFacts = (ctx: ToolContext): Promise<Verdict<CallFacts>> =>
  agentOf(ctx).then((agent) => readCallFacts(ctx.deps.chain(ctx.chainId), ctx.vault, agent));

/** The vault's base token, remembered for its next call. */
export function baseTokenOf(ctx: ToolContext, { baseToken }: { baseToken: Address }): Address {
  baseTokenMemory.set(ctx, baseToken);
  return baseToken;
}

/** The oracle's pools of the base token, where it is remembered, and of `tokens`. */
export function readPools(ctx: ToolContext, ...tokens: Address[]): Promise<OraclePools> {
  const chain = ctx.deps.chain(ctx.chainId);
  return oraclePools.read(
    chain,
    oraclePools.with(chain.addresses, [baseTokenMemory.get(ctx), ...tokens]),
  );
}

/** Token of the call's chain by symbol or address. Refuses as resolveToken does. */
export const tokenOf = ({ deps, chainId }: Pick<ToolContext, "deps" | "chainId">, text: string) =>
  resolveToken(deps.chain(chainId), deps.caches.tokens, deps.clock.nowMs(), text);

/** Refusal with both amounts in base units. */
export const tooLittle = (
  message: string,
  { address: token, decimals }: { address: Address } & Pick<Token, "decimals">,
  { heldBase, neededBase }: { heldBase: bigint; neededBase: bigint },
): Refusal =>
  refuse("insufficient_balance", message, {
    token,
    balanceBase: heldBase.toString(),
    neededBase: neededBase.toString(),
    decimals,
  });

/** @example "1.5 ETH" */
export const human = (
  { symbol, decimals }: Pick<Token, "symbol" | "decimals">,
  amountBase: bigint,
): string => `${formatUnits(amountBase, decimals)} ${symbol}`;

/** Schema of one token's amount in an answer. */
export const tokenAmount = () =>
  z.object({
    token: hexAddress,
    symbol: z.string(),
    decimals: z.int(),
    amount: decimalAmount,
    amountBase: baseUnits,
  });

/** The data of such an amount, in human and in base units. */
export const amountOf = ({ address, symbol, decimals }: Token, amountBase: bigint) => ({
  token: address,
  symbol,
  decimals,
  amount: formatUnits(amountBase, decimals),
  amountBase: amountBase.toString(),
});

/**
 * A trade at fixed amounts in base units, as record and in words. `rate` is in formatPrice's form.
 */
export function fixedSwap(
  { tokenIn, tokenOut }: { tokenIn: Token; tokenOut: Token },
  amounts: { inBase: bigint; outBase: bigint; minOutBase: bigint },
  { venue, dex, rate }: { venue: AttemptSwap["venue"]; dex: string; rate: string },
): { swap: AttemptSwap; swapMeta: SwapMeta } {
  const inBase = amounts.inBase.toString();
  return {
    swap: {
      venue,
      tokenIn: tokenIn.address,
      tokenOut: tokenOut.address,
      decimalsIn: tokenIn.decimals,
      decimalsOut: tokenOut.decimals,
      symbolIn: tokenIn.symbol,
      symbolOut: tokenOut.symbol,
      amountInBase: inBase,
      amountOutBase: amounts.outBase.toString(),
      maxInBase: inBase,
      minOutBase: amounts.minOutBase.toString(),
    },
    swapMeta: {
      sellAmount: formatUnits(amounts.inBase, tokenIn.decimals),
      sellToken: tokenIn.symbol,
      buyAmount: formatUnits(amounts.outBase, tokenOut.decimals),
      buyToken: tokenOut.symbol,
      price: `1 ${tokenIn.symbol} = ${rate} ${tokenOut.symbol}`,
      dex,
    },
  };
}
