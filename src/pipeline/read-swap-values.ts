import type { Address } from "viem";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import { accountReads } from "../chain/account-reads.ts";
import type { RpcCall, RpcOutcome } from "../chain/rpc-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { SwapFacts } from "../kinds/chain-facts.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";
import { isNative } from "../lib/normalize-address.ts";

/** In base units of the base token, at one block. */
export type SwapValues = {
  /** Of what may leave at most; null for a token without a feed. */
  maxIn: RpcOutcome<bigint> | null;
  /** Of what was quoted to arrive. */
  amountOut: RpcOutcome<bigint>;
  /** In its own base units, while the vault does not count it; else 0. */
  uncountedOutBase: RpcOutcome<bigint>;
};

/** Goes with batch B. null for the vault's own wrapping, which does not change the value. */
export async function readSwapValues(
  chain: ChainDeps,
  vault: Address,
  plan: SwapPlan | CallPlan,
  swap: AttemptSwap | null,
): Promise<SwapValues | null> {
  if (plan.kind !== "swap" || swap === null) return null;
  const { quote, facts } = plan;
  const { number: block } = facts.block;
  const [tokenIn, tokenOut] = [quote.request.tokenIn.address, quote.request.tokenOut.address];
  const ask = async (call: RpcCall<bigint>): Promise<RpcOutcome<bigint>> => {
    const [outcome] = await chain.rpc.send([call]);
    return outcome;
  };
  const inBaseToken = async (token: Address, amountBase: bigint): Promise<RpcOutcome<bigint>> =>
    token === facts.baseToken
      ? { ok: true, value: amountBase }
      : ask(vaultReads.convertTokenAmount(vault, token, amountBase, facts.baseToken, { block }));
  const [maxIn, amountOut, uncountedOutBase] = await Promise.all([
    facts.feedIn ? inBaseToken(tokenIn, BigInt(swap.maxInBase)) : null,
    inBaseToken(tokenOut, quote.amountOutBase),
    isCounted(facts, tokenOut) ? NOTHING : ask(accountReads.balance(tokenOut, vault, block)),
  ]);
  return { maxIn, amountOut, uncountedOutBase };
}

const NOTHING: RpcOutcome<bigint> = { ok: true, value: 0n };

/** Whether a token is part of the vault's NAV: its base token, or one of its active ones. */
export const isCounted = ({ baseToken, activeTokens }: SwapFacts, token: Address): boolean =>
  [baseToken, ...activeTokens].some((counted) => counted === token || (isNative(counted) && isNative(token)));
