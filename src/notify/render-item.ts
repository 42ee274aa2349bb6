import { notification } from "../../schemas/notification.ts";
import type { ChatText } from "./plan-messages.ts";
import { renderNotification } from "./render-notification.ts";
import { visibleId } from "./visible-id.ts";

/**
 * A notification of the outbox as chat text, its visible id in the last line. One that this version cannot read is told
 * of all the same: it must neither be lost nor hold back those behind it.
 */
export async function renderItem({ id, payload }: { id: string; payload: string }): Promise<ChatText> {
  const parsed = notification.safeParse(parseJson(payload));
  const text = parsed.success ? renderNotification(parsed.data) : "A notification could not be shown.";
  return { id, html: `${text}\n<code>${await visibleId(id)}</code>` };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
