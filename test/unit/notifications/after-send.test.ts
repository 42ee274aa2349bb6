import type { Hex } from "viem";
import { expect, test } from "vitest";
import type { Sent } from "../../../src/kinds/channel.ts";
import { backoffMs } from "../../../src/lib/in-parallel.ts";
import { afterSend } from "../../../src/notifications/notify-chat.ts";

const NOW = 1_700_000_000_000;
const PACE = { nowMs: NOW, paceMs: 3_000, backoff: { afterMs: backoffMs, tries: 50 } };
const operator: Hex = "0x00000000000000000000000000000000000000d4";
const items = ["a", "b", "c"].map((id, i) => ({
  id,
  operator,
  payload: "1",
  tries: i === 0 ? 2 : 0,
}));
const message = { ids: ["a", "b"], html: "text" };

test.each<[string, Sent, object]>([
  ["delivered", { status: "delivered" }, { delivered: ["a", "b"], nextMs: NOW + 3_000 }],
  ["asked to wait", { status: "retry_after", seconds: 40 }, { nextMs: NOW + 40_000 }],
  [
    "asked to wait less than the pace",
    { status: "retry_after", seconds: 1 },
    { nextMs: NOW + 3_000 },
  ],
  [
    "a chat that is gone",
    { status: "refused", what: "chat", reason: "" },
    { refused: ["a", "b", "c"], nextMs: NOW + 3_000 },
  ],
  [
    "a text that is not taken",
    { status: "refused", what: "content", reason: "" },
    { refused: ["a", "b"], nextMs: NOW + 3_000 },
  ],
  [
    "unknown, for the third time",
    { status: "unknown", reason: "" },
    { failed: ["a", "b"], nextMs: NOW + 120_000 },
  ],
])("default: %s", (_, outcome, expected) => {
  expect(afterSend(outcome, message, items, PACE)).toEqual({
    delivered: [],
    refused: [],
    failed: [],
    ...expected,
  });
});

test.each([
  [1, 30_000],
  [2, 60_000],
  [3, 120_000],
  [6, 960_000],
  [7, 1_800_000],
  [50, 1_800_000],
])("backoffMs: failure %s waits %s ms", (failures, ms) => {
  expect(backoffMs(failures)).toBe(ms);
});
