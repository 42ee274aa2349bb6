import type { Notice, Rendered } from "../kinds/channel.ts";
import { planMessages, textsOf } from "./texts-of.ts";

/** Notices as messages of Telegram's HTML, as few as their order allows. */
export async function showNotices(notices: readonly Notice[]): Promise<Rendered[]> {
  return planMessages(await textsOf(notices)).map(({ ids, html, keyboard }) => ({
    ...{ ids, text: html },
    ...(keyboard !== undefined && { buttons: keyboard.inline_keyboard }),
  }));
}
