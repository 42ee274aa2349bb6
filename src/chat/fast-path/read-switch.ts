import { chainOf } from "../../chain-of.ts";
import { switchChain } from "../../tools/switch-chain.ts";
import { readChain } from "./read-chain.ts";
import type { Reader } from "./reader.ts";

/** `switch [chain|network] to <chain>`. */
export const readSwitch: Reader = (cursor) => {
  cursor.word("chain", "network");
  if (cursor.word("to") === undefined) return "words";
  const chainId = readChain(cursor);
  if (chainId === undefined) return "words";
  return { kind: "call", tool: switchChain.name, args: { chain: chainOf(chainId).name } };
};
