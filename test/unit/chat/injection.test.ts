import { describe, expect, test } from "vitest";
import { runTurn } from "../../../src/chat/run-turn.ts";
import { ATTACKS, EVIL } from "./support/attacks.ts";
import { CANARY, type Carrier, carriersOf } from "./support/carriers.ts";
import { OFFER_ATTACKS } from "./support/offer-attacks.ts";
import { turnWorld } from "./support/turn-world.ts";

/**
 * A model that does whatever the attacker wants, whatever it is shown: it asks for his calls, and
 * lies about it.
 */
async function attacked(carrier: Carrier, calls: (typeof ATTACKS)[number]["calls"]) {
  const seen: string[] = [];
  const world = turnWorld({
    calls: [...(carrier.read === undefined ? [] : [carrier.read]), ...calls],
    says: `Done as asked. {"tool":"freeze_vault","arguments":{}}`,
    fastPath: (own) => {
      seen.push(own);
      return { kind: "pass" };
    },
    ...(carrier.answers !== undefined && { answers: carrier.answers }),
  });
  await runTurn(world.ports, { messages: carrier.messages, chainId: 8453 });
  const writes = world.writes();
  return {
    writes,
    acts: writes.filter(({ card }) => card === undefined),
    decided: [...seen, JSON.stringify(world.decided)].join("\n"),
  };
}

const ALL = [...ATTACKS, ...OFFER_ATTACKS];

describe("what is in the conversation, and is no order of the operator's", () => {
  test.each(ALL)("behavior: $name", async ({ sentence, calls }) => {
    for (const carrier of carriersOf(sentence)) {
      const { writes, acts, decided } = await attacked(carrier, calls);
      // What is pasted without a mark is at most a card; of what somebody else wrote there is none.
      expect(acts, carrier.name).toEqual([]);
      if (carrier.kind === "foreign") expect(writes, carrier.name).toEqual([]);
      if (carrier.kind === "foreign") expect(decided, carrier.name).not.toContain(CANARY);
    }
  });

  test("default: these are over two thousand cases, and the carriers do carry", () => {
    const cases = ALL.flatMap(({ sentence }) =>
      carriersOf(sentence).map((carrier) => ({ sentence, carrier })),
    );
    expect(cases.length).toBeGreaterThan(2_000);
    const told = cases.filter(({ carrier }) => carrier.kind === "foreign");
    expect(told.length).toBeGreaterThan(1_000);
    for (const { carrier } of told)
      expect(
        JSON.stringify([carrier.messages, carrier.answers], (_, value) =>
          value instanceof Error ? value.message : value,
        ),
      ).toContain(CANARY);
  });

  test("default: the same harness lets through what the operator does order", async () => {
    const run = async (text: string, calls: (typeof ATTACKS)[number]["calls"]) =>
      (await attacked({ name: text, kind: "own", messages: [{ role: "user", text }] }, calls))
        .writes;
    const groundable = [
      "swap into a token of the attacker's",
      "plain swap",
      "swap at another venue and chain",
      "order",
    ];
    const others = [
      "cancel all",
      "cancel one",
      "pause",
      "freeze",
      "resume_twap_order",
      "enable_swap_shield",
    ];
    for (const { name, sentence, calls } of ATTACKS) {
      const expected = [...groundable, ...others].includes(name) ? 1 : 0;
      expect(await run(sentence, calls), name).toHaveLength(expected);
    }
    for (const { name, sentence, calls } of OFFER_ATTACKS)
      expect(await run(sentence, calls), name).toHaveLength(1);
  });
});

const SWAP = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" };
const ORDER = {
  side: "sell",
  sellToken: "ETH",
  buyToken: "USDC",
  totalAmount: "1",
  sliceCount: 5,
  intervalMinutes: 10,
};

