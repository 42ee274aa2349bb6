import type { Notification } from "../../schemas/notification.ts";
import type { Notice } from "../kinds/channel.ts";
import { operationKeyboard } from "./operation-keyboard.ts";
import type { ChatText } from "./plan-messages.ts";
import { renderNotification } from "./render-notification.ts";
import { sliceKeyboard } from "./slice-keyboard.ts";
import { visibleIdLine } from "./visible-id-line.ts";

/**
 * Its visible id in the last line. One that this version cannot read is delivered by its id: it must neither be lost nor hold back those
 * behind it.
 */
export async function renderItem({ id, shown }: Pick<Notice, "id" | "shown">): Promise<ChatText> {
  const text = shown === undefined ? "A notification could not be shown." : renderNotification(shown);
  return { ids: [id], html: `${text}\n${await visibleIdLine(id)}`, ...(shown !== undefined && keyboardOf(shown)) };
}

function keyboardOf(shown: Notification): Pick<ChatText, "keyboard"> {
  if (shown.kind === "manual_slice") return { keyboard: sliceKeyboard(shown) };
  if ("operationId" in shown && shown.operationId !== undefined)
    return { keyboard: operationKeyboard(shown.operationId) };
  return "buttons" in shown && shown.buttons !== undefined ? { keyboard: { inline_keyboard: shown.buttons } } : {};
}
