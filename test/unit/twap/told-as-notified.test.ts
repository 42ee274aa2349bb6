import { describe, expect, test } from "vitest";
import { fastPath } from "../../../src/chat/fast-path/fast-path.ts";
import { renderNotification } from "../../../src/telegram/render-notification.ts";
import { applySliceOutcome } from "../../../src/twap/apply-slice-outcome.ts";
import { listOrdersText } from "../../../src/twap/list-orders-text.ts";
import { strategyEventOf } from "../../../src/twap/twap-kind.ts";
import { onBase } from "../chat/context.ts";
import { noDraw } from "./no-draw.ts";
import { orderFixture } from "./order-fixture.ts";

/*
 * Decision D37 counts a slice that only notified as executed in what is stored. What is told of it
 * is what happened: it was quoted and told, and nothing was sent.
 */

const SENT = /execut|sold|bought|spent/i;
const order = (changes = {}) => orderFixture({ autoExecute: false, ...changes });
const notified = {
  kind: "notified",
  sellBase: 20_000_000n,
  buyBase: 8_000_000_000_000_000n,
} as const;
const applied = (of: ReturnType<typeof order>) =>
  applySliceOutcome(of, notified, of.createdAt + 600_000, noDraw);
const toldOf = (of: ReturnType<typeof order>) => applied(of).notifications.map(renderNotification);

describe("a slice that only notified", () => {
  test("default: its event says notified and that nothing was sent", () => {
    const { event } = applied(order());
    const { summary, success } = strategyEventOf(event!);
    expect(success).toBe(true);
    expect(summary).toBe("TWAP #7 slice 1/3 notified, nothing was sent: quoted 20 for 0.008");
  });

  test("default: the list shows notified slices and their quotes; what is stored stays", () => {
    const after = applied(order()).order;
    expect(after).toMatchObject({ slicesExecuted: 1, amountSpent: "20", totalBought: "0.008" });
    const text = listOrdersText([after]);
    expect(text).toContain("Progress: 1/3 slices of 20 USDC notified, every 10 minutes");
    expect(text).toContain("Quoted: 20 USDC for 0.008 WETH; nothing was sent");
    expect(text).not.toMatch(SENT);
  });

  test.each([
    ["sell", { tokenIn: "USDC", tokenOut: "WETH", amountIn: "20" }],
    ["buy", { tokenIn: "USDC", tokenOut: "WETH", amountOut: "0.008" }],
  ] as const)(
    "behavior: the message of a %s says what to write to trade it, in words that the chat reads",
    (side, args) => {
      const [text = ""] = toldOf(order({ side }));
      expect(text).toContain("Nothing was sent");
      expect(text).not.toMatch(SENT);
      const words = /<code>([^<]+)<\/code>/.exec(text)?.[1] ?? "";
      expect(fastPath(words, onBase)).toEqual({
        kind: "call",
        tool: "build_vault_swap",
        args: { ...args, dex: "uniswap" },
      });
    },
  );

  test("behavior: the end of its order reads as notified, not as spent and bought", () => {
    const [, summary = ""] = toldOf(
      order({ slicesExecuted: 2, spentBase: "40000000", boughtBase: "16000000000000000" }),
    );
    expect(summary).toContain("<b>TWAP #7</b> completed (3/3)");
    expect(summary).toContain("Quoted in all: 60 USDC for 0.024 WETH.");
    expect(summary).not.toMatch(SENT);
  });
});
