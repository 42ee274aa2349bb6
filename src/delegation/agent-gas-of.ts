import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { AgentGas } from "../../schemas/vaults/agent-gas.ts";
import { accountReads } from "../chain/account-reads.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { type BlockHeader, blockReads } from "../chain/transaction-reads.ts";
import { chainOf } from "../chain-of.ts";
import { planFees } from "../fees/plan-fees.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

/** More gas than a swap takes; the simulation tells what a trade takes (check 6). */
const TRADE_GAS = 1_000_000n;

type Fees = { baseFeeWei: bigint; tipWei: bigint };

/** Most that one trade may cost the agent wallet now, in wei: above the cap of fees the cap's. */
export function tradeWei(chainId: ChainId, { baseFeeWei, tipWei }: Fees): bigint {
  const fees = planFees({ chainId, baseFeeWei, suggestedTipWei: tipWei });
  return TRADE_GAS * (fees.ok ? fees.value.maxFeePerGas : chainOf(chainId).gasCap.maxFeeWei);
}

/** What `agentGasOf` reads, in one request: beside what else is asked in that turn. */
export const agentGasReads = (agent: Address) =>
  [
    accountReads.nativeBalance(agent),
    blockReads.latest(),
    blockReads.maxPriorityFeePerGas(),
  ] as const;

/**
 * The agent wallet's coin, what one more trade may cost, and how many it lasts for. Refuses with
 * rpc_unavailable.
 */
export function agentGasOf(
  chainId: ChainId,
  agent: Address,
  [balance, head, tip]: readonly [RpcOutcome<bigint>, RpcOutcome<BlockHeader>, RpcOutcome<bigint>],
): Verdict<AgentGas> {
  if (!balance.ok || !head.ok)
    return refuse(
      "rpc_unavailable",
      "The agent wallet's coin could not be read from the chain. Please try again.",
    );
  const wei = tradeWei(chainId, {
    baseFeeWei: head.value.baseFeePerGas,
    tipWei: tip.ok ? tip.value : 0n,
  });
  const symbol = chainOf(chainId).nativeCoin;
  const amount = (base: bigint) => ({ amount: formatUnits(base, 18), amountBase: base.toString() });
  return allow({
    address: agent,
    coin: { symbol, ...amount(balance.value) },
    trade: amount(wei),
    trades: Number(balance.value / wei),
  });
}

/** One line of it, and what to do where it lasts for none. */
export const agentGasLine = ({ address, coin, trade, trades }: AgentGas): string =>
  `Agent wallet ${address}: ${coin.amount} ${coin.symbol} for gas, ` +
  (trades === 0
    ? `less than one trade may cost now (${trade.amount}): send it some.`
    : `enough for ${trades} trade${trades === 1 ? "" : "s"} at ${trade.amount} each.`);
