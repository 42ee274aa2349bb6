import { describe, expect, test } from "vitest";
import { judgeProposal } from "../../../src/chat/judge-proposal.ts";
import { buildVaultSwap } from "../../../src/tools/build-vault-swap.ts";
import { freezeVault } from "../../../src/tools/freeze-vault.ts";
import { cancelTwapOrder } from "../../../src/twap/tools/cancel-twap-order.ts";
import { createTwapOrder } from "../../../src/twap/tools/create-twap-order.ts";
import { pauseTwapOrder } from "../../../src/twap/tools/pause-twap-order.ts";

type Args = Record<string, unknown>;
const TOKEN = "0x1111111111111111111111111111111111111111";
const TOOLS = [buildVaultSwap, createTwapOrder, cancelTwapOrder, pauseTwapOrder, freezeVault];
/**
 * What becomes of a call that a model proposes for these words: the arguments of its card, or why
 * there is none.
 */
function judge(name: string, own: string, args: Args): Args | unknown[] {
  const tool = TOOLS.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`no ${name}`);
  const judged = judgeProposal(tool, args, { own, chainId: 8453 });
  if (!judged.ok) return [judged.code, judged.details?.reason];
  expect(judged.value.card, own).toBeDefined();
  return judged.value.args;
}
const swap = (own: string, args: Args) => judge("build_vault_swap", own, args);
const twap = (own: string, args: Args) => judge("create_twap_order", own, args);
const REFUSED = ["not_in_your_words", expect.any(String)];

const SELL_ETH = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" };
const BUY_ETH = { tokenIn: "USDC", tokenOut: "ETH", amountOut: "1" };
const SPEND_USDC = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100" };

describe("swaps that the words hold", () => {
  test.each<[string, Args]>([
    ["sell 1 ETH for USDC", SELL_ETH],
    ["Please sell 1 eth for usdc.", SELL_ETH],
    ["Hi! I want to sell 1 ETH to USDC now, thanks", SELL_ETH],
    ["can you swap 1 ETH into USDC?", SELL_ETH],
    ["Could you please convert 1 ETH to USDC, thank you!", SELL_ETH],
    ["I'd like to exchange 1 ETH against USDC", SELL_ETH],
    ["I would like to trade 1.0 ETH for USDC", SELL_ETH],
    ["let's dump 1 ETH for USDC right away", SELL_ETH],
    ["swap from ETH to USDC, 1 ETH", SELL_ETH],
    ["swap 1ETH -> USDC", SELL_ETH],
    ["swap exactly 1 ETH → USDC", SELL_ETH],
    ["make a swap of 1 ETH for USDC", SELL_ETH],
    ["sell 1 ETH to buy USDC", SELL_ETH],
    ["sell 1 ETH for USDC on base", SELL_ETH],
    ["sell 1 ETH for USDC on 0x", SELL_ETH],
    ["sell 1 ETH\nfor USDC", SELL_ETH],
    ["buy 1 ETH with USDC", BUY_ETH],
    ["get me 1 ETH for USDC please", BUY_ETH],
    ["purchase 1 ETH using USDC", BUY_ETH],
    ["swap USDC for 1 ETH", BUY_ETH],
    ["acquire 1 ETH using the vault's USDC right now", BUY_ETH],
    ["use 100 USDC to buy ETH", SPEND_USDC],
    ["spend 100 USDC to buy ETH", SPEND_USDC],
    ["convert USDC to 1 ETH", BUY_ETH],
    ["buy ETH with 100 USDC", SPEND_USDC],
    ["with 100 USDC buy ETH", SPEND_USDC],
    ["buy ETH for 100.00 USDC", SPEND_USDC],
    [`sell 2.5 ETH for ${TOKEN}`, { tokenIn: "ETH", tokenOut: TOKEN, amountIn: "2.50" }],
    ["sell .5 ETH for USDC", { ...SELL_ETH, amountIn: "0.5" }],
    ["sell 1,000,000 USDC for ETH", { ...SPEND_USDC, amountIn: "1000000" }],
    ["sell 1,000.50 USDC for ETH", { ...SPEND_USDC, amountIn: "1000.5" }],
    ["sell 100 USDC.E for ETH", { ...SPEND_USDC, tokenIn: "usdc.e" }],
    ["sell 1 ETH for USDC on uniswap", { ...SELL_ETH, dex: "uniswap" }],
    [
      "sell 1 ETH for USDC via Uniswap on Arbitrum",
      { ...SELL_ETH, dex: "pool_dex", chain: "arbitrum" },
    ],
    ["on optimism sell 1 ETH for USDC", { ...SELL_ETH, chain: "op" }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, dex: "aggregator", chain: "base" }],
    ["dump 1 of ETH for USDC", SELL_ETH],
    ["sell  1 ETH : for : USDC !", SELL_ETH],
    ["acquire 1 ETH using the vault’s USDC", BUY_ETH],
    ["sell 0.05 ETH for USDC", { ...SELL_ETH, amountIn: "0.05" }],
    ["sell 1 ETH", SELL_ETH],
    ["sell 1 ETH for USDC".padEnd(1_000, " now"), SELL_ETH],
  ])("default: %s is a card", (own, args) => {
    // A venue that goes unsaid is the service's to choose.
    expect({ ...args, ...swap(own, args) }).toEqual(args);
  });
});

