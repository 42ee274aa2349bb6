import { revokeDelegation } from "../../tools/revoke-delegation.ts";
import { setupDelegation } from "../../tools/setup-delegation.ts";
import { readChainNamed } from "./read-chain-named.ts";
import type { Reader } from "./reader.ts";

/** `set up | setup | revoke [the|my] delegation [on <chain>]`. Scopes and single methods are for the model to ask about. */
export const readDelegation: Reader = (cursor, verb) => {
  if (verb === "set" && cursor.word("up") === undefined) return "words";
  cursor.word("the", "my");
  if (cursor.word("delegation") === undefined) return "words";
  const args = readChainNamed(cursor);
  if (args === undefined) return "words";
  return { kind: "call", tool: (verb === "revoke" ? revokeDelegation : setupDelegation).name, args };
};
