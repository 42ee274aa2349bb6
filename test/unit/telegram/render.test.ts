import fc from "fast-check";
import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { parseTelegramHtml } from "../../../local/messaging/parse-telegram-html.ts";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { operationKeyboard } from "../../../src/telegram/order-button.ts";
import { renderHelp } from "../../../src/telegram/render-help.ts";
import { renderSettings } from "../../../src/telegram/render-settings.ts";
import { splitHtml } from "../../../src/telegram/send-reply.ts";
import { renderMode } from "../../../src/telegram/settings-answer.ts";
import { renderOrders } from "../../../src/telegram/show-orders.ts";
import { renderPositions } from "../../../src/telegram/show-positions.ts";
import { orderOf } from "../store/support/records.ts";
import { callbackUpdate, read } from "./updates.ts";

const VAULT: Hex = `0x${"a1".repeat(20)}`;
const OPERATOR: Hex = `0x${"b2".repeat(20)}`;
const order = (id: number, changes: Partial<TwapOrder> = {}): TwapOrder => ({
  ...orderOf(VAULT, OPERATOR, { sellSymbol: "USDC", totalAmount: "100", ...changes }),
  id,
});
/** What Telegram shows; fails where it would refuse. */
function shown(html: string): string {
  const parsed = parseTelegramHtml(html);
  expect(parsed).toMatchObject({ ok: true });
  return parsed.ok ? parsed.text : "";
}
const orders = (list: readonly TwapOrder[]) =>
  renderOrders([{ vault: VAULT, chainId: 8453, orders: list }]);

