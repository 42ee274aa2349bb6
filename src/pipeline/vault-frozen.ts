import { type Refusal, refuse } from "../lib/verdict.ts";

/** With the way out of it: the call, and where it is explained. `why` ends with a full stop. */
export const vaultFrozen = (why: string): Refusal =>
  refuse(
    "vault_frozen",
    `${why} Its owner lifts the freeze with ${UNFREEZE.unfreeze}, by a fresh signature: ${UNFREEZE.docs}`,
    {
      ...UNFREEZE,
    },
  );

const UNFREEZE = { unfreeze: "POST /api/vault/unfreeze", docs: "/docs#unfreezeVault" };
