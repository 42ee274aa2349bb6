import fc from "fast-check";
import type { Hex } from "viem";
import { describe, expect, test } from "vitest";
import { CHAIN_IDS } from "../../../schemas/chains.ts";
import { type Notification, notification } from "../../../schemas/notification.ts";
import { explorerTxUrl } from "../../../src/chain/without-links.ts";
import { callLines, escapeHtml } from "../../../src/telegram/escape-html.ts";
import { renderNotification } from "../../../src/telegram/render-notification.ts";

const HASH: Hex = `0x${"ab".repeat(32)}`;
const base = {
  id: "twap:x",
  vault: "0x00000000000000000000000000000000000000c3",
  chainId: 8453,
  operator: "0x00000000000000000000000000000000000000d4",
  createdAt: 1_700_000_000_000,
  orderId: 7,
  sliceNumber: 3,
  progress: "3/5",
} as const;
const amounts = { sellAmount: "20", sellSymbol: "USDC", buyAmount: "0.008", buySymbol: "WETH" };
const executed: Notification = {
  kind: "slice_executed",
  ...base,
  ...amounts,
  estimated: false,
  hash: HASH,
  blockNumber: "5",
  explorerUrl: explorerTxUrl(8453, HASH),
};
const failed: Extract<Notification, { kind: "slice_failed" }> = {
  kind: "slice_failed",
  ...base,
  error: "Quote is 9% off.",
  code: "swap_shield_blocked",
  consecutiveFailures: 2,
  failureLimit: 3,
  debugCall: { to: base.vault, from: null, value: "0x0", data: null },
};
const completed: Notification = {
  kind: "order_completed",
  ...base,
  totalSpent: "50",
  sellSymbol: "USDC",
  totalBought: "0.02",
  buySymbol: "WETH",
  estimated: true,
  broadcast: true,
};

/** Telegram refuses a text with anything but its own few tags and well-formed entities. */
function expectTelegramTakes(text: string) {
  expect(text.length).toBeLessThan(4096);
  const stripped = text.replace(/<\/?(?:b|code)>/g, "").replace(/&(?:amp|lt|gt);/g, "");
  expect(stripped).not.toMatch(/[<>&]/);
  for (const tag of ["b", "code"])
    expect(text.split(`<${tag}>`).length).toBe(text.split(`</${tag}>`).length);
}