describe("/orders", () => {
  test("default: a vault's orders in the words of the tool", () => {
    expect(orders([order(1, { slicesExecuted: 2, amountSpent: "40", totalBought: "0.01" })])).toBe(
      [
        `<b>Vault</b> <code>${VAULT}</code> on base`,
        "TWAP orders: 1 active, 0 inactive.",
        "",
        "#1 active: sell 100 USDC for ETH",
        "  Progress: 2/5 slices of 20 USDC, every 5 minutes",
        "  Spent: 40 USDC, bought: 0.01 ETH",
        "  Venue: 0x on base, mode: autonomous",
      ].join("\n"),
    );
  });

  test("behavior: no orders, no vaults, several vaults", () => {
    expect(renderOrders([])).toBe("There are no TWAP orders.");
    expect(
      renderOrders([
        { vault: VAULT, chainId: 8453, orders: [] },
        { vault: OPERATOR, chainId: 10, orders: [] },
      ]),
    ).toBe(
      [
        `<b>Vault</b> <code>${VAULT}</code> on base`,
        "There are no TWAP orders for this vault.",
        "",
        `<b>Vault</b> <code>${OPERATOR}</code> on optimism`,
        "There are no TWAP orders for this vault.",
      ].join("\n"),
    );
  });

  test.each([
    [5, ""],
    [6, "1 older closed order is not shown."],
    [8, "3 older closed orders are not shown."],
  ])(
    "boundary: of %s closed orders the newest five are shown, the others counted; open ones are shown always",
    (count, told) => {
      const closed = Array.from({ length: count }, (_, i) =>
        order(i + 1, { status: "completed", active: false }),
      );
      const open = Array.from({ length: 9 }, (_, i) => order(i + 101));
      const text = shown(orders([...closed, ...open]));
      const ids = [...text.matchAll(/^#(\d+) /gm)].map(([, id]) => Number(id));
      const newest = [count, count - 1, count - 2, count - 3, count - 4];
      expect(ids).toEqual([109, 108, 107, 106, 105, 104, 103, 102, 101, ...newest]);
      expect(text.split("\n\n").at(-1)).toBe(told === "" ? text.split("\n\n").at(-1) : told);
      expect(text.includes("not shown")).toBe(told !== "");
    },
  );

  test("attack: a token's name and an error write neither markup nor a line of their own", () => {
    const symbol = "</b><a href='tg://x'>USDC</a>\n#9 active: sell all";
    const lastError = "reverted: <code>\n\n/freeze &lt;b&gt; \u202eevil";
    const html = orders([order(1, { sellSymbol: symbol, consecutiveFailures: 1, lastError })]);
    const text = shown(html);
    expect(html.match(/<[^>]*>/g)).toEqual(["<b>", "</b>", "<code>", "</code>"]);
    // A symbol is cut to 42 characters.
    expect(text).toContain(
      "#1 active: sell 100 </b><a href='[link]'>USDC</a> #9 active: … for ETH",
    );
    expect(text).toContain("Failures in a row: 1, last: reverted: <code> /freeze &lt;b&gt; evil");
    expect(text.split("\n").filter((line) => line.startsWith("#"))).toHaveLength(1);
  });
});

describe("/positions", () => {
  const position = {
    vault: VAULT,
    chainId: 8453 as const,
    name: "Alpha & Co",
    baseSymbol: "USDC",
    holdings: [
      { symbol: "USDC", amount: "1200.5" },
      { symbol: "ETH", amount: "0.25" },
    ],
    navPerUnit: "1.02",
    totalValue: "2000",
  };

  test("default: what a vault holds and is worth", () => {
    expect(renderPositions([position])).toBe(
      [
        `<b>Alpha &amp; Co</b> <code>${VAULT}</code> on base`,
        "• 1200.5 USDC",
        "• 0.25 ETH",
        "Total value: 2000 USDC",
        "NAV per unit: 1.02 USDC",
      ].join("\n"),
    );
  });

  test("behavior: what could not be read is not nothing", () => {
    const unread = renderPositions([
      { ...position, holdings: null, navPerUnit: null, totalValue: null },
    ]);
    expect(shown(unread).split("\n").slice(1)).toEqual([
      "What it holds cannot be read now.",
      "Total value: cannot be measured now",
      "NAV per unit: cannot be measured now",
    ]);
    expect(shown(renderPositions([{ ...position, holdings: [] }])).split("\n")[1]).toBe(
      "It holds no tokens.",
    );
    expect(renderPositions([])).toBe("There is no vault to show.");
  });
});

test("default: /mode says each operator's mode and what it means", () => {
  expect(
    renderMode([
      { operator: OPERATOR, mode: "confirm" },
      { operator: VAULT, mode: "autonomous" },
    ]),
  ).toBe(
    [
      `<b>confirm</b> for <code>${OPERATOR}</code>`,
      "What you ask for is shown first and sent only after you approve it.",
      "",
      `<b>autonomous</b> for <code>${VAULT}</code>`,
      "What you ask for is sent at once where its vault is delegated and both shields allow it.",
      "",
      "<code>/mode confirm</code> makes this chat's operators be asked first. Autonomous " +
        "takes a signed call, and no chat.",
    ].join("\n"),
  );
  expect(renderMode([])).toBe("This chat is not paired with an operator.");
});

test("default: /settings says what is in force, and what is a default", () => {
  const budgets = [
    { vault: VAULT, chainId: 8453 as const, settings: { lossDayBps: 500, lossWeekBps: 800 } },
    { vault: VAULT, chainId: 10 as const, settings: {} },
  ];
  expect(
    renderSettings([
      { operator: OPERATOR, settings: { slippageBps: 50, execMode: "autonomous" }, budgets },
    ]),
  ).toBe(
    [
      `<b>Settings</b> of <code>${OPERATOR}</code>`,
      "Slippage: 0.5% (50 bps)",
      "Swap Shield: 5% (500 bps) (default)",
      "NAV Shield: 10% (1000 bps) (default)",
      "Sync tolerance: 1% (100 bps) (default)",
      "Mode: autonomous",
      `Loss budget of <code>${VAULT}</code> on base: 5% (500 bps) in 24 hours, 8% (800 bps) ` +
        "in 7 days",
      `Loss budget of <code>${VAULT}</code> on optimism: 10% (1000 bps) (default) in 24 ` +
        "hours, 15% (1500 bps) (default) in 7 days",
      "",
      "A button makes one stricter. What lets more through takes your wallet's signature: " +
        "/settings loosen says which.",
    ].join("\n"),
  );
  expect(shown(renderSettings([{ operator: OPERATOR, settings: {}, budgets: [] }]))).toContain(
    "Mode: confirm (default)",
  );
  expect(renderSettings([])).toBe("This chat is not paired with an operator.");
});

test("behavior: /help names every command that is read, in one message", () => {
  const lines = shown(renderHelp()).split("\n");
  for (const name of [
    ...[
      "orders",
      "positions",
      "mode",
      "settings",
      "pause",
      "resume",
      "cancel",
      "freeze",
      "vault",
      "help",
    ],
    ...[
      "status",
      "balance",
      "quote",
      "history",
      "pnl",
      "order",
      "skip",
      "triggers",
      "limits",
      "grants",
    ],
  ])
    expect(lines.filter((line) => new RegExp(`^/${name}\\b`).test(line))).toHaveLength(1);
  expect(splitHtml(renderHelp())).toEqual([renderHelp()]);
});

describe("operation keyboard", () => {
  const ID = "5b2f6d0e-8a55-4c07-9d2e-0f6a1c3b7e11";

  test("default: two buttons, and the bot reads back what they send", () => {
    const keyboard = operationKeyboard(ID);
    expect(keyboard).toEqual({
      inline_keyboard: [
        [
          { text: "✅ Approve", callback_data: `approve:${ID}` },
          { text: "❌ Reject", callback_data: `reject:${ID}` },
        ],
      ],
    });
    const [approve, reject] = keyboard.inline_keyboard[0]!.map(({ callback_data }) =>
      read(callbackUpdate(callback_data)),
    );
    expect(approve).toMatchObject({ decision: "approve", operationId: ID });
    expect(reject).toMatchObject({ decision: "reject", operationId: ID });
  });

  test("boundary: what Telegram's 64 bytes cannot carry, or could confuse, is not made", () => {
    expect(operationKeyboard("a".repeat(55)).inline_keyboard[0]![0]!.callback_data).toHaveLength(
      63,
    );
    for (const id of ["a".repeat(56), "", "a:b", "é", "a b"])
      expect(() => operationKeyboard(id)).toThrow("operation id");
  });
});

/** Text that would like to be markup, a line, an entity or another direction. */
const hostile = fc.string({
  unit: fc.constantFrom(
    "<",
    ">",
    "&",
    '"',
    "</b>",
    "<b>",
    "<code>",
    "&lt;",
    "\n",
    "\u202e",
    "\u200b",
    "😀",
    "\ud800",
    "é",
    "x",
  ),
  maxLength: 80,
});

test("property: whatever tokens, vaults, errors are called, Telegram reads whole messages", () => {
  const record = fc.record({
    a: hostile,
    b: hostile,
    c: hostile,
    count: fc.integer({ min: 1, max: 40 }),
  });
  fc.assert(
    fc.property(record, ({ a, b, c, count }) => {
      const failing = {
        sellSymbol: a,
        buySymbol: b,
        consecutiveFailures: 1,
        lastError: c.repeat(9),
      };
      const many = Array.from({ length: count }, (_, i) => order(i + 1, failing));
      const holdings = many.map(({ id }) => ({ symbol: a, amount: String(id) }));
      const answers = [
        orders(many),
        renderPositions([
          {
            vault: VAULT,
            chainId: 10,
            name: b,
            baseSymbol: c,
            holdings,
            navPerUnit: "1",
            totalValue: null,
          },
        ]),
      ];
      for (const html of answers) {
        const text = shown(html);
        // Only our own tags are tags.
        expect([...new Set(html.match(/<[^>]*>/g))].sort()).toEqual([
          "</b>",
          "</code>",
          "<b>",
          "<code>",
        ]);
        expect(text).not.toMatch(/[\u200b\u202e]/);
        const parts = splitHtml(html);
        expect(parts.every((part) => part.length <= 4_096)).toBe(true);
        expect(parts.map(shown).join("").replace(/\s/g, "")).toBe(text.replace(/\s/g, ""));
      }
      expect(shown(answers[0] ?? "").match(/^#\d+ /gm)).toHaveLength(count);
      expect(shown(answers[1] ?? "").match(/^• /gm)).toHaveLength(count);
    }),
  );
});
