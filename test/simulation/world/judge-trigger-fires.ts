import type { Hex } from "viem";
import type { ChainState } from "../chain/chain-state.ts";
import { readSwap } from "../chain/read-swap.ts";
import type { SimChain } from "../chain/sim-chain.ts";
import type { AskedTrigger } from "./create-world.ts";
import { isMet } from "./is-met.ts";
import type { Prepared } from "./ledger.ts";

type Given = {
  chain: SimChain;
  trigger: AskedTrigger;
  opened: Prepared;
  /** The chain as its run was told the oracle's price, lately. */
  sights: readonly { state: ChainState }[];
};

/**
 * What a trigger order's intent may be: its price met at the block of its build, or at one that its
 * run has seen lately, the amount that was asked for, of a limit no worse price than its own, and
 * nothing after its end. The texts of what is wrong.
 */
export function judgeTriggerFires({ chain, trigger, opened, sights }: Given): string[] {
  const { side, buys, totalBase, limit, type, expiresMs, into } = trigger;
  const swap = readSwap(opened.data as Hex);
  if (swap === undefined) return ["a trigger order's call that is no swap"];
  const [most, least] =
    swap.mode === "exactIn" ? [swap.amountBase, swap.limitBase] : [swap.limitBase, swap.amountBase];
  const isWorse =
    buys === "WETH"
      ? most * limit.weth > limit.usdc * least
      : least * limit.weth < limit.usdc * most;
  return [
    ...(into === undefined ? [] : ["a trigger order trades that was to create an order"]),
    ...([...sights, ...(opened.built ? [opened.built] : [])].some(({ state }) =>
      isMet(trigger, state),
    )
      ? []
      : [`it fires at ${opened.built?.state.oraclePrice}, and waits for ${trigger.price}`]),
    ...((swap.tokenOut === chain.weth) === (buys === "WETH") ? [] : ["it buys the other token"]),
    ...(swap.mode === (side === "sell" ? "exactIn" : "exactOut")
      ? []
      : ["a swap of the wrong mode"]),
    ...(swap.amountBase === totalBase
      ? []
      : [`it trades ${swap.amountBase}, and was to trade ${totalBase}`]),
    ...(type === "limit" && isWorse
      ? [`it may give ${most} for ${least}, worse than its price`]
      : []),
    // By its run's clock: the write may have been under way for long, and what it opened so late is
    // not sent.
    ...(expiresMs !== undefined && opened.signedMs >= expiresMs
      ? [`it fires ${opened.signedMs - expiresMs} ms after its end`]
      : []),
  ];
}
