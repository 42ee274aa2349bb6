import { endControl } from "../store/pairing/end-control.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { type Pairing, pairingOf } from "./pairing-of.ts";
import { quietText } from "./quiet-text.ts";
import { renderPairings } from "./render-pairings.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";

const END = /^end (0x[0-9a-f]{40})$/i;

/**
 * `/status end <operator>`, what its button says: the chat speaks for that operator no more. Its notices go on: a chat cannot end
 * what its owner may need to hear, only the wallet can. undefined: the argument says nothing of the kind.
 * @throws store_unavailable
 */
export async function giveUpControl(
  { deps, chatId, pairing }: ChatScene,
  argument: string,
): Promise<ChatAnswer | undefined> {
  const named = END.exec(argument)?.[1]?.toLowerCase();
  const operator = pairing.operators.find((one) => one === named);
  if (named === undefined) return undefined;
  if (operator === undefined) return notIts(pairing);
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), channel: TELEGRAM_ID, chatId, operator };
  const { changed } = await endControl.run(deps.redis, deps.keys, call);
  const now = await pairingOf(deps, chatId);
  return changed ? { html: quietText(now) } : notIts(now);
}

const notIts = (pairing: Pairing): ChatAnswer => ({
  ...renderPairings(pairing),
  html: "This chat does not speak for that operator.",
});
