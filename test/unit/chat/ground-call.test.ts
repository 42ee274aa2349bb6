import { describe, expect, test } from "vitest";
import { groundCall } from "../../../src/chat/ground-call.ts";

type Args = Record<string, unknown>;
const TOKEN = "0x1111111111111111111111111111111111111111";
const ground = (tool: string, own: string, args: Args) => groundCall({ tool, args }, { own, chainId: 8453 });
const swap = (own: string, args: Args) => ground("build_vault_swap", own, args);
const twap = (own: string, args: Args) => ground("create_twap_order", own, args);
/** "ok", or the stable word of the refusal. */
const verdict = (found: ReturnType<typeof groundCall>) => (found.ok ? "ok" : found.details?.reason);

const SELL_ETH = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" };
const BUY_ETH = { tokenIn: "USDC", tokenOut: "ETH", amountOut: "1" };
const SPEND_USDC = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100" };

describe("swaps that are ordered", () => {
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
    ["sell ١ ETH for USDC", SELL_ETH],
    ["sell １ ETH for USDC", SELL_ETH],
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
    ["sell USDC to get 1 ETH", BUY_ETH],
    ["buy ETH with 100 USDC", SPEND_USDC],
    ["with 100 USDC buy ETH", SPEND_USDC],
    ["buy ETH for 100.00 USDC", SPEND_USDC],
    [`sell 2.5 ETH for ${TOKEN}`, { tokenIn: "ETH", tokenOut: TOKEN, amountIn: "2.50" }],
    ["sell .5 ETH for USDC", { ...SELL_ETH, amountIn: "0.5" }],
    ["sell 1,000,000 USDC for ETH", { ...SPEND_USDC, amountIn: "1000000" }],
    ["sell 1,000.50 USDC for ETH", { ...SPEND_USDC, amountIn: "1000.5" }],
    ["sell 100 USDC.E for ETH", { ...SPEND_USDC, tokenIn: "usdc.e" }],
    ["sell 1 ETH for USDC on uniswap", { ...SELL_ETH, dex: "uniswap" }],
    ["sell 1 ETH for USDC via Uniswap on Arbitrum", { ...SELL_ETH, dex: "pool_dex", chain: "arbitrum" }],
    ["on optimism sell 1 ETH for USDC", { ...SELL_ETH, chain: "op" }],
    ["sell 1 ETH for USDC", { ...SELL_ETH, dex: "aggregator", chain: "base" }],
    ["dump 1 of ETH for USDC", SELL_ETH],
    ["sell  1 ETH : for : USDC !", SELL_ETH],
    ["acquire 1 ETH using the vault’s USDC", BUY_ETH],
    ["sell 0.05 ETH for USDC", { ...SELL_ETH, amountIn: "0.05" }],
    ["sell 100 USDC.axl for ETH", { ...SPEND_USDC, tokenIn: "USDC.axl" }],
    ["sell 1 ETH for USDC".padEnd(1_000, " now"), SELL_ETH],
  ])("default: %s", (own, args) => {
    expect(swap(own, args)).toEqual({ ok: true, value: args });
  });
});

