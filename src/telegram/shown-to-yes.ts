import { saidBriefly } from "../chat/questions/said-briefly.ts";
import { loadShown } from "../store/outbox/load-shown.ts";
import type { ChatScene } from "./chat-scene.ts";
import { TELEGRAM_ID } from "./telegram-id.ts";

/** What operation-keyboard.ts and question-buttons.ts write. */
const SHOWN = /^(?:approve:([A-Za-z0-9_-]{1,55})|say:ask:([0-9a-f]{32}):0)$/;

/**
 * What a bare yes (`own`: as answer-open.ts judges it) can be to: the card or question that stands in the chat's newest message, where Telegram dates that in an earlier second
 * than the yes. null: to nothing, for who wrote it may not have seen it. undefined: the words are no bare yes.
 * @throws store_unavailable
 */
export async function shownToYes(
  { deps, chatId }: Pick<ChatScene, "deps" | "chatId">,
  own: string,
  writtenAtSec: number | undefined,
): Promise<string | null | undefined> {
  if (saidBriefly(own) !== "yes") return undefined;
  const { shown } = await loadShown.run(deps.redis, deps.keys, {
    ...{ nowMs: deps.clock.nowMs(), channel: TELEGRAM_ID, chatId },
  });
  if (shown === null || writtenAtSec === undefined || shown.atSec >= writtenAtSec) return null;
  const [, card, question] = SHOWN.exec(shown.button ?? "") ?? [];
  return card ?? question ?? null;
}