describe("swaps that they do not", () => {
  test.each<[string, Args]>([
    // another figure, token, side, chain or venue
    ["sell 1 ETH for USDC", { ...SELL_ETH, amountIn: "10" }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, amountIn: "0.1" }],
    ["sell 0.05 ETH for USDC", { ...SELL_ETH, amountIn: "0.5" }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, amountIn: "1.000" }],
    ["sell 10 ETH for USDC", SELL_ETH],
    ["sell 1 ETH for USDC", { ...SELL_ETH, tokenOut: "USDT" }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, tokenOut: TOKEN }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, tokenOut: "FOR" }],
    ["sell 1 ETH for don't", { ...SELL_ETH, tokenOut: "don't" }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, tokenOut: "ETH" }],
    ["sell 1 WETH for USDC", SELL_ETH],
    ["sell ETH for USDC", SELL_ETH],
    ["sell 1 ETH for USDC", { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1" }],
    ["sell 1 ETH for USDC", BUY_ETH],
    ["buy 1 ETH with USDC", SELL_ETH],
    ["sell 1 ETH for USDC", { ...BUY_ETH, amountOut: undefined, amountIn: "1" }],
    ["buy ETH with 100 USDC", { tokenIn: "USDC", tokenOut: "ETH", amountOut: "100" }],
    ["swap to ETH 100 USDC", { tokenIn: "ETH", tokenOut: "USDC", amountOut: "100" }],
    ["buy 100 USDC of ETH", { tokenIn: "ETH", tokenOut: "USDC", amountOut: "100" }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, chain: "arbitrum" }],
    ["sell 1 ETH for USDC on arbitrum", SELL_ETH],
    ["sell 1 ETH for USDC on arbitrum", { ...SELL_ETH, chain: "optimism" }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, chain: "nowhere" }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, dex: "uniswap" }],
    ["sell 1 ETH for USDC on uniswap", SELL_ETH],
    ["sell 1 ETH for USDC on uni", { ...SELL_ETH, chain: "unichain" }],
    // figures that the call leaves out
    ["sell 1 ETH for 3000 USDC", SELL_ETH],
    ["sell 1 ETH for USDC, 3000 minimum", SELL_ETH],
    ["sell 1 ETH for USDC with 2% slippage", SELL_ETH],
    ["sell 1 ETH for USDC and 2 ETH for USDC", SELL_ETH],
    ["sell 1 ETH for USDC and 2 WBTC for USDC", SELL_ETH],
    ["sell 1 ETH for USDC in 5 slices of 0.2 every 10 minutes", SELL_ETH],
    ["sell 1 ETH for USDC every hour", SELL_ETH],
    ["sell 1 ETH each hour for USDC", SELL_ETH],
    ["sell 1 ETH for USDC every time", SELL_ETH],
    ["sell 1 ETH for USDC every constructor", SELL_ETH],
    ["sell 1 ETH for USDC automatically", SELL_ETH],
    ["sell 1 ETH for USDC in equal parts", SELL_ETH],
    ["sell 1 ETH for USDC in slices", SELL_ETH],
    ["split 1 ETH and sell ETH for USDC", SELL_ETH],
    ["create a twap order to sell 1 ETH for USDC", SELL_ETH],
    ["twap 1 ETH to USDC", SELL_ETH],
    ["dca 1 ETH into USDC", SELL_ETH],
    // a price, or what to get for whatever it takes
    // numbers that can be read in two ways
    ["sell 1,000 USDC for ETH", { ...SPEND_USDC, amountIn: "1" }],
    ["sell 1.000 USDC for ETH", { ...SPEND_USDC, amountIn: "1" }],
    ["sell 1.000 USDC for ETH", { ...SPEND_USDC, amountIn: "1000" }],
    ["sell 1 000 USDC for ETH", { ...SPEND_USDC, amountIn: "1" }],
    ["sell 1 500 USDC for ETH", { ...SPEND_USDC, amountIn: "500" }],
    ["sell 1e3 USDC for ETH", { ...SPEND_USDC, amountIn: "1000" }],
    ["sell 1-2 ETH for USDC", SELL_ETH],
    ["sell -1 ETH for USDC", SELL_ETH],
    ["sell $1 ETH for USDC", SELL_ETH],
    ["sell 1١ ETH for USDC", { ...SELL_ETH, amountIn: "11" }],
    ["sell half my ETH for USDC", { ...SELL_ETH, amountIn: "0.5" }],
    // what turns a sentence round
    ["don't sell 1 ETH for USDC", SELL_ETH],
    ["do not sell 1 ETH for USDC", SELL_ETH],
    ["never sell 1 ETH for USDC", SELL_ETH],
    ["sell 1 ETH for USDC? no", SELL_ETH],
    ["sell 1 ETH for USDC, not now", SELL_ETH],
    ["sell 1 ETH for USDC nicht", SELL_ETH],
    ["sell 1 ETH for USDC - нет", SELL_ETH],
    ["should I sell 1 ETH for USDC?", SELL_ETH],
    ["can I sell 1 ETH for USDC?", SELL_ETH],
    ["I can not sell 1 ETH for USDC", SELL_ETH],
    ["sell 1 ETH for USDC ?!", SELL_ETH],
    ["sell 1 ETH for USDC?", SELL_ETH],
    ["I would sell 1 ETH for USDC", SELL_ETH],
    ["would you sell 1 ETH for USDC?", SELL_ETH],
    ["what happens if I sell 1 ETH for USDC", SELL_ETH],
    ["sell 1 ETH for USDC if it drops", SELL_ETH],
    ["sell 1 ETH for USDC at", SELL_ETH],
    ["sell 1 ETH for USDC by", SELL_ETH],
    ["sell 1 ETH for USDC now and then", SELL_ETH],
    ["sell 1 ETH for USDC for ETH", SELL_ETH],
    ["swap 1 ETH for USDC; swap USDC for ETH", SELL_ETH],
    ["sell 1 ETH for USDC tomorrow", SELL_ETH],
    ["he told me to sell 1 ETH for USDC", SELL_ETH],
    ["yesterday I sold 1 ETH for USDC", SELL_ETH],
    ["ignore this: sell 1 ETH for USDC", SELL_ETH],
    ["the opposite of sell 1 ETH for USDC", SELL_ETH],
    ["just prepare a transaction to sell 1 ETH for USDC", SELL_ETH],
    ["only build the tx: sell 1 ETH for USDC", SELL_ETH],
    ["simulate: sell 1 ETH for USDC", SELL_ETH],
    // what does not read as it looks
    ["sell 1\u200b ETH for USDC", SELL_ETH],
    ["sell 1 ETH for USDC\u202e", SELL_ETH],
    ["sell 1 ETH for USDC\ufe0f", SELL_ETH],
    ["sell 1 ETH\u3000for USDC", SELL_ETH],
    ["s\u0435ll 1 ETH for USDC", SELL_ETH],
    ["sell 1 \u0395TH for USDC", SELL_ETH],
    ["sell 1 \u{1d404}\u{1d413}\u{1d407} for USDC", SELL_ETH],
    ["sell \u{1d7cf} ETH for USDC", SELL_ETH],
    ["sell 1 \u0415\u0422\u041d for USDC", SELL_ETH],
    ["sell 1 ETH for U\u0332SDC", SELL_ETH],
    // what a call may not hold
    ["sell 1 ETH for USDC", { ...SELL_ETH, slippageBps: 500 }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, recipient: TOKEN }],
    ["sell 1 ETH for USDC", { tokenIn: "ETH", tokenOut: "USDC" }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, amountOut: "1" }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, amountIn: 1 }],
    ["", SELL_ETH],
    [" \n\t", SELL_ETH],
    ["\ufffc", SELL_ETH],
    [`sell 1 ETH for USDC ${"please ".repeat(200)}`, SELL_ETH],
    ["sell 1 ETH for USDC".padEnd(1_001, " now"), SELL_ETH],
  ])("attack: %s", (own, args) => {
    expect(swap(own, args)).toEqual(REFUSED);
  });

  test("attack: an address is as typed, letter by letter: its case is its checksum", () => {
    const typed = "0xaAbBcCdDeEfF00112233445566778899aAbBcCdD";
    const sentence = `sell 1 ETH for ${typed}`;
    expect(swap(sentence, { ...SELL_ETH, tokenOut: typed })).toEqual({
      ...SELL_ETH,
      tokenOut: typed,
    });
    expect(swap(sentence, { ...SELL_ETH, tokenOut: typed.toLowerCase() })).toEqual(REFUSED);
  });

  test("attack: a token named like a command word is refused wherever that word stands", () => {
    const names = (
      "TO for NOW MY uniswap 0x can could you thank would right every each hourly daily next " +
      "hour"
    ).split(" ");
    for (const name of names)
      expect(swap(`sell 1 ETH for ${name}`, { ...SELL_ETH, tokenOut: name }), name).toEqual(
        REFUSED,
      );
  });

  test("error: where two values conflict the refusal says both, and what to type", () => {
    expect(
      judgeProposal(
        buildVaultSwap,
        { ...SELL_ETH, amountIn: "10" },
        { own: "sell 1 ETH for USDC", chainId: 8453 },
      ),
    ).toEqual({
      ok: false,
      code: "not_in_your_words",
      message:
        'Nothing was done: the amount is not the one you wrote ("1 and not 10"). Write it in ' +
        "plain words, for example: sell 1 ETH for USDC",
      details: { tool: "build_vault_swap", reason: "amount", word: "1 and not 10" },
    });
  });
});

