import type { CardOf, ShownCard } from "../kinds/channel.ts";
import { orderAs } from "../kinds/order-as.ts";
import { fitHtml } from "./fit-html.ts";
import { MAX_MESSAGE_CHARS } from "./max-message-chars.ts";
import { renderOrderCard } from "./render-order-card.ts";
import { textsOf } from "./texts-of.ts";
import { visibleIdLine } from "./visible-id-line.ts";

/** It is edited as it goes on; its first sight has an id of its own: a sending that is made twice shows. */
export async function showOrderCard({ order, notices, before, id }: CardOf): Promise<ShownCard> {
  const told = await textsOf(notices);
  const last = told.length > 0 ? told.map(({ html }) => html).join("\n\n") : (before ?? (await visibleIdLine(id)));
  const { html, keyboard } = renderOrderCard(orderAs("twap", order), last);
  const ids = notices.map((notice) => notice.id);
  return { message: { ids, text: fitHtml(html, MAX_MESSAGE_CHARS), buttons: keyboard.inline_keyboard }, last };
}
