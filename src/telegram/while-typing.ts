import type { Deps } from "../deps.ts";

/** Telegram shows it for five seconds (core.telegram.org/bots/api#sendchataction). */
const SHOWN_MS = 4_500;
/** A turn that takes longer than these is not shown on: each costs a subrequest. */
const MOST = 8;

/** Shows that an answer is being written for as long as `work` takes. Whether the channel shows it decides nothing. */
export async function whileTyping<T>(
  { messenger, sleep, defer }: Pick<Deps, "messenger" | "sleep" | "defer">,
  chatId: string,
  work: () => Promise<T>,
): Promise<T> {
  if (messenger?.typing === undefined) return work();
  const working = work();
  const over = working.then(
    () => true,
    () => true,
  );
  const show = async () => {
    for (let shown = 0, isOver = false; shown < MOST && !isOver; shown += 1) {
      await messenger.typing?.(chatId);
      isOver = await Promise.race([over, sleep(SHOWN_MS).then(() => false)]);
    }
  };
  defer("typing", show());
  return working;
}
