/**
 * Fields that a human sets and no model sees (docs/design.md, "The pipeline"; decision D57), each
 * with the spellings around it.
 */
const STEMS = [
  "slippage",
  "tolerance",
  "threshold",
  "shield",
  "budget",
  "losslimit",
  "maxloss",
  "executionmode",
  "execmode",
  "autoexecut",
  "autonomous",
  "delegat",
  "selector",
  "scope",
  "freeze",
  "frozen",
  "recipient",
  "receiver",
  "beneficiary",
  "destination",
  "payee",
  "calldata",
  "signature",
  "credential",
  "privatekey",
  "secret",
  "password",
  "operator",
  "vault",
  "approv",
  "confirm",
  "idempotency",
  "deadline",
  "minout",
  "minimum",
  "amountoutmin",
  "amountinmax",
  "maxin",
  "gas",
  "maxfee",
  "priorityfee",
  "nonce",
] as const;

/** Names that mean one of these only when they stand alone: "to" is part of "token". */
const WHOLE = new Set([
  "to",
  "toaddress",
  "from",
  "fromaddress",
  "mode",
  "auth",
  "authtimestamp",
  "target",
  "targetaddress",
  "data",
  "value",
  "agent",
  "agentaddress",
  "wallet",
  "walletaddress",
  "owner",
  "owneraddress",
  "spender",
  "taker",
  "sender",
  "swapper",
  "account",
  "sig",
  "bps",
  "reset",
  "auto",
  "permit",
]);

/** A chain is no account: whoever names another gets to the vault's own address there. */
const CHAINS = new Set(["destinationchain"]);

/**
 * Whether a field of an input schema belongs to the human, however it is spelled: case, separators,
 * prefixes.
 */
export function isHumanOwned(field: string): boolean {
  const name = field
    .normalize("NFKC")
    .toLowerCase()
    .replace(/[^a-z]/g, "");
  return !CHAINS.has(name) && (WHOLE.has(name) || STEMS.some((stem) => name.includes(stem)));
}
