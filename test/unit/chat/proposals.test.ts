import { describe, expect, it, test } from "vitest";
import { judgeProposal } from "../../../src/chat/judge-proposal.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { clearTable, notTable, type TableRow, wrongTable } from "./support/chat-table.ts";

const sum = (rows: readonly TableRow[], ...columns: ("act" | "offer" | "of" | "wrong")[]) =>
  rows.reduce((total, row) => total + columns.reduce((part, column) => part + row[column], 0), 0);

describe("what a model proposes for clear commands", () => {
  it("default: with the right call at least 98% act or are offered, no other runs", async () => {
    const rows = await clearTable({ model: true, grammar: true });
    expect(
      sum(rows, "act", "offer") / sum(rows, "of"),
      JSON.stringify(rows),
    ).toBeGreaterThanOrEqual(0.98);
    expect(sum(rows, "wrong")).toBe(0);
    const foreign = rows.find(({ name }) => name === "other languages");
    expect([foreign?.act, foreign?.offer]).toEqual([2, 18]);
  });

  it("default: by the model alone, nine of ten of those that it can reach", async () => {
    const rows = (await clearTable({ model: true, grammar: false })).filter(
      ({ name }) => !name.startsWith("settings"),
    );
    expect(
      sum(rows, "act", "offer") / sum(rows, "of"),
      JSON.stringify(rows),
    ).toBeGreaterThanOrEqual(0.9);
    expect(sum(rows, "wrong")).toBe(0);
  });

  it("attack: with a call that is off by one mistake none acts", async () => {
    const rows = await wrongTable();
    for (const row of rows) expect([row.name, row.wrong, row.of > 10]).toEqual([row.name, 0, true]);
    expect(sum(rows, "of")).toBeGreaterThan(1_000);
  });
});

test("attack: no non-command acts; negated, asked, told or disguised is not offered", async () => {
  const rows = await notTable();
  for (const row of rows) expect([row.name, row.wrong]).toEqual([row.name, 0]);
  expect(sum(rows, "of")).toBeGreaterThanOrEqual(300);
});

const judge = (own: string, name: string, args: Record<string, unknown>) => {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined || tool.effect === "read") throw new Error(`no write ${name}`);
  return judgeProposal(tool, args, { own, chainId: 8453 });
};
const SWAP = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" };
const FIVE = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "5000" };

describe("the card", () => {
  test("default: what was read, what was filled in, and where", () => {
    expect(judge("verkaufe 1 eth für usdc", "build_vault_swap", SWAP)).toEqual({
      ok: true,
      value: {
        args: SWAP,
        card: [
          "Read from your words: Token to sell ETH; Token to buy USDC; Amount to sell 1.",
          "On base.",
          "Filled in by default: the venue that gives more.",
        ],
      },
    });
  });

  test("behavior: of an order, that it only notifies; where words say it, that it executes", () => {
    const order = {
      side: "sell",
      sellToken: "ETH",
      buyToken: "USDC",
      totalAmount: "5",
      sliceCount: 10,
      intervalMinutes: 15,
    };
    const words = "verkaufe 5 eth für usdc in 10 teilen alle 15 minuten";
    const plain = judge(words, "create_twap_order", order);
    expect(plain).toMatchObject({ ok: true, value: { args: { ...order, autoExecute: false } } });
    expect(JSON.stringify(plain)).toContain("notifications only, nothing is sent by itself");
    const auto = judge(`${words}, automatisch`, "create_twap_order", order);
    expect(auto).toMatchObject({ ok: true, value: { args: { ...order, autoExecute: true } } });
  });

  test.each([
    ["sell 1 eth for usdc when eth is above 4k", "condition"],
    ["verkaufe 1 eth für usdc wenn eth über 4000 ist", "condition"],
    ["продай 1 eth за usdc завтра", "condition"],
    ["sell 1 eth for usdc in 2 hours", "left_over"],
  ])("attack: %s: what would not be watched is no card", (words, reason) => {
    expect(judge(words, "build_vault_swap", SWAP)).toMatchObject({
      ok: false,
      details: { reason },
    });
  });

  test.each(["sell 1 eth for usdc only with my ok", "swap 1 eth to usdc on my go"])(
    "behavior: %s: it waits, though all of it is said",
    (words) => {
      expect(judge(words, "build_vault_swap", SWAP)).toMatchObject({
        ok: true,
        value: { card: expect.anything() },
      });
    },
  );

  test("behavior: an order is resumed by a card only, however plainly it is said", () => {
    expect(judge("resume order 4", "resume_twap_order", { id: 4 })).toMatchObject({
      ok: true,
      value: { args: { id: 4 }, card: ["Read from your words: id 4.", "On base."] },
    });
    expect(judge("resume order 5", "resume_twap_order", { id: 4 })).toMatchObject({
      details: { reason: "order_id" },
    });
  });
});

