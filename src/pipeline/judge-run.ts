import type { Address, Hex } from "viem";
import { decodeRevert } from "../chain/decode-revert.ts";
import { scopesOf } from "../delegation/delegable-selectors.ts";
import type { CallFacts } from "../kinds/chain-facts.ts";
import { selectorOf } from "../lib/normalize-address.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import type { Simulation } from "./simulate-call.ts";

/** Gas estimates get a quarter on top (docs/facts/venues.md 6, gasLimitBufferPct). */
const GAS_BUFFER_PERCENT = 125n;

/** With the quarter on top below 2^24, one transaction's most (EIP-7825): more is a mistake or a trap, and costs real coin. */
const MAX_GAS_UNITS = 13_000_000n;

/** The call alone must pass, and everything a sender needs must be readable. */
export function judgeRun(
  { alone, gas, senderBalanceWei, senderNonce }: Simulation,
  data: Hex,
  agent: Address | undefined,
  facts: CallFacts,
): Verdict<{ gasUnits: bigint; senderBalanceWei: bigint; senderNonce: number }> {
  const selector = selectorOf(data);
  if (!alone.ok && alone.kind === "reverted") return revertRefusal(alone.data, selector, agent, facts);
  if (!gas.ok && gas.kind === "reverted") return revertRefusal(gas.data, selector, agent, facts);
  if (!alone.ok || !gas.ok || !senderBalanceWei.ok || !senderNonce.ok) {
    return refuse(
      "rpc_unavailable",
      "The chain could not simulate the transaction. Nothing was built; please try again.",
    );
  }
  if (gas.value > MAX_GAS_UNITS) {
    return refuse(
      "gas_above_cap",
      `This call would use ${gas.value} units of gas; at most ${MAX_GAS_UNITS} are accepted. Nothing was built.`,
      { gasUnits: gas.value.toString(), maxGasUnits: MAX_GAS_UNITS.toString() },
    );
  }
  return allow({
    gasUnits: (gas.value * GAS_BUFFER_PERCENT) / 100n,
    senderBalanceWei: senderBalanceWei.value,
    senderNonce: senderNonce.value,
  });
}

/** Without the selector the agent only reads through the adapter, which ends without data. */
export function revertRefusal(data: Hex, selector: Hex, agent: Address | undefined, facts: CallFacts): Refusal {
  if (agent !== undefined && data === "0x" && !facts.agentSelectors.includes(selector)) {
    const { text, scopes } = scopesOf([selector]);
    return refuse(
      "not_delegated",
      `The vault has not delegated ${selector} to its agent wallet on chain. Run setup_delegation${text} and confirm it.`,
      { agent, selector, ...(scopes.length > 0 && { scopes }) },
    );
  }
  const reason = decodeRevert(data);
  return refuse(reason.code, reason.message, {
    revert: reason.name,
    arguments: reason.args,
    revertData: data.slice(0, 266),
  });
}
