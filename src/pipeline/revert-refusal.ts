import type { Address, Hex } from "viem";
import { decodeRevert } from "../chain/decode-revert.ts";
import { scopesOf } from "../delegation/scopes-of.ts";
import type { CallFacts } from "../kinds/chain-facts.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";

/** An agent without the selector only reads through the adapter, which ends without data: say what that means. */
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
