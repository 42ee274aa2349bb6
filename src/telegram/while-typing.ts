import type { Deps } from "../deps.ts";
import { botOf } from "./bot-of.ts";

/** Telegram shows it for five seconds (core.telegram.org/bots/api#sendchataction). */
const SHOWN_MS = 4_500;
/** Each costs a subrequest: a longer turn is not shown on. */
const MOST = 8;

/** For as long as `work` takes. Whether the channel shows it decides nothing. */
export async function whileTyping<T>(
  { channels, sleep, defer }: Pick<Deps, "channels" | "sleep" | "defer">,
  chatId: string,
  work: () => Promise<T>,
): Promise<T> {
  const typing = botOf({ channels })?.connection.talk?.typing;
  if (typing === undefined) return work();
  const working = work();
  const over = working.then(
    () => true,
    () => true,
  );
  const show = async () => {
    for (let shown = 0, isOver = false; shown < MOST && !isOver; shown += 1) {
      await typing(chatId);
      isOver = await Promise.race([over, sleep(SHOWN_MS).then(() => false)]);
    }
  };
  defer("typing", show());
  return working;
}
