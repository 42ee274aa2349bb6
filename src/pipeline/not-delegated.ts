import type { Address, Hex } from "viem";
import { scopesOf } from "../delegation/delegable-selectors.ts";
import { selectorOf } from "../lib/normalize-address.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";

/** Never confirmed; `data` is the call that it was needed for. */
export function notDelegated(agent: Address, data?: Hex): Refusal {
  const { text, scopes } = scopesOf(data === undefined ? [] : [selectorOf(data)]);
  return refuse(
    "not_delegated",
    `This vault has not confirmed a delegation to its agent wallet. Run setup_delegation${text}, sign it, and POST /api/delegation/confirm.`,
    { agent, ...(scopes.length > 0 && { scopes }) },
  );
}
