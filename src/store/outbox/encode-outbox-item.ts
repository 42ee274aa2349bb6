import type { NewOutboxItem } from "./outbox-item.ts";

/** As `outbox_add` (lua-outbox.ts) takes it: the payload stays text, so Lua cannot change it. */
export const encodeOutboxItem = ({ payload, operator, ...item }: NewOutboxItem) => ({
  ...item,
  operator: operator.toLowerCase(),
  payload: JSON.stringify(payload),
  kind: kindOf(payload),
});

function kindOf(payload: unknown): string | undefined {
  if (typeof payload !== "object" || payload === null || !("kind" in payload)) return undefined;
  return typeof payload.kind === "string" ? payload.kind : undefined;
}
