import { describe, expect, test } from "vitest";
import * as z from "zod";
import {
  type CreateTwapOrder,
  createTwapOrder,
} from "../../../schemas/orders/create-twap-order.ts";
import { twapOrder } from "../../../schemas/orders/twap-order.ts";
import { orderFromInput } from "../../../src/twap/order-from-input.ts";
import { planSlices } from "../../../src/twap/plan-slices.ts";
import { orderFixture, T0 } from "./order-fixture.ts";

const body = {
  side: "sell",
  sellToken: "USDC",
  buyToken: "WETH",
  totalAmount: "50",
  sliceAmount: "20",
  intervalMinutes: 10,
};
const isAccepted = (fields: object) => createTwapOrder.safeParse({ ...body, ...fields }).success;

describe("createTwapOrder", () => {
  test("default: autoExecute is false, the venue is the aggregator", () => {
    expect(createTwapOrder.parse(body)).toEqual({ ...body, dex: "0x", autoExecute: false });
  });

  test("behavior: unknown fields are ignored (decision D11)", () => {
    expect(createTwapOrder.parse({ ...body, slippageBps: 9999 })).not.toHaveProperty("slippageBps");
  });

  test.each([
    [4, false],
    [5, true],
    [43_200, true],
    [43_201, false],
    [5.5, false],
    ["5", false],
    [undefined, false],
    [Number.POSITIVE_INFINITY, false],
  ])("boundary: intervalMinutes %s", (intervalMinutes, accepted) => {
    expect(isAccepted({ intervalMinutes })).toBe(accepted);
  });

  test.each([
    { side: "short" },
    { side: undefined },
    { totalAmount: "1,000" },
    { totalAmount: 50 },
    { totalAmount: "-1" },
    { totalAmount: "1e3" },
    { totalAmount: "" },
    { totalAmount: " 50" },
    { sliceAmount: 20 },
    { sliceAmount: "1,000" },
    { sliceCount: "3" },
    { sliceCount: 0 },
    { sliceCount: 1001 },
    { sliceCount: 2.5 },
    { durationMinutes: 0 },
    { durationMinutes: "60" },
    { durationMinutes: Number.NaN },
    { sellToken: "" },
    { sellToken: 1 },
    { buyToken: undefined },
    { dex: "zerox" },
    { chain: 8453 },
    { autoExecute: "true" },
    { autoExecute: 1 },
  ])("error: %j", (fields) => {
    expect(isAccepted(fields)).toBe(false);
  });

  test.each([
    { sliceCount: 1 },
    { sliceCount: 1000 },
    { durationMinutes: 1 },
    { dex: "aggregator" },
    { dex: "pool_dex" },
    { dex: "uniswap" },
    { chain: "arbitrum" },
    { autoExecute: true },
  ])("args: %j", (fields) => {
    expect(isAccepted(fields)).toBe(true);
  });

  test("behavior: it is a JSON schema for function calling, each argument described", () => {
    const schema = z.toJSONSchema(createTwapOrder, { io: "input" });
    expect(schema.required).toEqual([
      "side",
      "sellToken",
      "buyToken",
      "totalAmount",
      "intervalMinutes",
    ]);
    const properties = Object.entries(schema.properties ?? {});
    // The spec's and those of the options; a later one needs no line here.
    expect(properties.length).toBeGreaterThanOrEqual(18);
    for (const [name, property] of properties) expect(property, name).toHaveProperty("description");
    expect(() => z.toJSONSchema(createTwapOrder)).not.toThrow();
  });
});

describe("orderFromInput", () => {
  const usdc = {
    address: "0x00000000000000000000000000000000000000A1",
    symbol: "USDC",
    decimals: 6,
  } as const;
  const weth = {
    address: "0x00000000000000000000000000000000000000B2",
    symbol: "WETH",
    decimals: 18,
  } as const;

  const created = (fields: Partial<CreateTwapOrder>, symbol = "USDC") => {
    const input = createTwapOrder.parse({ ...body, ...fields });
    const plan = planSlices({ ...input, decimals: 6 });
    if (!plan.ok) throw new Error(plan.message);
    return orderFromInput({
      input,
      chainId: 8453,
      sell: { ...usdc, symbol },
      buy: weth,
      plan: plan.value,
      options: {},
      operator: "0x00000000000000000000000000000000000000D4",
      vault: "0x00000000000000000000000000000000000000C3",
      nowMs: T0,
    });
  };

  test("default: a record the store's schema takes, without id, lower case addresses", () => {
    const { id, ...expected } = orderFixture();
    const order = created({ dex: "uniswap", autoExecute: true });
    expect(order).toEqual(expected);
    expect(twapOrder.parse({ ...order, id })).toEqual(orderFixture());
  });

  test.each([
    ["aggregator", "0x"],
    ["0x", "0x"],
    ["pool_dex", "uniswap"],
    ["uniswap", "uniswap"],
  ] as const)("behavior: dex %s is stored as %s (decision D1)", (dex, stored) => {
    expect(created({ dex }).dex).toBe(stored);
  });

  test("behavior: a symbol is a short visible line, the address where nothing is left", () => {
    expect(created({}, `A\u202eB\n${"x".repeat(100)}`).sellSymbol).toMatch(/^A B x+…$/);
    expect(created({}, `A${"x".repeat(100)}`).sellSymbol.length).toBeLessThanOrEqual(32);
    expect(created({}, "\u200b").sellSymbol).toBe("0x00000000000000000000000000000000000000a1");
  });
});
