import type { Address, Hex } from "viem";
import { scopesOf } from "../delegation/delegable-selectors.ts";
import { selectorOf } from "../lib/normalize-address.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";

/** A refusal with the way out. `why` ends with a full stop. */
export const vaultFrozen = (why: string): Refusal =>
  refuse(
    "vault_frozen",
    `${why} Its owner lifts the freeze with ${UNFREEZE.unfreeze}, by a fresh signature: ` +
      `${UNFREEZE.docs}`,
    {
      ...UNFREEZE,
    },
  );

const UNFREEZE = { unfreeze: "POST /api/vault/unfreeze", docs: "/docs#unfreezeVault" };

/** Never confirmed; `data` is the call that needs it. */
export function notDelegated(agent: Address, data?: Hex): Refusal {
  const { text, scopes } = scopesOf(data === undefined ? [] : [selectorOf(data)]);
  return refuse(
    "not_delegated",
    "This vault has not confirmed a delegation to its agent wallet. Run " +
      `setup_delegation${text}, sign it, and POST /api/delegation/confirm.`,
    { agent, ...(scopes.length > 0 && { scopes }) },
  );
}