describe("swaps that are not", () => {
  test.each<[string, Args, string]>([
    // another figure, token, side, chain or venue
    ["sell 1 ETH for USDC", { ...SELL_ETH, amountIn: "10" }, "amount"],
    ["sell 1 ETH for USDC", { ...SELL_ETH, amountIn: "0.1" }, "amount"],
    ["sell 0.05 ETH for USDC", { ...SELL_ETH, amountIn: "0.5" }, "amount"],
    ["sell 1 ETH for USDC", { ...SELL_ETH, amountIn: "1.000" }, "amount"],
    ["sell 10 ETH for USDC", SELL_ETH, "amount"],
    ["sell 1 ETH for USDC", { ...SELL_ETH, tokenOut: "USDT" }, "unknown_word"],
    ["sell 1 ETH for USDC", { ...SELL_ETH, tokenOut: TOKEN }, "unknown_word"],
    ["sell 1 ETH for USDC", { ...SELL_ETH, tokenOut: "FOR" }, "token"],
    ["sell 1 ETH for don't", { ...SELL_ETH, tokenOut: "don't" }, "token"],
    ["sell 1 ETH for USDC", { ...SELL_ETH, tokenOut: "ETH" }, "token"],
    ["sell 1 WETH for USDC", SELL_ETH, "unclear_number"],
    ["sell 1 ETH", SELL_ETH, "token"],
    ["sell ETH for USDC", SELL_ETH, "amount"],
    ["sell 1 ETH for USDC", { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1" }, "unclear_side"],
    ["sell 1 ETH for USDC", BUY_ETH, "unclear_side"],
    ["buy 1 ETH with USDC", SELL_ETH, "unclear_side"],
    ["sell 1 ETH for USDC", { ...BUY_ETH, amountOut: undefined, amountIn: "1" }, "unclear_side"],
    ["buy ETH with 100 USDC", { tokenIn: "USDC", tokenOut: "ETH", amountOut: "100" }, "amount"],
    ["swap to ETH 100 USDC", { tokenIn: "ETH", tokenOut: "USDC", amountOut: "100" }, "token"],
    ["buy 100 USDC of ETH", { tokenIn: "ETH", tokenOut: "USDC", amountOut: "100" }, "token"],
    ["buy ETH to USDC, 1 ETH", BUY_ETH, "unclear_side"],
    ["1 ETH for USDC", SELL_ETH, "unclear_side"],
    ["sell 1 ETH for, USDC", SELL_ETH, "token"],
    ["sell 1 ETH for (USDC)", SELL_ETH, "token"],
    ["sell 1 ETH for USDC", { ...SELL_ETH, chain: "arbitrum" }, "chain"],
    ["sell 1 ETH for USDC on arbitrum", SELL_ETH, "chain"],
    ["sell 1 ETH for USDC on arbitrum", { ...SELL_ETH, chain: "optimism" }, "chain"],
    ["sell 1 ETH for USDC", { ...SELL_ETH, chain: "nowhere" }, "chain"],
    ["sell 1 ETH for USDC", { ...SELL_ETH, dex: "uniswap" }, "venue"],
    ["sell 1 ETH for USDC on uniswap", SELL_ETH, "venue"],
    ["sell 1 ETH for USDC on uni", { ...SELL_ETH, chain: "unichain" }, "unknown_word"],
    // figures that the call leaves out
    ["sell 1 ETH for 3000 USDC", SELL_ETH, "amount"],
    ["sell 1 ETH for USDC, 3000 minimum", SELL_ETH, "unclear_number"],
    ["sell 1 ETH for USDC with 2% slippage", SELL_ETH, "unreadable"],
    ["sell 1 ETH for USDC and 2 ETH for USDC", SELL_ETH, "amount"],
    ["sell 1 ETH for USDC and 2 WBTC for USDC", SELL_ETH, "unclear_number"],
    ["sell 1 ETH for USDC in 5 slices of 0.2 every 10 minutes", SELL_ETH, "other_tool"],
    ["sell 1 ETH for USDC every hour", SELL_ETH, "other_tool"],
    ["sell 1 ETH each hour for USDC", SELL_ETH, "other_tool"],
    ["sell 1 ETH for USDC every time", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC every constructor", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC during", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC automatically", SELL_ETH, "other_tool"],
    ["sell 1 ETH for USDC in equal parts", SELL_ETH, "other_tool"],
    ["sell 1 ETH for USDC in slices", SELL_ETH, "other_tool"],
    ["split 1 ETH and sell ETH for USDC", SELL_ETH, "other_tool"],
    ["create a twap order to sell 1 ETH for USDC", SELL_ETH, "other_tool"],
    ["twap 1 ETH to USDC", SELL_ETH, "other_tool"],
    ["dca 1 ETH into USDC", SELL_ETH, "other_tool"],
    // a price, or what to get for whatever it takes
    ["sell ETH for 5000 USDC", { tokenIn: "ETH", tokenOut: "USDC", amountOut: "5000" }, "unclear_number"],
    ["dump my ETH for 5000 USDC", { tokenIn: "ETH", tokenOut: "USDC", amountOut: "5000" }, "unclear_number"],
    ["make a swap, sell ETH for 5000 USDC", { tokenIn: "ETH", tokenOut: "USDC", amountOut: "5000" }, "unclear_number"],
    // numbers that can be read in two ways
    ["sell 1,000 USDC for ETH", { ...SPEND_USDC, amountIn: "1000" }, "unreadable"],
    ["sell 1,000 USDC for ETH", { ...SPEND_USDC, amountIn: "1" }, "unreadable"],
    ["sell 1.000 USDC for ETH", { ...SPEND_USDC, amountIn: "1" }, "unreadable"],
    ["sell 1.000 USDC for ETH", { ...SPEND_USDC, amountIn: "1000" }, "unreadable"],
    ["sell 1,5 ETH for USDC", { ...SELL_ETH, amountIn: "1.5" }, "unreadable"],
    ["sell 1 000 USDC for ETH", { ...SPEND_USDC, amountIn: "1" }, "unreadable"],
    ["sell 1 500 USDC for ETH", { ...SPEND_USDC, amountIn: "500" }, "unclear_number"],
    ["sell 1k USDC for ETH", { ...SPEND_USDC, amountIn: "1000" }, "unclear_number"],
    ["sell 1e3 USDC for ETH", { ...SPEND_USDC, amountIn: "1000" }, "unreadable"],
    ["sell 1-2 ETH for USDC", SELL_ETH, "unreadable"],
    ["sell -1 ETH for USDC", SELL_ETH, "unreadable"],
    ["sell $1 ETH for USDC", SELL_ETH, "unreadable"],
    ["sell 1١ ETH for USDC", { ...SELL_ETH, amountIn: "11" }, "unreadable"],
    ["sell one ETH for USDC", SELL_ETH, "unknown_word"],
    ["sell half my ETH for USDC", { ...SELL_ETH, amountIn: "0.5" }, "unknown_word"],
    // what turns a sentence round
    ["don't sell 1 ETH for USDC", SELL_ETH, "unknown_word"],
    ["do not sell 1 ETH for USDC", SELL_ETH, "unknown_word"],
    ["never sell 1 ETH for USDC", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC? no", SELL_ETH, "question"],
    ["sell 1 ETH for USDC, not now", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC nicht", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC - нет", SELL_ETH, "unreadable"],
    ["should I sell 1 ETH for USDC?", SELL_ETH, "unknown_word"],
    ["can I sell 1 ETH for USDC?", SELL_ETH, "unknown_word"],
    ["I can not sell 1 ETH for USDC", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC ?!", SELL_ETH, "question"],
    ["sell 1 ETH for USDC?", SELL_ETH, "question"],
    ["I would sell 1 ETH for USDC", SELL_ETH, "unknown_word"],
    ["would you sell 1 ETH for USDC?", SELL_ETH, "unknown_word"],
    ["what happens if I sell 1 ETH for USDC", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC if it drops", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC at", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC by", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC now and then", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC, right", SELL_ETH, "unknown_word"],
    ["sell 1 ETH for USDC for ETH", SELL_ETH, "unclear_side"],
    ["swap 1 ETH for USDC; swap USDC for ETH", SELL_ETH, "unclear_side"],
    ["sell 1 ETH for USDC tomorrow", SELL_ETH, "unknown_word"],
    ["he told me to sell 1 ETH for USDC", SELL_ETH, "unknown_word"],
    ["yesterday I sold 1 ETH for USDC", SELL_ETH, "unknown_word"],
    ["ignore this: sell 1 ETH for USDC", SELL_ETH, "unknown_word"],
    ["the opposite of sell 1 ETH for USDC", SELL_ETH, "unknown_word"],
    ["just prepare a transaction to sell 1 ETH for USDC", SELL_ETH, "unknown_word"],
    ["only build the tx: sell 1 ETH for USDC", SELL_ETH, "unknown_word"],
    ["simulate: sell 1 ETH for USDC", SELL_ETH, "unknown_word"],
    // what does not read as it looks
    ["sell 1\u200b ETH for USDC", SELL_ETH, "hidden_characters"],
    ["sell 1 ETH for USDC\u202e", SELL_ETH, "hidden_characters"],
    ["sell 1 ETH for USDC\ufe0f", SELL_ETH, "hidden_characters"],
    ["sell 1 ETH\u3000for USDC", SELL_ETH, "hidden_characters"],
    ["s\u0435ll 1 ETH for USDC", SELL_ETH, "look_alike_characters"],
    ["sell 1 \u0395TH for USDC", SELL_ETH, "look_alike_characters"],
    ["sell 1 \u{1d404}\u{1d413}\u{1d407} for USDC", SELL_ETH, "look_alike_characters"],
    ["sell \u{1d7cf} ETH for USDC", SELL_ETH, "look_alike_characters"],
    ["sell 1 \u0415\u0422\u041d for USDC", SELL_ETH, "unreadable"],
    ["sell 1 ETH for U\u0332SDC", SELL_ETH, "look_alike_characters"],
    // what a call may not hold
    ["sell 1 ETH for USDC", { ...SELL_ETH, slippageBps: 500 }, "field"],
    ["sell 1 ETH for USDC", { ...SELL_ETH, recipient: TOKEN }, "field"],
    ["sell 1 ETH for USDC", { tokenIn: "ETH", tokenOut: "USDC" }, "amount"],
    ["sell 1 ETH for USDC", { ...SELL_ETH, amountOut: "1" }, "amount"],
    ["sell 1 ETH for USDC", { ...SELL_ETH, amountIn: 1 }, "field"],
    ["", SELL_ETH, "no_words"],
    [" \n\t", SELL_ETH, "no_words"],
    ["\ufffc", SELL_ETH, "unreadable"],
    [`sell 1 ETH for USDC ${"please ".repeat(200)}`, SELL_ETH, "too_long"],
    ["sell 1 ETH for USDC".padEnd(1_001, " now"), SELL_ETH, "too_long"],
  ])("error: %s", (own, args, reason) => {
    expect(verdict(swap(own, args))).toBe(reason);
  });

  test("error: an address is the one that was typed, letter by letter: its case is its checksum", () => {
    const typed = "0xaAbBcCdDeEfF00112233445566778899aAbBcCdD";
    const sentence = `sell 1 ETH for ${typed}`;
    expect(verdict(swap(sentence, { ...SELL_ETH, tokenOut: typed }))).toBe("ok");
    expect(verdict(swap(sentence, { ...SELL_ETH, tokenOut: typed.toLowerCase() }))).toBe("unknown_word");
  });

  test("error: a token called like a word of the grammar is refused wherever that word stands", () => {
    const pairs = ["can", "could", "you", "thank", "would", "right"];
    const paces = ["every", "each", "hourly", "daily", "next", "hour"];
    for (const name of ["TO", "for", "NOW", "MY", "uniswap", "0x", ...pairs, ...paces]) {
      expect(verdict(swap(`sell 1 ETH for ${name}`, { ...SELL_ETH, tokenOut: name })), name).toBe("token");
    }
  });

  test("error: a refusal says what to type, and shows the word that it stopped at without its markup", () => {
    expect(swap("sell 1 ETH for USDC unless<b>", SELL_ETH)).toEqual({
      ok: false,
      code: "not_in_your_words",
      message:
        'Nothing was done: part of your message is no plain word, number or address ("unless?b?"). Write it in plain words, for example: sell 1 ETH for USDC',
      details: { tool: "build_vault_swap", reason: "unreadable", word: "unless?b?" },
    });
  });

  test("error: where no word is to blame none is shown, and nothing is suggested for what has no words", () => {
    expect(swap("sell 10 ETH for USDC", SELL_ETH)).toEqual({
      ok: false,
      code: "not_in_your_words",
      message:
        "Nothing was done: the amount is not the one you wrote. Write it in plain words, for example: sell 1 ETH for USDC",
      details: { tool: "build_vault_swap", reason: "amount" },
    });
    expect(ground("edit_twap_order", "edit order 1", { id: 1 })).toEqual({
      ok: false,
      code: "not_in_your_words",
      message: "Nothing was done: your message does not ask for this.",
      details: { tool: "edit_twap_order", reason: "other_tool" },
    });
  });

  test("error: of a word 32 characters are shown, and of a question its mark", () => {
    expect(swap(`sell 1 ETH for USDC ${"x".repeat(200)}`, SELL_ETH)).toMatchObject({
      details: { word: "x".repeat(32) },
    });
    expect(swap("sell 1 ETH for USDC?", SELL_ETH)).toMatchObject({ details: { reason: "question", word: "?" } });
  });

  test("error: a refusal names the tool that was asked for", () => {
    const hello = (tool: string, args: Args) => ground(tool, "hello", args);
    expect(hello("create_twap_order", BY_SLICE)).toMatchObject({ details: { tool: "create_twap_order" } });
    expect(hello("create_twap_order", {})).toMatchObject({ details: { tool: "create_twap_order" } });
    expect(hello("freeze_vault", {})).toMatchObject({ details: { tool: "freeze_vault" } });
    expect(hello("freeze_vault", { vault: TOKEN })).toMatchObject({ details: { tool: "freeze_vault" } });
  });
});

const ORDER = { side: "sell", sellToken: "ETH", buyToken: "USDC", totalAmount: "1", intervalMinutes: 10 };
const BY_SLICE = { ...ORDER, sliceAmount: "0.2" };
const BY_COUNT = { ...ORDER, sliceCount: 5 };
const ALL_AT_ONCE = { ...ORDER, totalAmount: "900", sliceAmount: "900.000" };

describe("TWAP orders that are ordered", () => {
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
    ["sell 1 ETH for USDC over the next 2 hours every 10 minutes", { ...ORDER, durationMinutes: 120 }],
    ["sell 1 ETH for USDC in 5 slices, hourly", { ...BY_COUNT, intervalMinutes: 60 }],
    ["sell 1 ETH for USDC in 5 slices every 2 hours", { ...BY_COUNT, intervalMinutes: 120 }],
    ["sell 1 ETH for USDC in 4 slices of 0.3 every 10 minutes", { ...ORDER, sliceAmount: "0.3" }],
    [
      "buy 1 ETH with USDC in 5 slices every 10 minutes on uniswap on arbitrum",
      { ...BY_COUNT, side: "buy", sellToken: "USDC", buyToken: "ETH", dex: "uniswap", chain: "arbitrum" },
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
    // 120 minutes, one slice every 10: 12
    ["sell 1 ETH for USDC in 12 slices over 2 hours every 10 minutes", { ...ORDER, sliceCount: 12 }],
    // 5 minutes are less than one interval: a single slice
    ["sell 1 ETH for USDC in 1 slice over 5 minutes every 10 minutes", { ...ORDER, sliceCount: 1 }],
  ])("default: %s", (own, args) => {
    expect(twap(own, args)).toEqual({ ok: true, value: { ...args, autoExecute: false } });
  });

  test.each([
    ["sell 1 ETH for USDC in 5 slices every 10 minutes, automatically", true],
    ["auto execute: sell 1 ETH for USDC in 5 slices every 10 minutes", true],
    ["sell 1 ETH for USDC in 5 slices every 10 minutes, notify only", false],
    ["sell 1 ETH for USDC in 5 slices every 10 minutes", false],
  ])("behavior: autoExecute is the words': %s", (own, autoExecute) => {
    expect(twap(own, BY_COUNT)).toEqual({ ok: true, value: { ...BY_COUNT, autoExecute } });
  });
});

describe("TWAP orders that are not", () => {
  const SENTENCE = "sell 1 ETH for USDC in 5 slices of 0.2 every 10 minutes";
  test.each<[string, Args, string]>([
    [SENTENCE, { ...BY_SLICE, totalAmount: "5" }, "amount"],
    [SENTENCE, { ...BY_SLICE, totalAmount: "10" }, "amount"],
    [SENTENCE, { ...BY_SLICE, sliceAmount: "1" }, "slices"],
    [SENTENCE, { ...BY_SLICE, sliceAmount: "1.000" }, "slices"],
    [SENTENCE, { ...BY_COUNT, sliceCount: 10 }, "slices"],
    [SENTENCE, { ...BY_COUNT, sliceCount: 1 }, "slices"],
    [SENTENCE, { ...ORDER, durationMinutes: 50 }, "slices"],
    [SENTENCE, { ...BY_SLICE, sliceCount: 5 }, "slices"],
    [SENTENCE, ORDER, "slices"],
    [SENTENCE, { ...BY_SLICE, intervalMinutes: 5 }, "interval"],
    [SENTENCE, { ...BY_SLICE, intervalMinutes: 600 }, "interval"],
    [SENTENCE, { ...BY_SLICE, side: "buy" }, "amount"],
    [SENTENCE, { ...BY_SLICE, sellToken: "USDC", buyToken: "ETH" }, "unclear_side"],
    [SENTENCE, { ...BY_SLICE, buyToken: "USDT" }, "unknown_word"],
    [SENTENCE, { ...BY_SLICE, autoExecute: true }, "field"],
    [SENTENCE, { ...BY_SLICE, autoExecute: false }, "field"],
    [SENTENCE, { ...BY_SLICE, chain: "bsc" }, "chain"],
    [SENTENCE, { ...BY_SLICE, dex: "uniswap" }, "venue"],
    ["sell 1 ETH for USDC in 5 slices of 0.3 every 10 minutes", { ...ORDER, sliceAmount: "0.3" }, "slices"],
    ["sell 1 ETH for USDC in 4 slices of 0.3 every 10 minutes", { ...ORDER, sliceCount: 4 }, "slices"],
    ["sell 1 ETH for USDC every 10 minutes", BY_COUNT, "slices"],
    ["sell 1 ETH for USDC every 10 minutes", { ...ORDER, sliceAmount: "1" }, "slices"],
    ["sell 1 ETH for USDC in 5 slices", BY_COUNT, "interval"],
    ["sell 0.2 ETH for USDC 5 times every 10 minutes", { ...ORDER, sliceCount: 5 }, "unclear_number"],
    ["sell 1 ETH for USDC every 10 minutes in 5 slices", BY_COUNT, "interval"],
    // 1 ETH each time, 5 in all: not an order of 1
    ["in 5 slices, every 10 minutes sell 1 ETH for USDC", BY_COUNT, "interval"],
    ["over 50 minutes, every 10 minutes sell 1 ETH for USDC", { ...ORDER, durationMinutes: 50 }, "interval"],
    ["over 50 minutes sell 1 ETH every 10 minutes for USDC", { ...ORDER, durationMinutes: 50 }, "interval"],
    ["in 5 slices sell 1 ETH each 10 minutes for USDC", BY_COUNT, "amount"],
    ["sell 1 ETH for USDC every 10 minutes for 1 hour", { ...ORDER, durationMinutes: 60 }, "interval"],
    ["sell 1 ETH for USDC in 5 slices in 10 minutes", BY_COUNT, "unclear_number"],
    ["sell 1 ETH for USDC in 5 slices every 10", BY_COUNT, "unclear_number"],
    ["sell 1 ETH for USDC in 5 slices every 10m", BY_COUNT, "unclear_number"],
    ["sell 1 ETH for USDC in 5 slices every 10 minutes, automatically, notify only", BY_COUNT, "field"],
    ["sell 1 ETH for USDC in 5 slices of 0.2 USDC every 10 minutes", BY_SLICE, "slices"],
    ["sell 1 ETH for USDC in 5 slices every 10 minutes unless it drops", BY_COUNT, "unknown_word"],
    // a slice's size that reads in two ways is no size, and so none that was written
    ["sell 1 ETH for USDC in 5 slices every 10 minutes", { ...ORDER, sliceAmount: "1.000" }, "slices"],
    ["sell 900 ETH for USDC in 9 slices every 10 minutes", ALL_AT_ONCE, "slices"],
    ["sell 1 ETH for USDC over 1 hour every 10 minutes", { ...ORDER, sliceAmount: "1.000" }, "slices"],
    ["sell 1 ETH for USDC in 5 slices of 0 every 10 minutes", BY_COUNT, "slices"],
    // two figures of a kind, or two kinds that do not agree
    ["sell 1 ETH for USDC, 0.2 at a time, 0.5 at a time, every 10 minutes", BY_SLICE, "slices"],
    ["sell 1 ETH for USDC in 5 slices in 10 slices every 10 minutes", BY_COUNT, "slices"],
    ["sell 1 ETH for USDC over 2 hours over 3 hours every 10 minutes", { ...ORDER, durationMinutes: 120 }, "slices"],
    ["sell 1 ETH for USDC in 5 slices every 10 minutes, hourly", BY_COUNT, "interval"],
    ["sell 1 ETH for USDC in 5 slices over 2 hours every 10 minutes", BY_COUNT, "slices"],
    ["sell 1 ETH for USDC in 5 slices over 2 hours every 10 minutes", { ...ORDER, durationMinutes: 120 }, "slices"],
    ["sell 1 ETH for USDC in 5 slices every 10.5 minutes", BY_COUNT, "unclear_number"],
    ["sell 1 ETH for USDC in ٥ slices every 10 minutes", BY_COUNT, "unreadable"],
    // what is almost "at a time", "each", "per slice"
    ["sell 1 ETH for USDC, 0.2 not a time, every 10 minutes", BY_SLICE, "unclear_number"],
    ["sell 1 ETH for USDC, 0.2 at no time, every 10 minutes", BY_SLICE, "unclear_number"],
    ["sell 1 ETH for USDC, 0.2 at a loss, every 10 minutes", BY_SLICE, "unclear_number"],
    ["sell 1 ETH for USDC, 0.2 per hour, every 10 minutes", BY_SLICE, "unclear_number"],
    ["sell 1 ETH for USDC, 0.2 ETH minimum slice, every 10 minutes", BY_SLICE, "unknown_word"],
    [
      "buy 1 ETH with USDC, to 0.2 ETH each, every 10 minutes",
      { ...BY_SLICE, side: "buy", sellToken: "USDC", buyToken: "ETH" },
      "unclear_side",
    ],
  ])("error: %s", (own, args, reason) => {
    expect(verdict(twap(own, args))).toBe(reason);
  });
});

describe("orders by id", () => {
  test.each<[string, string, number]>([
    ["cancel_twap_order", "cancel order 3", 3],
    ["cancel_twap_order", "Please cancel TWAP #3 now.", 3],
    ["cancel_twap_order", "can you delete the twap order number 12?", 12],
    ["cancel_twap_order", "cancel ٣", 3],
    ["cancel_twap_order", "cancel 3, please", 3],
    ["cancel_twap_order", "cancel all twap orders", 0],
    ["cancel_twap_order", "cancel everything", 0],
    ["cancel_twap_order", "cancel order 3 on base", 3],
    ["cancel_twap_order", "cancel order (3)", 3],
    ["cancel_twap_order", "could you cancel order 3?", 3],
    ["pause_twap_order", "pause order 7", 7],
    ["pause_twap_order", "I would like to pause strategy id 7, thank you", 7],
  ])("default: %s: %s", (tool, own, id) => {
    expect(ground(tool, own, { id })).toEqual({ ok: true, value: { id } });
  });

  test.each<[string, string, number, string]>([
    ["cancel_twap_order", "cancel order 3", 4, "order_id"],
    ["cancel_twap_order", "cancel order 3", 0, "order_id"],
    ["cancel_twap_order", "cancel order 0", 0, "order_id"],
    ["cancel_twap_order", "cancel my order", 0, "order_id"],
    ["cancel_twap_order", "cancel my order", 1, "order_id"],
    ["cancel_twap_order", "cancel all orders", 3, "order_id"],
    ["cancel_twap_order", "cancel orders 3 and 4", 3, "order_id"],
    ["cancel_twap_order", "cancel 3 of my orders", 3, "order_id"],
    ["cancel_twap_order", "cancel 3 orders", 3, "order_id"],
    ["cancel_twap_order", "please remove the 3 active twap orders", 3, "order_id"],
    ["cancel_twap_order", "cancel 1 order", 1, "order_id"],
    ["pause_twap_order", "pause 2 running strategies now", 2, "order_id"],
    ["cancel_twap_order", "cancel all orders but 3", 0, "unknown_word"],
    ["cancel_twap_order", "cancel all orders and 3", 0, "order_id"],
    ["cancel_twap_order", "pause order 3", 3, "unknown_word"],
    ["cancel_twap_order", "order 3", 3, "other_tool"],
    ["cancel_twap_order", "don't cancel order 3", 3, "unknown_word"],
    ["cancel_twap_order", "cancel order 3?", 3, "question"],
    ["cancel_twap_order", "did you cancel order 3", 3, "unknown_word"],
    ["cancel_twap_order", "can I cancel order 3?", 3, "unknown_word"],
    ["cancel_twap_order", "you cancel order 3", 3, "unknown_word"],
    ["cancel_twap_order", "thank you, cancel order 3?", 3, "question"],
    ["cancel_twap_order", "I'd never like to cancel order 3", 3, "unknown_word"],
    ["cancel_twap_order", "thank, cancel order 3", 3, "unknown_word"],
    ["cancel_twap_order", "cancel order 3 on", 3, "unknown_word"],
    ["cancel_twap_order", "cancel base order 3", 3, "unknown_word"],
    ["cancel_twap_order", "cancel order 3 on arbitrum", 3, "chain"],
    ["cancel_twap_order", "yes, do it", 3, "unknown_word"],
    ["pause_twap_order", "cancel order 3", 3, "unknown_word"],
    ["pause_twap_order", "pause all orders", 1, "order_id"],
    ["pause_twap_order", "pause order 3", 0, "order_id"],
  ])("error: %s: %s, as %i", (tool, own, id, reason) => {
    expect(verdict(ground(tool, own, { id }))).toBe(reason);
  });

  test("args: the request's chain may be named by any of its names, another one by none", () => {
    const on = (chain: string) =>
      groundCall(
        { tool: "cancel_twap_order", args: { id: 3 } },
        { own: `cancel order 3 on ${chain}`, chainId: 42_161 },
      );
    expect(["arbitrum", "arb", "base", "op"].map((chain) => verdict(on(chain)))).toEqual([
      "ok",
      "ok",
      "chain",
      "chain",
    ]);
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
    ["freeze the vault", { chain: "base" }],
  ])("default: %s", (own, args) => {
    expect(ground("freeze_vault", own, args)).toEqual({ ok: true, value: args });
  });

  test.each<[string, Args, string]>([
    ["don't freeze the vault", {}, "unknown_word"],
    ["do not freeze", {}, "unknown_word"],
    ["what does freeze do", {}, "unknown_word"],
    ["freeze?", {}, "question"],
    ["can you freeze the vault? no?", {}, "question"],
    ["can you tell me whether to freeze?", {}, "question"],
    ["unfreeze the vault", {}, "unknown_word"],
    ["is the vault frozen", {}, "other_tool"],
    ["stop order 3", {}, "other_tool"],
    ["she asked me to freeze the vault", {}, "unknown_word"],
    ["once ETH crashes, freeze the vault", {}, "unknown_word"],
    ["as soon as ETH is at 2000, freeze the vault", {}, "unknown_word"],
    ["in case of a crash, freeze the vault", {}, "unknown_word"],
    ["tomorrow, freeze the vault", {}, "unknown_word"],
    ["in 2 hours, freeze the vault", {}, "unknown_word"],
    ["ETH falls under 2000, freeze the vault", {}, "unknown_word"],
    ["Bob: freeze the vault", {}, "other_tool"],
    ["somebody shouted, freeze the vault", {}, "unknown_word"],
    ["the button to freeze the vault is red", {}, "other_tool"],
    ["freeze in winter", {}, "other_tool"],
    ["freeze on friday", {}, "other_tool"],
    ["freeze base", {}, "other_tool"],
    ["this isn’t the time. freeze the vault", {}, "unknown_word"],
    ["stop orders", {}, "other_tool"],
    ["please stop", {}, "other_tool"],
    ["emergency, help", {}, "other_tool"],
    ["I need everything", {}, "other_tool"],
    ["не надо freeze", {}, "unknown_word"],
    ["fre\u0435ze", {}, "look_alike_characters"],
    ["fre\u200beze freeze", {}, "hidden_characters"],
    ["freeze \ufffc", {}, "unreadable"],
    ["freeze the vault", { chain: "arbitrum" }, "chain"],
    ["freeze the vault on base", { chain: "arbitrum" }, "chain"],
    ["my arbitrum key leaked, freeze the vault", { chain: "arbitrum" }, "chain"],
    ["my laptop is on fire, freeze the vault", { chain: "nowhere" }, "chain"],
    ["freeze the vault", { vault: TOKEN }, "field"],
    ["freeze the vault", { chain: 1 }, "field"],
  ])("error: %s", (own, args, reason) => {
    expect(verdict(ground("freeze_vault", own, args))).toBe(reason);
  });
});

test("error: what is not among the grounded writes never runs on a model's word", () => {
  for (const tool of ["edit_twap_order", "set_default_slippage", "disable_swap_shield", "setup_delegation", "toString"])
    expect(verdict(ground(tool, `${tool} 1`, { id: 1 })), tool).toBe("other_tool");
});
