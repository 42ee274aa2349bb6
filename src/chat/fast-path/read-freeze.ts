import { freezeVault } from "../../tools/freeze-vault.ts";
import { readChainNamed } from "./read-chain-named.ts";
import type { Reader } from "./reader.ts";

/** `freeze [the|my|this] vault [on <chain>]`. Bare "freeze" passes: only a fresh signature of the owner lifts it. */
export const readFreeze: Reader = (cursor) => {
  cursor.word("the", "my", "this");
  if (cursor.word("vault") === undefined) return "words";
  const args = readChainNamed(cursor);
  return args === undefined ? "words" : { kind: "call", tool: freezeVault.name, args };
};
