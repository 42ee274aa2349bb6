import type { ChainId } from "../../schemas/chains.ts";
import { parseChain } from "../chain/parse-chain.ts";
import type { TelegramRequest } from "./telegram-request.ts";

/** The whole message, and nothing besides. */
const SWITCH =
  /^(?:please )?(?:switch|change|move|go) (?:over )?(?:the )?(?:chain |network |vault )?to (?:the )?([a-z0-9]{2,16})(?: chain| network| mainnet)?(?: please)?[.!]*$/i;

/** "switch to arbitrum"; undefined where a message says anything else. */
export function chainToSwitchTo(request: TelegramRequest): ChainId | undefined {
  if (request.kind !== "text" || request.quoted.length > 0) return undefined;
  const word = SWITCH.exec(request.words.trim().replace(/\s+/g, " "))?.[1];
  const chain = word === undefined ? undefined : parseChain(word);
  return chain?.ok === true ? chain.value : undefined;
}
