import { describe, expect, test } from "vitest";
import { type Notification, notification } from "../../../schemas/notification.ts";
import { renderNotification } from "../../../src/telegram/render-notification.ts";
import { arrangeTexts } from "./arrange-texts.ts";

const HASH = `0x${"ab".repeat(32)}` as const;
const VAULT = "0x00000000000000000000000000000000000000c3";
const base = {
  id: "venue_order:call:1:end",
  vault: VAULT,
  chainId: 42161,
  createdAt: 1_700_000_000_000,
  operator: "0x00000000000000000000000000000000000000d4",
  family: "perp_a",
  ordered: "Long 2 ETH <b>x3</b>",
  hash: HASH,
  explorerUrl: `https://arbiscan.io/tx/${HASH}`,
} as const;
const amounts = { size: "2 ETH", averagePrice: "3001.5" };
const executed: Notification = { kind: "venue_order_executed", ...base, amounts, reason: "" };
const ended = (
  status: "partly_executed" | "cancelled" | "dropped" | "unknown",
  changes = {},
): Notification => ({
  kind: "venue_order_ended",
  ...base,
  status,
  amounts: {},
  reason: "The keeper <i>said</i> no.",
  ...changes,
});
const shown = (one: Notification) => renderNotification(notification.parse(one));

describe("renderNotification", () => {
  test("default: what was executed, with venue figures; text from outside is escaped", () => {
    expect(shown(executed)).toBe(
      [
        "✅ <b>GMX order</b> executed: Long 2 ETH &lt;b&gt;x3&lt;/b&gt;",
        "By the venue's records: size 2 ETH, average price 3001.5",
        `Placed by: https://arbiscan.io/tx/${HASH}`,
        `Vault: <code>${VAULT}</code> on arbitrum`,
      ].join("\n"),
    );
  });

  test("behavior: no other end is called executed, and the reason stands there", () => {
    const said = {
      cancelled: "cancelled",
      dropped: "not taken by the venue",
      partly_executed: "executed in part",
    } as const;
    for (const [status, words] of Object.entries(said)) {
      const text = shown(ended(status as keyof typeof said));
      expect(text.split("\n")[0]).toBe(
        `⚠️ <b>GMX order</b> ${words}: Long 2 ETH &lt;b&gt;x3&lt;/b&gt;`,
      );
      expect(text).toContain("The keeper &lt;i&gt;said&lt;/i&gt; no.");
      expect(text).not.toContain("By the venue's records");
    }
    expect(shown(ended("partly_executed", { amounts }))).toContain(
      "By the venue's records: size 2 ETH",
    );
  });

  test("behavior: what nobody knows is told as that, and to look at the venue", () => {
    const text = shown(ended("unknown"));
    expect(text).toContain("lost sight of: nobody knows what became of it");
    expect(text).toContain(
      "Look at the vault's positions and orders at the venue before you order it again.",
    );
  });

  test("behavior: late is neither done nor dropped", () => {
    const text = shown({ kind: "venue_order_late", ...base, family: "perp_b" });
    expect(text).toContain("⏳ <b>Hyperliquid order</b> is not done yet: Long 2 ETH");
    expect(text).not.toMatch(/executed|dropped|cancelled/);
  });

  test("behavior: the longest fits into a message", () => {
    const long = {
      ordered: "<".repeat(200),
      reason: "&".repeat(400),
      amounts: { size: "<".repeat(3_000) },
    };
    expect(shown(ended("unknown", long)).length).toBeLessThan(4_096);
  });
});

describe("arrangeTexts", () => {
  test("behavior: what was not executed is delivered before what was", async () => {
    const items = [executed, ended("cancelled", { id: "venue_order:call:2:end" })].map(
      (payload) => ({
        ...{ id: "id" in payload ? payload.id : "", payload: JSON.stringify(payload) },
      }),
    );
    expect((await arrangeTexts(items)).map(({ html }) => html.split("\n")[0])).toEqual([
      "⚠️ <b>GMX order</b> cancelled: Long 2 ETH &lt;b&gt;x3&lt;/b&gt;",
      "✅ <b>GMX order</b> executed: Long 2 ETH &lt;b&gt;x3&lt;/b&gt;",
    ]);
  });
});