describe("texts", () => {
  test("default: slice executed", () => {
    expect(renderNotification(executed)).toMatchInlineSnapshot(`
      "✅ <b>TWAP #7</b> slice executed (3/5)
      Sold 20 USDC, bought 0.008 WETH
      Transaction: https://basescan.org/tx/0xabababababababababababababababababababababababababababababababab
      Vault: <code>0x00000000000000000000000000000000000000c3</code> on base"
    `);
  });

  test("default: manual slice says that nothing was sent, and what to write", () => {
    expect(
      renderNotification({ kind: "manual_slice", ...base, ...amounts, dex: "0x" }),
    ).toMatchInlineSnapshot(`
      "📝 <b>TWAP #7</b> slice notified (3/5)
      Quoted on 0x: sell 20 USDC for 0.008 WETH
      Nothing was sent: this order only notifies. To trade this slice now, write here: <code>sell 20 USDC for WETH on 0x</code>
      To have the agent wallet trade the rest, cancel TWAP #7 and create it again with "automatically" in its words.
      Vault: <code>0x00000000000000000000000000000000000000c3</code> on base"
    `);
  });

  test("default: an order that waits", () => {
    const waiting: Notification = {
      kind: "order_waiting",
      ...base,
      waitingSince: 1_788_220_800_000,
      code: "lane_full",
      reason: "the <wallet> is busy",
    };
    expect(renderNotification(waiting)).toMatchInlineSnapshot(`
      "⏳ <b>TWAP #7</b> waits (3/5)
      Since 2026-09-01 00:00 UTC none of its slices could be sent: the &lt;wallet&gt; is busy.
      Nothing failed and nothing was sent; it is tried again every few minutes. Look at the agent wallet's transactions, or cancel the order.
      Vault: <code>0x00000000000000000000000000000000000000c3</code> on base"
    `);
  });

  test("default: order completed, with estimates marked", () => {
    expect(renderNotification(completed)).toMatchInlineSnapshot(`
      "🏁 <b>TWAP #7</b> completed (3/5)
      Total spent: about 50 USDC
      Total bought: about 0.02 WETH
      Vault: <code>0x00000000000000000000000000000000000000c3</code> on base"
    `);
  });

  test("default: slice failed, absent parts of the call named", () => {
    expect(renderNotification(failed)).toMatchInlineSnapshot(`
      "❌ <b>TWAP #7</b> slice 3 failed (2/3 in a row)
      Error: Quote is 9% off.
      Code: swap_shield_blocked
      Slices so far: 3/5
      Debug call data:
      to: <code>0x00000000000000000000000000000000000000c3</code>
      from: not known
      value: <code>0x0</code>
      data: not known
      Vault: <code>0x00000000000000000000000000000000000000c3</code> on base"
    `);
  });

  test("attack: no revert's reason or token's symbol is a link; the explorer's is", () => {
    const error = "reverted: refund at https://evil.example/x or claim.evil.example, see @evil_bot";
    const shown = [
      renderNotification({ ...failed, error }),
      renderNotification({ ...executed, sellSymbol: "evil.example" }),
      renderNotification({
        kind: "order_auto_paused",
        ...base,
        consecutiveFailures: 3,
        lastError: error,
      }),
    ].join("\n");
    expect(shown).not.toMatch(/evil/);
    expect(shown).toContain("Error: reverted: refund at [link] or [link], see [link]\n");
    expect(shown).toContain("Transaction: https://basescan.org/tx/0xab");
  });

  test("default: order paused itself", () => {
    const paused: Notification = {
      kind: "order_auto_paused",
      ...base,
      consecutiveFailures: 3,
      lastError: "no route",
    };
    expect(renderNotification(paused)).toMatchInlineSnapshot(`
      "⏸ <b>TWAP #7</b> paused (3/5)
      3 slices in a row failed. Nothing more is done until you resume the order.
      Last error: no route
      Vault: <code>0x00000000000000000000000000000000000000c3</code> on base"
    `);
  });

  test("default: the chain knows more than the service", () => {
    const { orderId: _, sliceNumber: __, progress: ___, ...addressed } = base;
    const lost: Notification = {
      kind: "history_lost",
      ...addressed,
      agent: base.operator,
      chainNonce: 4,
    };
    expect(renderNotification(lost)).toMatchInlineSnapshot(`
      "🛑 <b>Vault frozen</b>: its records are behind the chain
      The chain counts 4 transactions of the agent wallet <code>0x00000000000000000000000000000000000000d4</code>, and the service does not remember all of them. It cannot know which slices they were, so nothing more is sent.
      Compare your orders with the wallet's transactions, cancel what is done already, and only then unfreeze the vault: POST /api/vault/unfreeze with a fresh signature, /docs#unfreezeVault.
      Vault: <code>0x00000000000000000000000000000000000000c3</code> on base"
    `);
  });

  test("default: an agent wallet without coin, in the chain's own coin", () => {
    const { orderId: _, sliceNumber: __, progress: ___, ...addressed } = base;
    const needs: Notification = {
      kind: "agent_needs_coin",
      ...addressed,
      agent: base.operator,
      balanceWei: "7",
      neededWei: "1500000000000000",
    };
    expect(notification.parse(needs)).toEqual(needs);
    expect(renderNotification(needs)).toMatchInlineSnapshot(`
      "⛽ <b>Agent wallet needs coin</b>: a transaction cannot go on without it
      The agent wallet <code>0x00000000000000000000000000000000000000d4</code> has 0.000000000000000007 ETH for gas, and this transaction may need up to 0.0015 ETH.
      Send it coin on this chain. Until then it may hold up everything that this wallet does for the vault there; nothing is run twice.
      Vault: <code>0x00000000000000000000000000000000000000c3</code> on base"
    `);
    expectTelegramTakes(renderNotification(needs));
    expect(renderNotification({ ...needs, chainId: 137 })).toContain("0.0015 POL");
  });

  test("default: a chat was paired, told elsewhere, and its end", () => {
    const { id, vault, chainId, operator, createdAt } = base;
    const of = {
      kind: "pairing_changed",
      id,
      vault,
      chainId,
      operator,
      createdAt,
      channel: "telegram",
    } as const;
    const paired: Notification = { ...of, change: "paired" };
    expect(notification.parse(paired)).toEqual(paired);
    expect(renderNotification(paired)).toMatchInlineSnapshot(`
      "🔗 <b>A chat was paired</b>: telegram
      It trades, approves and cancels for you. If this was not you, end it (POST /api/telegram/unpair) and ask who has your wallet.
      Vault: <code>0x00000000000000000000000000000000000000c3</code> on base"
    `);
    expectTelegramTakes(renderNotification(paired));
    expect(renderNotification({ ...of, change: "ended" })).toMatchInlineSnapshot(`
      "🔗 <b>Pairing ended</b>: telegram
      Vault: <code>0x00000000000000000000000000000000000000c3</code> on base"
    `);
  });

  test("default: an agent froze the vault, by its name and address", () => {
    const { id, vault, chainId, operator, createdAt } = base;
    const grant = { id: "ab".repeat(16), name: "guard", agent: operator };
    const frozen: Notification = {
      kind: "vault_frozen",
      id,
      vault,
      chainId,
      operator,
      createdAt,
      grant,
    };
    expect(notification.parse(frozen)).toEqual(frozen);
    expect(renderNotification(frozen)).toContain(
      `🛑 <b>Vault frozen</b> by your agent "guard" (<code>${operator}</code>)\nNothing more ` +
        "is sent for it, on any chain.",
    );
    expectTelegramTakes(renderNotification(frozen));
  });

  test("default: the schedule stood still; no vault of its own", () => {
    const { id, operator, createdAt } = base;
    // 2026-11-20T14:05:00Z by `date -u -d @1795183500`.
    const missed: Notification = {
      kind: "scheduler_missed",
      id,
      operator,
      createdAt,
      lastTickAt: 1_795_183_500_000,
    };
    expect(notification.parse(missed)).toEqual(missed);
    expect(renderNotification(missed)).toMatchInlineSnapshot(`
      "⏰ <b>Orders late</b>: the schedule stood still after 2026-11-20 14:05 UTC
      No order was looked at for more than ten minutes. Your active orders go on with the next tick, later than planned: nothing is skipped or run twice."
    `);
    expectTelegramTakes(renderNotification(missed));
  });
});

