import { type Notification, notification } from "../../schemas/notification.ts";
import type { Notice } from "../kinds/channel.ts";
import type { OutboxItem } from "../store/outbox/outbox-item.ts";

/** Alarms and answers first, each behind what its order did before it; then the course of each order. */
export function arrangeNotices(items: readonly Pick<OutboxItem, "id" | "payload" | "later">[]): Notice[] {
  const notices = items.map(noticeOf);
  let later = notices.filter((notice) => notice.later);
  const arranged: Notice[] = [];
  for (const first of notices.filter((notice) => !notice.later)) {
    const before = later.filter((notice) => isBefore(notice, first));
    later = later.filter((notice) => !before.includes(notice));
    arranged.push(...before, first);
  }
  return [...arranged, ...[...Map.groupBy(later, ({ about }) => about).values()].flat()];
}

function noticeOf({ id, payload, later }: Pick<OutboxItem, "id" | "payload" | "later">): Notice {
  const shown = readPayload(payload);
  const isOfOrder = shown !== undefined && "orderId" in shown;
  const about = isOfOrder ? `${shown.chainId}:${shown.vault}:${shown.orderId}` : id;
  return { id, later: later === true, about, shown };
}

const isBefore = (one: Notice, first: Notice): boolean =>
  one.about === first.about && (one.shown?.createdAt ?? 0) <= (first.shown?.createdAt ?? 0);

/** A notification as it was written into the outbox; undefined where this version cannot read it. */
export function readPayload(payload: string): Notification | undefined {
  try {
    return notification.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
