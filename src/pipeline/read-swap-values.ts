import type { Address } from "viem";
import type { AttemptSwap } from "../../schemas/attempt.ts";
import { accountReads } from "../chain/account-reads.ts";
import type { RpcCall, RpcOutcome } from "../chain/rpc-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { SwapFacts } from "../kinds/chain-facts.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";
import { isNative } from "../lib/normalize-address.ts";

/** Values in base units of the base token, at one block. */
export type SwapValues = {
  /** null: no feed. */
  maxIn: RpcOutcome<bigint> | null;
  amountOut: RpcOutcome<bigint>;
  /** The vault's uncounted balance of it, in its own base units; else 0. */
  uncountedOutBase: RpcOutcome<bigint>;
};

/** Values beside the simulation; null for the vault's own wrapping, which keeps its value. */
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

/** The token is the vault's base token or an active one. */
export const isCounted = ({ baseToken, activeTokens }: SwapFacts, token: Address): boolean =>
  [baseToken, ...activeTokens].some(
    (counted) => counted === token || (isNative(counted) && isNative(token)),
  );
