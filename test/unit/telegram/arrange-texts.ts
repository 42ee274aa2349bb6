import { NOTICE_WAYS } from "../../../schemas/notices/notice-ways.ts";
import { arrangeNotices, readPayload } from "../../../src/notifications/cards-of.ts";
import { textsOf } from "../../../src/telegram/render/texts-of.ts";

/** A chat's notifications as texts, as a delivery has them shown. */
export const arrangeTexts = (items: readonly { id: string; payload: string }[]) =>
  textsOf(
    arrangeNotices(
      items.map((item) => {
        const shown = readPayload(item.payload);
        const isLater = shown !== undefined && NOTICE_WAYS[shown.kind].later;
        return { ...item, ...(isLater && { later: true as const }) };
      }),
    ),
  );