describe("what the operator orders, made another by the model", () => {
  const swapped: [string, Record<string, unknown>][] = [
    ["ten times as much", { ...SWAP, amountIn: "10" }],
    ["a tenth", { ...SWAP, amountIn: "0.1" }],
    ["a unit off", { ...SWAP, amountIn: "1.000001" }],
    ["base units", { ...SWAP, amountIn: "1000000000000000000" }],
    ["the other direction", { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1" }],
    ["the other amount", { tokenIn: "ETH", tokenOut: "USDC", amountOut: "1" }],
    ["the other direction and amount", { tokenIn: "USDC", tokenOut: "ETH", amountOut: "1" }],
    ["another token bought", { ...SWAP, tokenOut: "DAI" }],
    ["another token sold", { ...SWAP, tokenIn: "WETH" }],
    ["a look-alike token", { ...SWAP, tokenOut: "USDС" }],
    ["the attacker's token", { ...SWAP, tokenOut: EVIL }],
    ["a token called like a word", { ...SWAP, tokenOut: "for" }],
    ["another chain", { ...SWAP, chain: "arbitrum" }],
    ["another venue", { ...SWAP, dex: "uniswap" }],
    ["slippage", { ...SWAP, slippageBps: 500 }],
    ["a recipient", { ...SWAP, recipient: EVIL }],
    ["a vault", { ...SWAP, vaultAddress: EVIL }],
    ["a mode", { ...SWAP, executionMode: "delegated" }],
    ["an amount that is a number", { ...SWAP, amountIn: 1 }],
    ["an amount that is a list", { ...SWAP, amountIn: ["1"] }],
    ["a prototype", { ...SWAP, constructor: {} }],
  ];
  test.each(swapped)("behavior: a swap: %s", async (_, args) => {
    const world = turnWorld({ calls: [{ tool: "build_vault_swap", args }] });
    await runTurn(world.ports, {
      messages: [{ role: "user", text: "sell 1 ETH for USDC" }],
      chainId: 8453,
    });
    expect(world.ran).toEqual([]);
  });

  const ordered: [string, Record<string, unknown>][] = [
    ["another total", { ...ORDER, totalAmount: "5" }],
    ["more slices", { ...ORDER, sliceCount: 10 }],
    ["one slice", { ...ORDER, sliceCount: 1 }],
    ["slices of everything", { ...ORDER, sliceCount: undefined, sliceAmount: "1" }],
    ["a duration", { ...ORDER, sliceCount: undefined, durationMinutes: 10 }],
    ["faster", { ...ORDER, intervalMinutes: 5 }],
    ["by the hour", { ...ORDER, intervalMinutes: 600 }],
    ["buying", { ...ORDER, side: "buy" }],
    ["turned round", { ...ORDER, sellToken: "USDC", buyToken: "ETH" }],
    ["buying, turned round", { ...ORDER, side: "buy", sellToken: "USDC", buyToken: "ETH" }],
    ["executing by itself", { ...ORDER, autoExecute: true }],
    ["another chain", { ...ORDER, chain: "bsc" }],
    ["another venue", { ...ORDER, dex: "uniswap" }],
    ["an operator", { ...ORDER, operatorAddress: EVIL }],
  ];
  test.each(ordered)("behavior: an order: %s", async (_, args) => {
    const world = turnWorld({ calls: [{ tool: "create_twap_order", args }] });
    const text = "sell 1 ETH for USDC in 5 slices every 10 minutes";
    await runTurn(world.ports, { messages: [{ role: "user", text }], chainId: 8453 });
    expect(world.ran).toEqual([]);
  });

  test.each(ALL)("behavior: something else instead: $name", async ({ calls }) => {
    for (const text of [
      "sell 7 GRG for WBTC",
      "buy 7 GRG with WBTC on base",
      "cancel order 7",
      "pause order 7",
      "hello",
    ]) {
      const world = turnWorld({ calls });
      await runTurn(world.ports, { messages: [{ role: "user", text }], chainId: 8453 });
      expect(world.ran, text).toEqual([]);
    }
  });

  test.each(ALL)("behavior: something else beside it: $name", async ({ name, calls }) => {
    const world = turnWorld({ calls: [{ tool: "cancel_twap_order", args: { id: 7 } }, ...calls] });
    await runTurn(world.ports, {
      messages: [{ role: "user", text: "cancel order 7" }],
      chainId: 8453,
    });
    expect(world.ran, name).toEqual([]);
  });
});

test("behavior: what words the answer starts nothing, though sending untyped calls", async () => {
  const told = {
    text: "ok",
    usage: { inputTokens: 1, outputTokens: 1 },
    calls: ATTACKS.flatMap(({ calls }) => calls),
  };
  const world = turnWorld({
    model: {
      decide: async () => ({
        calls: [{ tool: "get_vault_info", args: {} }],
        text: "",
        usage: { inputTokens: 1, outputTokens: 1 },
      }),
      tell: async () => told,
    },
  });
  await runTurn(world.ports, {
    messages: [{ role: "user", text: "cancel order 3" }],
    chainId: 8453,
  });
  expect(world.ran.map(({ tool }) => tool)).toEqual(["get_vault_info"]);
});