describe("calldata", () => {
  const rendered = (data: string) =>
    renderNotification({ ...failed, debugCall: { ...failed.debugCall, data } });

  test("behavior: short calldata is shown whole", () => {
    expect(rendered("0x12345678")).toContain("data: <code>0x12345678</code>\n");
  });

  test.each([
    [4, false],
    [5, true],
    [20_000, true],
  ])(
    "boundary: of %s bytes a slice's message has the method, their number, and where the rest is",
    (bytes, isCut) => {
      const text = rendered(`0x${"ab".repeat(bytes)}`);
      expect(text).toContain("data: <code>0xabababab</code>");
      expect(text).not.toContain("ab".repeat(5));
      expect(text.includes(`(cut, ${bytes} bytes in all)`)).toBe(isCut);
      expect(text.includes("All of its data: Details, under the order's card.")).toBe(isCut);
      expectTelegramTakes(text);
    },
  );

  // Where no card is.
  test.each([
    [164, false],
    [165, true],
  ])("boundary: %s bytes of another message's call", (bytes, isCut) => {
    const lines = callLines({ ...failed.debugCall, data: `0x${"ab".repeat(bytes)}` }).join("\n");
    expect(lines.includes(`(cut, ${bytes} bytes in all)`)).toBe(isCut);
  });

  test("behavior: what is not hex is not shown", () => {
    expect(rendered("<b>0x</b>")).toContain("data: not hex (9 characters)");
  });
});

test("behavior: a symbol with markup is text (a token's author chooses it)", () => {
  const text = renderNotification({ ...executed, buySymbol: '<a href="tg://x">&' } as Notification);
  expect(text).not.toContain("<a");
  expectTelegramTakes(text);
});

test("property: whatever the outside texts, Telegram takes the message", () => {
  const nasty = fc.oneof(
    fc.string({ maxLength: 500, unit: "binary" }),
    fc.string({ maxLength: 500, unit: fc.constantFrom("&", "<", ">", '"', "\u202e", "\n", "x") }),
    fc.constantFrom("&".repeat(400), "<".repeat(400), "& ".repeat(200), `0x${"ab".repeat(9000)}`),
  );
  fc.assert(
    fc.property(nasty, nasty, nasty, fc.constantFrom(...CHAIN_IDS), (a, b, c, chainId) => {
      const all: Notification[] = [
        {
          ...executed,
          sellAmount: a,
          sellSymbol: b,
          buyAmount: c,
          buySymbol: a,
          chainId,
        } as Notification,
        {
          ...failed,
          error: a.slice(0, 400),
          code: b,
          debugCall: { to: a, from: b, value: c, data: a },
          chainId,
        },
        {
          ...failed,
          error: a.slice(0, 400),
          code: b,
          debugCall: { to: a, from: b, value: c, data: `0x${"ab".repeat(9000)}` },
        },
        {
          ...completed,
          totalSpent: a,
          totalBought: b,
          sellSymbol: c,
          buySymbol: a,
          chainId,
        } as Notification,
        {
          kind: "order_auto_paused",
          ...base,
          consecutiveFailures: 3,
          lastError: a.slice(0, 400),
          chainId,
        },
        {
          kind: "manual_slice",
          ...base,
          ...amounts,
          dex: "0x",
          sellSymbol: a,
          buyAmount: b,
          chainId,
        },
      ];
      for (const each of all) expectTelegramTakes(renderNotification(each));
    }),
  );
});

test("behavior: the record's schema takes every kind", () => {
  for (const each of [executed, failed, completed]) expect(notification.parse(each)).toEqual(each);
});

test("escapeHtml: the three characters of Telegram's HTML mode", () => {
  expect(escapeHtml(`a<b>&"'`)).toBe(`a&lt;b&gt;&amp;"'`);
});

test.each([
  [1, "https://etherscan.io/tx/0x1"],
  [10, "https://optimistic.etherscan.io/tx/0x1"],
  [56, "https://bscscan.com/tx/0x1"],
  [130, "https://uniscan.xyz/tx/0x1"],
  [137, "https://polygonscan.com/tx/0x1"],
  [8453, "https://basescan.org/tx/0x1"],
  [42161, "https://arbiscan.io/tx/0x1"],
] as const)("explorerTxUrl: chain %s", (chainId, url) => {
  expect(explorerTxUrl(chainId, "0x1")).toBe(url);
});
