import { NOTICE_WAYS, type NoticeWay } from "../../../schemas/notice-ways.ts";
import type { NewOutboxItem } from "./outbox-item.ts";

/** As `outbox_add` (lua-outbox.ts) takes it: the payload stays text, so Lua cannot change it. */
export const encodeOutboxItem = ({ payload, operator, ...item }: NewOutboxItem) => ({
  ...item,
  operator: operator.toLowerCase(),
  payload: JSON.stringify(payload),
  way: wayOf(payload),
});

/** A kind that this version does not know is an alarm. */
function wayOf(payload: unknown): NoticeWay {
  if (typeof payload !== "object" || payload === null || !("kind" in payload)) return {};
  return Object.entries(NOTICE_WAYS).find(([kind]) => kind === payload.kind)?.[1] ?? {};
}
