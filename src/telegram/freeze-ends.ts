/** The chat cannot end one; the messenger makes a link of the place in the docs. */
export const FREEZE_ENDS =
  "Only a fresh signature of its owner lifts a freeze, with POST /api/vault/unfreeze: /docs#unfreezeVault";