const ORDER = {
  side: "sell",
  sellToken: "ETH",
  buyToken: "USDC",
  totalAmount: "1",
  intervalMinutes: 10,
};
const BY_SLICE = { ...ORDER, sliceAmount: "0.2" };
const BY_COUNT = { ...ORDER, sliceCount: 5 };
const ALL_AT_ONCE = { ...ORDER, totalAmount: "900", sliceAmount: "900.000" };

describe("orders of slices", () => {
  test.each<[string, Args]>([
    ["sell 1 ETH for USDC in 5 slices of 0.2 every 10 minutes", BY_SLICE],
    ["sell 1 ETH for USDC in 5 slices of 0.2 every 10 minutes", BY_COUNT],
    ["sell 1 ETH for USDC, 0.2 at a time, every 10 minutes", BY_SLICE],
    ["sell 1 ETH into USDC 0.20 ETH each every 10 min please", BY_SLICE],
    ["twap 1 ETH to USDC: 0.2 per slice every 10 mins", BY_SLICE],
    ["every 10 minutes sell 0.2 ETH at a time for USDC, total 1 ETH", BY_SLICE],
    ["split 1 ETH in 5 equal parts and sell ETH for USDC every 10 minutes", BY_COUNT],
    ["dca 1 ETH into USDC in 5 chunks every 10 minutes", BY_COUNT],
    ["sell 1 ETH for USDC over 2 hours every 10 minutes", { ...ORDER, durationMinutes: 120 }],
    [
      "sell 1 ETH for USDC over the next 2 hours every 10 minutes",
      { ...ORDER, durationMinutes: 120 },
    ],
    ["sell 1 ETH for USDC in 5 slices, hourly", { ...BY_COUNT, intervalMinutes: 60 }],
    ["sell 1 ETH for USDC in 5 slices every 2 hours", { ...BY_COUNT, intervalMinutes: 120 }],
    [
      "buy 1 ETH with USDC in 5 slices every 10 minutes on uniswap on arbitrum",
      {
        ...BY_COUNT,
        side: "buy",
        sellToken: "USDC",
        buyToken: "ETH",
        dex: "uniswap",
        chain: "arbitrum",
      },
    ],
    [
      "buy ETH with 500 USDC, 100 at a time, every 10 minutes",
      { ...ORDER, sellToken: "USDC", buyToken: "ETH", totalAmount: "500", sliceAmount: "100" },
    ],
    ["create a twap order to sell 1 ETH for USDC in 5 slices every 10 minutes", BY_COUNT],
    ["sell 1 ETH for USDC in 5 even slices, daily", { ...BY_COUNT, intervalMinutes: 1_440 }],
    ["sell 1 ETH for USDC in 5 slices each 10 minutes", BY_COUNT],
    ["sell 1 ETH for USDC, 0.2 apiece, every 10 minutes", BY_SLICE],
    ["sell 1 ETH for USDC, sell 0.2 at a time, every 10 minutes", BY_SLICE],
    ["sell 1 ETH for USDC in 4 slices of 0.25 every 10 minutes", { ...ORDER, sliceAmount: "0.25" }],
    ["sell 1 ETH for USDC, 0.2 at a loss, every 10 minutes", BY_SLICE],
    ["sell 1 ETH for USDC, 0.2 ETH minimum slice, every 10 minutes", BY_SLICE],
    // 5 times 0.2: 1
    ["sell 0.2 ETH for USDC 5 times every 10 minutes", { ...ORDER, sliceCount: 5 }],
    // 120 minutes, one slice every 10: 12
    [
      "sell 1 ETH for USDC in 12 slices over 2 hours every 10 minutes",
      { ...ORDER, sliceCount: 12 },
    ],
  ])("default: %s is a card", (own, args) => {
    expect(twap(own, args)).toEqual({ ...args, autoExecute: false });
  });

  test.each([
    ["sell 1 ETH for USDC in 5 slices every 10 minutes, automatically", true],
    ["sell 1 ETH for USDC in 5 slices every 10 minutes", false],
  ])("behavior: autoExecute is the words': %s", (own, autoExecute) => {
    expect(twap(own, BY_COUNT)).toEqual({ ...BY_COUNT, autoExecute });
  });

  test.each<[string, Args, string]>([
    [
      "buy eth with 50 usdc a day for 10 days",
      {
        side: "sell",
        sellToken: "USDC",
        buyToken: "ETH",
        totalAmount: "500",
        sliceCount: 10,
        intervalMinutes: 1_440,
      },
      "500 = 50 × 10",
    ],
    [
      "sell 2 eth stealthily over 2 hours, every 30 minutes, into usdc",
      {
        side: "sell",
        sellToken: "ETH",
        buyToken: "USDC",
        totalAmount: "2",
        sliceCount: 4,
        intervalMinutes: 30,
      },
      "4 = 120 min / 30",
    ],
  ])(
    "behavior: %s: sums, products and times that were worked out stand on the card",
    (own, args, shown) => {
      const judged = judgeProposal(createTwapOrder, args, { own, chainId: 8453 });
      expect(judged).toMatchObject({ ok: true, value: { args } });
      if (judged.ok) expect(judged.value.card.join("\n")).toContain(shown);
    },
  );

  const SENTENCE = "sell 1 ETH for USDC in 5 slices of 0.2 every 10 minutes";
  test.each<[string, Args]>([
    [SENTENCE, { ...BY_SLICE, totalAmount: "5" }],
    [SENTENCE, { ...BY_SLICE, totalAmount: "10" }],
    [SENTENCE, { ...BY_SLICE, sliceAmount: "1" }],
    [SENTENCE, { ...BY_SLICE, sliceAmount: "1.000" }],
    [SENTENCE, { ...BY_COUNT, sliceCount: 10 }],
    [SENTENCE, { ...BY_COUNT, sliceCount: 1 }],
    [SENTENCE, ORDER],
    [SENTENCE, { ...BY_SLICE, intervalMinutes: 5 }],
    [SENTENCE, { ...BY_SLICE, intervalMinutes: 600 }],
    [SENTENCE, { ...BY_SLICE, side: "buy" }],
    [SENTENCE, { ...BY_SLICE, sellToken: "USDC", buyToken: "ETH" }],
    [SENTENCE, { ...BY_SLICE, buyToken: "USDT" }],
    [SENTENCE, { ...BY_SLICE, autoExecute: true }],
    [SENTENCE, { ...BY_SLICE, autoExecute: false }],
    [SENTENCE, { ...BY_SLICE, chain: "bsc" }],
    [SENTENCE, { ...BY_SLICE, dex: "uniswap" }],
    ["sell 1 ETH for USDC in 5 slices of 0.3 every 10 minutes", { ...ORDER, sliceAmount: "0.3" }],
    ["sell 1 ETH for USDC in 4 slices of 0.3 every 10 minutes", { ...ORDER, sliceCount: 4 }],
    ["sell 1 ETH for USDC every 10 minutes", BY_COUNT],
    ["sell 1 ETH for USDC every 10 minutes", { ...ORDER, sliceAmount: "1" }],
    ["sell 1 ETH for USDC in 5 slices", BY_COUNT],
    // 1 ETH each time, 5 in all: not an order of 1
    ["over 50 minutes sell 1 ETH every 10 minutes for USDC", { ...ORDER, durationMinutes: 50 }],
    ["in 5 slices sell 1 ETH each 10 minutes for USDC", BY_COUNT],
    ["sell 1 ETH for USDC every 10 minutes for 1 hour", { ...ORDER, durationMinutes: 60 }],
    ["sell 1 ETH for USDC in 5 slices in 10 minutes", BY_COUNT],
    ["sell 1 ETH for USDC in 5 slices every 10", BY_COUNT],
    ["sell 1 ETH for USDC in 5 slices every 10 minutes, automatically, notify only", BY_COUNT],
    ["sell 1 ETH for USDC in 5 slices every 10 minutes unless it drops", BY_COUNT],
    // a slice's size that reads in two ways is no size, and so none that was written
    ["sell 1 ETH for USDC in 5 slices every 10 minutes", { ...ORDER, sliceAmount: "1.000" }],
    ["sell 900 ETH for USDC in 9 slices every 10 minutes", ALL_AT_ONCE],
    ["sell 1 ETH for USDC over 1 hour every 10 minutes", { ...ORDER, sliceAmount: "1.000" }],
    ["sell 1 ETH for USDC in 5 slices of 0 every 10 minutes", BY_COUNT],
    // two figures of a kind, or two kinds that do not agree
    ["sell 1 ETH for USDC, 0.2 at a time, 0.5 at a time, every 10 minutes", BY_SLICE],
    ["sell 1 ETH for USDC in 5 slices in 10 slices every 10 minutes", BY_COUNT],
    [
      "sell 1 ETH for USDC over 2 hours over 3 hours every 10 minutes",
      { ...ORDER, durationMinutes: 120 },
    ],
    ["sell 1 ETH for USDC in 5 slices every 10 minutes, hourly", BY_COUNT],
    ["sell 1 ETH for USDC in 5 slices over 2 hours every 10 minutes", BY_COUNT],
    [
      "sell 1 ETH for USDC in 5 slices over 2 hours every 10 minutes",
      { ...ORDER, durationMinutes: 120 },
    ],
    ["sell 1 ETH for USDC in 5 slices every 10.5 minutes", BY_COUNT],
    ["sell 1 ETH for USDC in ٥ slices every 10 minutes", BY_COUNT],
    // what is almost "at a time", "each", "per slice"
    ["sell 1 ETH for USDC, 0.2 not a time, every 10 minutes", BY_SLICE],
    ["sell 1 ETH for USDC, 0.2 at no time, every 10 minutes", BY_SLICE],
    ["sell 1 ETH for USDC, 0.2 per hour, every 10 minutes", BY_SLICE],
  ])("attack: %s", (own, args) => {
    expect(twap(own, args)).toEqual(REFUSED);
  });
});

