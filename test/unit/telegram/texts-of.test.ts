import { createHash } from "node:crypto";
import type { Hex } from "viem";
import { expect, test } from "vitest";
import type { Notification } from "../../../schemas/notification.ts";
import { planMessages } from "../../../src/telegram/texts-of.ts";
import { arrangeTexts } from "./arrange-texts.ts";

const T0 = 1_788_220_800_000;
const addressed = {
  vault: "0x00000000000000000000000000000000000000c3",
  chainId: 8453,
  operator: "0x00000000000000000000000000000000000000d4",
} as const;
const ofOrder = (orderId: number, sliceNumber: number) => ({
  ...addressed,
  orderId,
  sliceNumber,
  createdAt: T0 + sliceNumber,
  progress: `${sliceNumber}/24`,
});
const item = (shown: Notification) => ({ id: shown.id, payload: JSON.stringify(shown) });
const hash = (n: number): Hex => `0x${n.toString(16).padStart(64, "0")}`;

const executed = (orderId: number, sliceNumber: number, changes: object = {}) =>
  item({
    kind: "slice_executed",
    id: `${orderId}.${sliceNumber}`,
    ...ofOrder(orderId, sliceNumber),
    sellAmount: "2.5",
    sellSymbol: "USDC",
    buyAmount: `0.00${sliceNumber}`,
    buySymbol: "WETH",
    estimated: false,
    hash: hash(sliceNumber),
    blockNumber: "1",
    explorerUrl: `https://basescan.org/tx/${hash(sliceNumber)}`,
    ...changes,
  } as Notification);
const manual = (orderId: number, sliceNumber: number) =>
  item({
    kind: "manual_slice",
    id: `m${orderId}.${sliceNumber}`,
    ...ofOrder(orderId, sliceNumber),
    sellAmount: "2.5",
    sellSymbol: "USDC",
    buyAmount: "0.001",
    buySymbol: "WETH",
    dex: "uniswap",
  });
const failed = (orderId: number, sliceNumber: number, data: Hex = "0x3593564c") =>
  item({
    kind: "slice_failed",
    id: `f${orderId}.${sliceNumber}`,
    ...ofOrder(orderId, sliceNumber),
    error: "no route",
    code: "no_route",
    consecutiveFailures: 1,
    failureLimit: 3,
    debugCall: { to: "0xto", from: "0xfrom", value: "0", data },
  });
const completed = (orderId: number, sliceNumber: number) =>
  item({
    kind: "order_completed",
    id: `c${orderId}`,
    ...ofOrder(orderId, sliceNumber),
    totalSpent: "60",
    sellSymbol: "USDC",
    totalBought: "1",
    buySymbol: "WETH",
    estimated: false,
    broadcast: true,
  });
const visible = (id: string) =>
  `<code>#${createHash("sha256").update(id).digest("hex").slice(0, 8)}</code>`;
const idsOf = async (items: { id: string; payload: string }[]) =>
  (await arrangeTexts(items)).map(({ ids }) => ids);

test("default: an order's successive slices are one text: which, sums, latest, ids", async () => {
  const [text, ...more] = await arrangeTexts([4, 5, 6, 7, 8, 9].map((n) => executed(3, n)));
  expect(more).toEqual([]);
  expect(text).toEqual({
    ids: ["3.4", "3.5", "3.6", "3.7", "3.8", "3.9"],
    html: [
      "✅ <b>TWAP #3</b> slices 4-9 of 24 executed",
      "Sold 15 USDC, bought 0.039 WETH. The last one:",
      "Sold 2.5 USDC, bought 0.009 WETH",
      `Transaction: https://basescan.org/tx/${hash(9)}`,
      `Vault: <code>${addressed.vault}</code> on base`,
      ["3.4", "3.5", "3.6", "3.7", "3.8", "3.9"].map(visible).join(" "),
    ].join("\n"),
  });
});

test("behavior: one slice is a text as always; what cannot add up is sent singly", async () => {
  const [one] = await arrangeTexts([executed(3, 4)]);
  expect(one?.html).toContain("slice executed (4/24)");
  expect(await idsOf([executed(3, 4), executed(3, 5, { sellAmount: "2,5" })])).toEqual([
    ["3.4"],
    ["3.5"],
  ]);
  expect(await idsOf([executed(3, 4), executed(3, 5, { buySymbol: "DAI" })])).toEqual([
    ["3.4"],
    ["3.5"],
  ]);
});

test("behavior: an estimate makes sums about, a gap so many up to the last", async () => {
  const [text] = await arrangeTexts([executed(3, 4), executed(3, 7, { estimated: true })]);
  expect(text?.html).toContain(
    "<b>TWAP #3</b> 2 slices up to 7 of 24 executed\nSold about 5 USDC, bought about 0.011 WETH",
  );
});

test("behavior: orders stay apart, in order, ends last; notified slices are not run", async () => {
  const items = [
    executed(1, 1),
    executed(2, 8),
    manual(4, 1),
    executed(1, 2),
    executed(2, 9),
    completed(2, 9),
    manual(4, 2),
  ];
  expect(await idsOf(items)).toEqual([["1.1", "1.2"], ["2.8", "2.9"], ["c2"], ["m4.1", "m4.2"]]);
  const texts = await arrangeTexts(items);
  expect(texts[3]?.html).toContain("<b>TWAP #4</b> slices 1-2 of 24 notified");
  expect(texts[3]?.html).toContain("Quoted together: sell 5 USDC for 0.002 WETH. The last one:");
  expect(texts[3]?.html).toContain("<code>sell 2.5 USDC for WETH on uniswap</code>");
});

test("behavior: alarms go first, each after the past of its order, with debug data", async () => {
  const items = [
    failed(2, 6),
    executed(1, 1),
    executed(2, 4),
    executed(2, 5),
    executed(2, 7),
    executed(1, 2),
  ];
  expect(await idsOf(items)).toEqual([["2.4", "2.5"], ["f2.6"], ["1.1", "1.2"], ["2.7"]]);
  const texts = await arrangeTexts(items);
  expect(texts[1]?.html).toContain(
    "to: <code>0xto</code>\nfrom: <code>0xfrom</code>\nvalue: <code>0</code>\ndata: " +
      "<code>0x3593564c</code>",
  );
});

test("behavior: no two alarms are one text, whatever their order", async () => {
  const items = [failed(2, 6), failed(2, 7), failed(1, 1)];
  expect(await idsOf(items)).toEqual([["f2.6"], ["f2.7"], ["f1.1"]]);
});

test("behavior: what this version cannot read is delivered first, and alone", async () => {
  const unreadable = { id: "x", payload: "no json" };
  expect(await idsOf([executed(1, 1), unreadable, executed(1, 2)])).toEqual([
    ["x"],
    ["1.1", "1.2"],
  ]);
});

test("boundary: 60 slices of an order are two texts of one message", async () => {
  const texts = await arrangeTexts(
    Array.from({ length: 60 }, (_, i) => executed(1, i + 1, { buyAmount: "1" })),
  );
  expect(texts.map(({ ids }) => ids.length)).toEqual([30, 30]);
  expect(planMessages(texts)).toHaveLength(1);
});