describe("figures in other forms", () => {
  test.each([
    "tausche 5k usdc in eth",
    "cambia 5,000 usdc a eth",
    "cambia 5.000,00 usdc a eth",
    "обменяй 5 тыс usdc на eth",
    "usdc 5000 を eth に 交換",
    "把 5000 USDC换成ETH",
    "échange 5000 usdc contre de l'ether",
  ])("default: %s", (words) => {
    expect(judge(words, "build_vault_swap", FIVE)).toMatchObject({
      ok: true,
      value: { args: FIVE },
    });
  });

  test.each([
    ["two readings", "tausche 5.000 usdc in eth", "unclear_number"],
    ["digits of two scripts", "tausche 5０00 usdc in eth", "unclear_number"],
    ["one figure for two arguments", "tausche 5000 usdc in eth für 5 eth", "left_over"],
    ["a share", "tausche 5000% usdc in eth", "amount"],
    ["a fraction", "tausche 1/5000 usdc in eth", "amount"],
    ["another token's figure", "tausche usdc in 5000 eth", "amount"],
    ["a third token", "tausche 5000 usdc in eth und dai", "left_over"],
    ["the other way round", "verkaufe eth für 5000 usdc", "unclear_side"],
    ["another chain", "tausche 5000 usdc in eth auf arbitrum", "chain"],
    ["another venue", "tausche 5000 usdc in eth auf uniswap", "venue"],
    [
      "whom it goes to",
      "tausche 5000 usdc in eth an 0x6666666666666666666666666666666666666666",
      "left_over",
    ],
    ["a chain that is none here", "tausche 5000 usdc in eth on solana", "unknown_word"],
    ["not", "bitte nicht 5000 usdc für eth verkaufen", "unknown_word"],
    ["a report", "ich habe 5000 usdc für eth verkauft", "unknown_word"],
    ["a question", "soll ich 5000 usdc für eth verkaufen", "question"],
    ["another's", "Bob: verkaufe 5000 usdc für eth", "unknown_word"],
    ["another deed", "storniere 5000 usdc in eth", "unknown_word"],
  ])("error: %s", (_, words, reason) => {
    const judged = judge(words, "build_vault_swap", FIVE);
    expect(judged.ok ? judged.value : judged.details?.reason).toBe(reason);
  });
});

describe("orders and the vault in other languages", () => {
  test.each([
    ["storniere order 3", 3],
    ["annulla l'ordine 3", 3],
    ["取消订单3", 3],
    ["注文3をキャンセル", 3],
    ["cancela todas las órdenes", 0],
    ["отмени все ордера", 0],
    ["取消所有订单", 0],
  ])("default: %s", (words, id) => {
    expect(judge(words, "cancel_twap_order", { id })).toMatchObject({
      ok: true,
      value: { args: { id }, card: [`Read from your words: id ${id}.`, "On base."] },
    });
  });

  test.each([
    ["storniere order 3", "pause_twap_order", 3],
    ["pausiere order 3", "cancel_twap_order", 3],
    ["storniere order 3", "cancel_twap_order", 0],
    ["storniere alle orders", "cancel_twap_order", 3],
    ["cancela todo menos la 3", "cancel_twap_order", 0],
    ["cancela 3 de mis ordenes", "cancel_twap_order", 3],
    ["storniere order 3 nicht", "cancel_twap_order", 3],
    ["hast du order 3 storniert?", "cancel_twap_order", 3],
    ["order 3", "cancel_twap_order", 3],
    ["storniere trigger order 3", "cancel_twap_order", 3],
  ])("error: %s is not %s %i", (words, tool, id) => {
    expect(judge(words, tool, { id }).ok).toBe(false);
  });

  test("behavior: a freeze needs the deed and what is frozen, and nothing beside it", () => {
    for (const words of ["friere den vault ein", "冻结金库", "заморозь хранилище"])
      expect(judge(words, "freeze_vault", {}), words).toMatchObject({
        ok: true,
        value: { card: ["On base."] },
      });
    for (const words of [
      "nicht den vault einfrieren",
      "freeze peas",
      "was ist mit dem vault",
      "storniere order 3",
    ])
      expect(judge(words, "freeze_vault", {}).ok, words).toBe(false);
  });
});