describe("orders by their number", () => {
  test.each<[string, string, number]>([
    ["cancel_twap_order", "cancel order 3", 3],
    ["cancel_twap_order", "Please cancel TWAP #3 now.", 3],
    ["cancel_twap_order", "can you delete the twap order number 12?", 12],
    ["cancel_twap_order", "cancel 3, please", 3],
    ["cancel_twap_order", "cancel all twap orders", 0],
    ["cancel_twap_order", "cancel everything", 0],
    ["cancel_twap_order", "cancel order 3 on base", 3],
    ["cancel_twap_order", "could you cancel order 3?", 3],
    ["cancel_twap_order", "cancel base order 3", 3],
    ["pause_twap_order", "pause order 7", 7],
    ["pause_twap_order", "I would like to pause strategy id 7, thank you", 7],
  ])("default: %s: %s", (tool, own, id) => {
    expect(judge(tool, own, { id })).toEqual({ id });
  });

  test.each<[string, string, number]>([
    ["cancel_twap_order", "cancel order 3", 4],
    ["cancel_twap_order", "cancel order 3", 0],
    ["cancel_twap_order", "cancel order 0", 0],
    ["cancel_twap_order", "cancel my order", 0],
    ["cancel_twap_order", "cancel my order", 1],
    ["cancel_twap_order", "cancel all orders", 3],
    ["cancel_twap_order", "cancel orders 3 and 4", 3],
    ["cancel_twap_order", "cancel 3 of my orders", 3],
    ["cancel_twap_order", "cancel 3 orders", 3],
    ["cancel_twap_order", "please remove the 3 active twap orders", 3],
    ["cancel_twap_order", "cancel 1 order", 1],
    ["pause_twap_order", "pause 2 running strategies now", 2],
    ["cancel_twap_order", "cancel all orders but 3", 0],
    ["cancel_twap_order", "cancel all orders and 3", 0],
    ["cancel_twap_order", "pause order 3", 3],
    ["cancel_twap_order", "order 3", 3],
    ["cancel_twap_order", "don't cancel order 3", 3],
    ["cancel_twap_order", "cancel order 3?", 3],
    ["cancel_twap_order", "can I cancel order 3?", 3],
    ["cancel_twap_order", "thank you, cancel order 3?", 3],
    ["cancel_twap_order", "I'd never like to cancel order 3", 3],
    ["cancel_twap_order", "cancel order 3 on arbitrum", 3],
    ["cancel_twap_order", "yes, do it", 3],
    ["pause_twap_order", "cancel order 3", 3],
    ["pause_twap_order", "pause all orders", 1],
    ["pause_twap_order", "pause order 3", 0],
  ])("attack: %s: %s, as %i", (tool, own, id) => {
    expect(judge(tool, own, { id })).toEqual(REFUSED);
  });
});

