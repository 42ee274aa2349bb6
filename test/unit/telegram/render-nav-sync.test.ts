import { describe, expect, test } from "vitest";
import { type Notification, notification } from "../../../schemas/notification.ts";
import { renderNotification } from "../../../src/telegram/render-notification.ts";
import { arrangeTexts } from "./arrange-texts.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const VAULT = "0x00000000000000000000000000000000000000c3";
const base = {
  id: "nav_sync:x",
  vault: VAULT,
  chainId: 8453,
  operator: "0x00000000000000000000000000000000000000d4",
  createdAt: 1_700_000_000_000,
  orderId: 7,
  token: "USDC",
} as const;
const sent: Notification = {
  kind: "nav_sync_sent",
  ...base,
  fromChainId: 10,
  toChainId: 42161,
  amount: "250.5",
  spreadBps: 305,
  hash: HASH,
  blockNumber: "5",
  explorerUrl: `https://optimistic.etherscan.io/tx/${HASH}`,
};
const failed: Notification = {
  kind: "nav_sync_failed",
  ...base,
  error: "Across <b>does not answer</b>. maxPerRun",
  code: "venue_unavailable",
  consecutiveFailures: 3,
  failureLimit: 3,
  debugCall: { to: VAULT, from: null, value: "0x0", data: "0x770d096f" },
};
const paused: Notification = {
  kind: "nav_sync_auto_paused",
  ...base,
  consecutiveFailures: 3,
  lastError: "No answer.",
};
const waiting: Notification = {
  kind: "nav_sync_waiting",
  ...base,
  waitingSince: 1_700_000_000_000,
  code: "lane_full",
  reason: "the agent wallet has too many transactions that are not mined yet",
};

describe("renderNotification", () => {
  test("default: what was sent, why, and that it has not arrived yet", () => {
    expect(renderNotification(notification.parse(sent))).toBe(
      [
        "🔁 <b>NAV sync #7</b> sent 250.5 USDC",
        "From optimism to arbitrum, where NAV per unit was 3.05% lower. It has not arrived " +
          "yet; the bridge has ten minutes for it.",
        `Transaction: https://optimistic.etherscan.io/tx/${HASH}`,
        `Vault: <code>${VAULT}</code> on base`,
      ].join("\n"),
    );
  });

  test("default: a failure with its call; text from outside is escaped", () => {
    expect(renderNotification(notification.parse(failed))).toBe(
      [
        "❌ <b>NAV sync #7</b> failed (3/3 in a row)",
        "Error: Across &lt;b&gt;does not answer&lt;/b&gt;. Most of a run",
        "Code: venue_unavailable",
        "Debug call data:",
        `to: <code>${VAULT}</code>`,
        "from: not known",
        "value: <code>0x0</code>",
        "data: <code>0x770d096f</code>",
        `Vault: <code>${VAULT}</code> on base`,
      ].join("\n"),
    );
  });

  test("default: stopped by failures, stopped by the loss budget, and waiting", () => {
    expect(renderNotification(notification.parse(paused))).toContain(
      "3 runs in a row failed. Nothing more is done;",
    );
    const over = notification.parse({ ...paused, isOverLossBudget: true });
    expect(renderNotification(over)).toContain("loss budget is used up");
    expect(renderNotification(notification.parse(waiting))).toContain(
      "Since 2023-11-14 22:13 UTC nothing of it could be sent: the agent wallet has too many " +
        "transactions",
    );
  });
});

test("behavior: an alarm comes first, behind its sync's; what was sent is its own", async () => {
  const items = [
    { id: "1", payload: JSON.stringify({ ...sent, id: "1" }) },
    { id: "2", payload: JSON.stringify({ ...sent, id: "2", orderId: 8 }) },
    { id: "3", payload: JSON.stringify({ ...failed, id: "3", createdAt: base.createdAt + 1 }) },
  ];
  expect((await arrangeTexts(items)).map(({ ids }) => ids)).toEqual([["1"], ["3"], ["2"]]);
});
