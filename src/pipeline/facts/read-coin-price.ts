import { zeroAddress } from "viem";
import type { AttemptMarket } from "../../../schemas/calls/attempt.ts";
import { isCoin } from "../../chain/oracle-spot.ts";
import { vaultReads } from "../../chain/vault-reads.ts";
import type { ExecutionContext } from "../../kinds/execution-context.ts";
import type { CallPlan, SwapPlan } from "../../kinds/plan.ts";

/** A million coins: enough digits of a token with few decimals. One figure, so that sums are exact. */
const PROBE_WEI = 10n ** 24n;

/**
 * The chain's coin in the token whose amount the swap leaves open, beside the simulation: what gas
 * cost is told in it later. Undefined: the agent pays no gas for it, or there is no price.
 */
export async function readCoinPrice(
  { deps, chainId, vault, executionMode }: ExecutionContext,
  plan: SwapPlan | CallPlan,
): Promise<AttemptMarket["coin"]> {
  if (executionMode !== "delegated") return undefined;
  const wei = PROBE_WEI.toString();
  // The vault's own wrapping: both tokens are the coin.
  if (plan.kind === "call") return plan.swap === null ? undefined : { wei, counterBase: wei };
  const { rpc, addresses } = deps.chain(chainId);
  const { mode, tokenIn, tokenOut } = plan.quote.request;
  const counter = (mode === "exactIn" ? tokenOut : tokenIn).address;
  if (isCoin(addresses, counter)) return { wei, counterBase: wei };
  const { number: block } = plan.facts.block;
  const [worth] = await rpc.send([
    vaultReads.convertTokenAmount(vault, zeroAddress, PROBE_WEI, counter, { block }),
  ]);
  return worth.ok && worth.value > 0n ? { wei, counterBase: worth.value.toString() } : undefined;
}