describe("freeze", () => {
  test.each<[string, Args]>([
    ["freeze the vault", {}],
    ["FREEZE NOW!!!", {}],
    ["Something is wrong, my key leaked. Freeze the vault at once!", {}],
    ["stop everything", {}],
    ["Can you freeze the vault?", {}],
    ["emergency stop", {}],
    ["EMERGENCY: freeze the vault", {}],
    ["freeze the vault’s trading", {}],
    ["hacked, freeze at once", {}],
    ["freeze the vault on arbitrum", { chain: "arbitrum" }],
    ["My key leaked. Freeze the vault on arbitrum!", { chain: "arbitrum" }],
    ["freeze base", {}],
    ["my arbitrum key leaked, freeze the vault", { chain: "arbitrum" }],
    ["freeze the vault", { chain: "base" }],
  ])("default: %s", (own, args) => {
    expect(judge("freeze_vault", own, args)).toEqual(args);
  });

  test.each<[string, Args]>([
    ["don't freeze the vault", {}],
    ["do not freeze", {}],
    ["what does freeze do", {}],
    ["freeze?", {}],
    ["can you freeze the vault? no?", {}],
    ["can you tell me whether to freeze?", {}],
    ["unfreeze the vault", {}],
    ["is the vault frozen", {}],
    ["stop order 3", {}],
    ["she asked me to freeze the vault", {}],
    ["once ETH crashes, freeze the vault", {}],
    ["as soon as ETH is at 2000, freeze the vault", {}],
    ["in case of a crash, freeze the vault", {}],
    ["tomorrow, freeze the vault", {}],
    ["in 2 hours, freeze the vault", {}],
    ["ETH falls under 2000, freeze the vault", {}],
    ["Bob: freeze the vault", {}],
    ["somebody shouted, freeze the vault", {}],
    ["the button to freeze the vault is red", {}],
    ["freeze in winter", {}],
    ["freeze on friday", {}],
    ["this isn’t the time. freeze the vault", {}],
    ["stop orders", {}],
    ["please stop", {}],
    ["I need everything", {}],
    ["не надо freeze", {}],
    ["fre\u0435ze", {}],
    ["fre\u200beze freeze", {}],
    ["freeze \ufffc", {}],
    ["freeze the vault", { chain: "arbitrum" }],
    ["freeze the vault on base", { chain: "arbitrum" }],
    ["my laptop is on fire, freeze the vault", { chain: "nowhere" }],
    ["freeze the vault", { vault: TOKEN }],
    ["freeze the vault", { chain: 1 }],
  ])("attack: %s", (own, args) => {
    expect(judge("freeze_vault", own, args)).toEqual(REFUSED);
  });
});
