import { describe, expect, test } from "vitest";
import { groundCall } from "../../../src/chat/ground-call.ts";
import { spokenItems } from "../../../src/chat/grounding/spoken-items.ts";
import { offerCard } from "../../../src/chat/offer-card.ts";
import { TOOLS } from "../../../src/tables/registry.ts";

const LP = { tokenA: "ETH", tokenB: "USDC", fee: 500, amountA: "0.5", tickRange: "+-10%" };
const PRICES = { tokenA: "ETH", tokenB: "USDC", fee: 3000, amountB: "2000", tickRange: "1800,3200" };
const VAULT = { name: "Sextant Growth", symbol: "SXG", baseToken: "USDC" };
const BRIDGE = { destinationChain: "arbitrum", token: "USDC", amount: "1000" };
const ADDRESS = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

/** Why a call does not stand in these words: undefined where it does. */
function reason(own: string, tool: string, args: Record<string, unknown>, chainId: 8453 | 1 = 8453) {
  const found = groundCall({ tool, args }, { own, chainId });
  return found.ok
    ? undefined
    : [found.details?.reason, ...(found.details?.word === undefined ? [] : [found.details.word])];
}

describe("a sentence in items", () => {
  test.each([
    ["0.05%", [0.05, "percent"]],
    ["50 %", [50, "percent"]],
    ["±10%", ["plusminus", 10, "percent"]],
    ["+-10%", ["plusminus", 10, "percent"]],
    ["+/-.5%", ["plusminus", 0.5, "percent"]],
    ["Plus or minus 10 percent", ["plusminus", 10, "percent"]],
    ["1800-3200", [1800, "to", 3200]],
    ["1800 – 3200", [1800, "to", 3200]],
    ["ETH/USDC", ["eth", "usdc"]],
    ["cross-chain-sync", ["cross", "chain", "sync"]],
    ["2k usdc", [2000, "usdc"]],
    ["2 k usdc", [2000, "usdc"]],
    ["1.5k", [1500]],
    ["0.0125k", [12.5]],
    ["0.5k", [500]],
    ["k 2", ["k", 2]],
    ["eth k", ["eth", "k"]],
    ["$500", [500, "usd"]],
    ["$2k of eth @$3,100.50", [2000, "usd", "of", "eth", "at", 3100.5, "usd"]],
    ["@2950", ["at", 2950]],
    ["5x, reduce-only", [5, "x", "reduce", "only"]],
  ])("default: %s", (text, wanted) => {
    const items = spokenItems(text);
    if ("unreadable" in items) throw new Error(items.unreadable);
    const plain = items.flatMap((item) =>
      item.kind === "number" ? [item.value] : item.kind === "word" ? [item.text] : [],
    );
    expect(plain).toEqual(wanted.map(String));
  });

  test.each(["-10", "$1m", "-$500", "$1.5m", "$1,000", "US$500", "$-5", "1,000", "1.000", "2k5", "plus or minus ten%"])(
    "error: %s reads in two ways, or not at all",
    (text) => {
      expect(spokenItems(text)).toHaveProperty("unreadable");
    },
  );
});

describe("amounts", () => {
  test.each([
    ["stake 100", "gov_stake", { amount: "100" }],
    ["stake 100 of GRG", "gov_stake", { amount: "100" }],
    ["stake 0100.50 GRG", "gov_stake", { amount: "100.5" }],
    ["bridge 1000 of USDC to arbitrum", "crosschain_transfer", BRIDGE],
    [`bridge 1000 ${ADDRESS} to arbitrum`, "crosschain_transfer", { ...BRIDGE, token: ADDRESS }],
    ["redeem all my vault tokens", "redeem_pool", { amount: "all" }],
    ["redeem everything of my vault tokens", "redeem_pool", { amount: "all" }],
    ["refresh the GRG feed with 0.001 ETH", "refresh_oracle_feed", { token: "GRG", tokenIn: "ETH", amount: "0.001" }],
  ])("default: %s", (own, tool, args) => {
    // A leading zero is read nowhere.
    expect(reason(own, tool, args)).toEqual(own.includes("0100") ? ["unreadable", "0100.50"] : undefined);
  });

  test.each([
    ["stake 100 GRG 100 GRG", "gov_stake", { amount: "100" }, ["amount"]],
    ["stake GRG", "gov_stake", { amount: "100" }, ["unknown_word", "grg"]],
    ["stake", "gov_stake", { amount: "100" }, ["amount"]],
    ["stake 1 GRG", "gov_stake", { amount: "1.000" }, ["amount", "1"]],
    ["stake 10 GRG", "gov_stake", { amount: "100" }, ["amount", "10"]],
    ["stake 100 USDC", "gov_stake", { amount: "100" }, ["unknown_word", "usdc"]],
    ["bridge 1000 to arbitrum", "crosschain_transfer", BRIDGE, ["token", "1000"]],
    ["bridge USDC 1000 to arbitrum", "crosschain_transfer", BRIDGE, ["amount", "1000"]],
    ["bridge 1000 to arbitrum in USDC", "crosschain_transfer", BRIDGE, ["token", "1000"]],
    [
      `bridge 1000 ${ADDRESS.toLowerCase()} to arbitrum`,
      "crosschain_transfer",
      { ...BRIDGE, token: ADDRESS },
      ["token", "1000"],
    ],
    [`bridge 1000 USDC to arbitrum ${ADDRESS}`, "crosschain_transfer", BRIDGE, ["token", ADDRESS.slice(0, 32)]],
    [
      "refresh the GRG feed with 0.001 GRG",
      "refresh_oracle_feed",
      { token: "GRG", amount: "0.001" },
      ["amount", "0.001"],
    ],
    ["redeem 5 vault tokens", "redeem_pool", { amount: "all" }, ["amount", "5"]],
    ["bridge 1000 USDC and 1 USDC to arbitrum", "crosschain_transfer", BRIDGE, ["unknown_word", "and"]],
    ["bridge 1000 USDC 7 to arbitrum", "crosschain_transfer", BRIDGE, ["chain", "7"]],
    ["bridge 1000 USDC to arbitrum 7", "crosschain_transfer", BRIDGE, ["unclear_number", "7"]],
  ])("error: %s", (own, tool, args, wanted) => {
    expect(reason(own, tool, args)).toEqual(wanted);
  });
});

describe("chains", () => {
  test.each([
    ["bridge 1000 USDC to arbitrum", "crosschain_transfer", BRIDGE],
    ["bridge 1000 USDC onto the arbitrum network", "crosschain_transfer", BRIDGE],
    ["bridge 1000 USDC from the base chain into arb", "crosschain_transfer", { ...BRIDGE, sourceChain: "8453" }],
    ["bridge 1000 USDC on base to arbitrum", "crosschain_transfer", BRIDGE],
    ["stake 100 GRG on base", "gov_stake", { amount: "100" }],
    ["stake 100 GRG", "gov_stake", { amount: "100", chain: "base" }],
    ["cancel nav sync 3 on base", "cancel_nav_sync", { configId: 3 }],
    ["stake 100 GRG on the base chain", "gov_stake", { amount: "100" }],
    ["bridge 1 ETH to eth", "crosschain_transfer", { destinationChain: "ethereum", token: "ETH", amount: "1" }],
  ])("default: %s", (own, tool, args) => {
    expect(reason(own, tool, args)).toBeUndefined();
  });

  test.each([
    ["stake 100 GRG on arbitrum", "gov_stake", { amount: "100" }, ["chain", "arbitrum"]],
    ["stake 100 GRG", "gov_stake", { amount: "100", chain: "arbitrum" }, ["chain"]],
    ["stake 100 GRG", "gov_stake", { amount: "100", chain: "atlantis" }, ["chain"]],
    ["stake 100 GRG on base on arbitrum", "gov_stake", { amount: "100", chain: "arbitrum" }, ["chain", "base"]],
    ["stake 100 GRG on arbitrum on base", "gov_stake", { amount: "100", chain: "arbitrum" }, ["chain", "base"]],
    ["stake 100 GRG into arbitrum", "gov_stake", { amount: "100" }, ["chain", "arbitrum"]],
    ["bridge 1000 USDC", "crosschain_transfer", { ...BRIDGE, destinationChain: "base" }, ["chain"]],
    [
      "bridge 1000 USDC from op on base to arb",
      "crosschain_transfer",
      { ...BRIDGE, sourceChain: "op" },
      ["chain", "base"],
    ],
    ["stake 100 GRG from optimism", "gov_stake", { amount: "100" }, ["chain", "optimism"]],
    ["bridge 1000 USDC arbitrum", "crosschain_transfer", BRIDGE, ["unknown_word", "arbitrum"]],
    ["bridge 1000 USDC from arbitrum", "crosschain_transfer", BRIDGE, ["chain", "arbitrum"]],
    ["bridge 1000 USDC to optimism", "crosschain_transfer", BRIDGE, ["chain", "optimism"]],
    ["bridge 1000 USDC to arbitrum to arbitrum to arbitrum", "crosschain_transfer", BRIDGE, ["chain"]],
    ["cancel nav sync 3 on arbitrum", "cancel_nav_sync", { configId: 3 }, ["chain", "arbitrum"]],
    ["bridge 1000 USDC to 42161", "crosschain_transfer", BRIDGE, ["chain", "42161"]],
  ])("error: %s", (own, tool, args, wanted) => {
    expect(reason(own, tool, args)).toEqual(wanted);
  });

  test("behavior: what a call leaves out is the request's chain, whichever that is", () => {
    expect(reason("stake 100 GRG on ethereum", "gov_stake", { amount: "100" }, 1)).toBeUndefined();
    expect(reason("stake 100 GRG on base", "gov_stake", { amount: "100" }, 1)).toEqual(["chain", "base"]);
    expect(reason("stake 100 GRG on base", "gov_stake", { amount: "100", chain: "base" }, 1)).toBeUndefined();
  });
});

describe("pools", () => {
  test.each([
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±10%", LP],
    ["add liquidity ETH/USDC 5 bps 0.5 ETH ±10 percent", LP],
    ["add liquidity ETH/USDC 5 bp 0.5 ETH ±10%", LP],
    ["add liquidity ETH/USDC fee 500 0.5 ETH ±10%", LP],
    ["add liquidity ETH/USDC 500 fee 0.5 ETH ±10%", LP],
    ["add liquidity ETH/USDC tier 500 0.5 ETH ±10%", LP],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±10%", { ...LP, tickRange: "+/- 10 %" }],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±10%", { ...LP, tickRange: "±10.0%" }],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH full range", { ...LP, tickRange: "Full" }],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±10% tick spacing 10", { ...LP, tickSpacing: 10 }],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH full range", { ...LP, tokenB: "USDC ", tickRange: " full " }],
    ["open lp ETH/USDC 0.3% 2000 USDC 1800-3200", PRICES],
    ["open lp ETH and USDC 0.3% 2000 USDC between 1800 and 3200", PRICES],
    ["open lp ETH/USDC 0.3% 2000 USDC 1800 to 3200 USDC", { ...PRICES, tickRange: "1800, 3200" }],
  ])("default: %s %j", (own, args) => {
    expect(reason(own, "add_liquidity", args)).toBeUndefined();
  });

  test.each([
    ["add liquidity ETH/USDC 0.5 ETH ±10%", LP, ["figure"]],
    ["add liquidity ETH/USDC 0.3% 0.5 ETH ±10%", LP, ["figure", "0.3"]],
    ["add liquidity ETH/USDC 500 0.5 ETH ±10%", LP, ["figure", "500"]],
    ["add liquidity ETH/USDC 50 bps 0.5 ETH ±10%", LP, ["figure", "50"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH", LP, ["figure"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH 10%", LP, ["figure", "10"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±10", LP, ["unknown_word", "plusminus"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±1%", LP, ["unknown_word", "plusminus"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH full range", LP, ["unknown_word", "full"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±10% ±10%", LP, ["figure"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±10% spacing 60", { ...LP, tickSpacing: 10 }, ["figure", "60"]],
    ["open lp USDC/ETH 0.3% 2000 USDC 1800-3200", PRICES, ["figure", "1800"]],
    ["open lp ETH/USDC USDC/ETH 0.3% 2000 USDC 1800-3200", PRICES, ["figure", "1800"]],
    ["open lp ETH with USDC 0.3% 2000 USDC 1800-3200", PRICES, ["figure", "1800"]],
    ["open lp ETH/USDC 0.3% 2000 USDC 1800-3000", PRICES, ["figure", "1800"]],
    ["open lp ETH/USDC 0.3% 2000 USDC 1800 3200", PRICES, ["figure", "1800"]],
    ["open lp ETH/USDC 0.3% 2000 USDC 1900-3200", PRICES, ["figure", "1900"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±10%", { ...LP, tokenB: "and" }, ["token"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±10%", { ...LP, tokenB: "Please" }, ["token"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±10%", { ...LP, tokenB: " and " }, ["token"]],
    ["add liquidity ETH 0.05% 0.5 ETH ±10%", { ...LP, tokenB: "ETH", amountB: "0.5" }, ["amount"]],
    ["add liquidity ETH/USDC 0.05% 0.5 with ±10%", LP, ["figure", "0.5"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±10%", { ...LP, tickRange: "x+-10%" }, ["unknown_word", "plusminus"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH ±10%", { ...LP, tickRange: "+-10%x" }, ["unknown_word", "plusminus"]],
    ["add liquidity ETH/USDC 0.05% 0.5 ETH price to range", { ...LP, tickRange: "ticks:-200000,-196000" }, ["figure"]],
    ["ETH/USDC 0.05% 0.5 ETH ±10%", LP, ["other_tool"]],
    ["add ETH/USDC 0.05% 0.5 ETH ±10%", LP, ["other_tool"]],
  ])("error: %s %j", (own, args, wanted) => {
    expect(reason(own, "add_liquidity", args)).toEqual(wanted);
  });
});

describe("positions and shares", () => {
  const half = { tokenId: "14", liquidityAmount: "50%" };
  const all = { tokenId: "14", liquidityAmount: "all" };
  test.each([
    ["remove half of position 14", half],
    ["remove 50% of position 14", { ...half, liquidityAmount: "50.0 %" }],
    ["remove all of position 14", all],
    ["remove the whole position 14", { ...all, liquidityAmount: "100%" }],
    ["remove 100% of position 14", { ...all, liquidityAmount: "ALL" }],
    ["remove 1200 units of position 14", { ...half, liquidityAmount: "1200" }],
    ["remove all of position nft 14, end it", { ...all, burn: true }],
    ["remove half of position 14", { ...half, burn: false }],
  ])("default: %s %j", (own, args) => {
    expect(reason(own, "remove_liquidity", args)).toBeUndefined();
  });

  test.each([
    ["remove all of position 14", half, ["unknown_word", "all"]],
    ["remove half of position 14", all, ["unknown_word", "half"]],
    ["remove half of position 14", { ...all, liquidityAmount: "5%" }, ["unknown_word", "half"]],
    ["remove position 14", all, ["amount"]],
    ["remove all of position 14", { ...all, liquidityAmount: "100" }, ["unknown_word", "all"]],
    ["remove half of position 14", { ...all, liquidityAmount: "50" }, ["unknown_word", "half"]],
    ["remove units of position 14", { ...all, liquidityAmount: "abc" }, ["unknown_word", "units"]],
    ["remove 50% of position 14", { ...all, liquidityAmount: "x50%" }, ["amount", "50"]],
    ["remove 50% of position 14", { ...all, liquidityAmount: "50%x" }, ["amount", "50"]],
    ["remove 1200% of position 14", { ...half, liquidityAmount: "1200" }, ["amount", "1200"]],
    ["remove 50 units of position 14", half, ["amount", "50"]],
    ["remove 50 of position 14", half, ["amount", "50"]],
    ["remove half of position", half, ["figure"]],
    ["remove half of position 15", half, ["figure", "15"]],
    ["remove half of position 14 14", half, ["unclear_number", "14"]],
    ["remove half of position 14 position 14", half, ["figure", "14"]],
    ["remove half of 14", half, ["figure", "14"]],
    ["remove all of position 14 and burn it", all, ["unknown_word", "burn"]],
    ["remove all of position 14", { ...all, burn: true }, ["field"]],
    ["remove all of position 14, burn it and burn it", { ...all, burn: true }, ["field"]],
  ])("error: %s %j", (own, args, wanted) => {
    expect(reason(own, "remove_liquidity", args)).toEqual(wanted);
  });
});

describe("names", () => {
  test.each([
    ["create a vault named Sextant Growth, symbol SXG and base token USDC", VAULT],
    ["create a vault Called Sextant Growth with ticker sxg, base USDC", VAULT],
    ["create a vault symbol SXG base token USDC named Sextant Growth", VAULT],
    ["create a vault symbol SXG base token USDC named Sextant Growth.", VAULT],
    ["create a vault named  Sextant Growth  with symbol SXG, base token USDC", VAULT],
    ["create a vault symbol SXG, base token USDC, named Sextant Growth ", VAULT],
    ["create a vault named Sextant Growth\nsymbol SXG\nbase token USDC", VAULT],
    ["create a vault symbol SXG named Sextant Growth on base", { ...VAULT, baseToken: undefined }],
  ])("default: %s", (own, args) => {
    const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
    expect(reason(own, "deploy_smart_pool", given)).toBeUndefined();
  });

  test.each([
    ["create a vault Sextant Growth, symbol SXG and base token USDC", VAULT, ["figure"]],
    ["create a vault named Sextant Growth Fund, symbol SXG and base token USDC", VAULT, ["figure"]],
    ["create a vault named Sextant Growth2, symbol SXG and base token USDC", VAULT, ["figure"]],
    ["create a vault named A Sextant Growth, symbol SXG and base token USDC", VAULT, ["figure"]],
    ["create a vault named Sextant Growth called Sextant Growth, symbol SXG, base token USDC", VAULT, ["figure"]],
    ["create a vault named Growth with symbol SXG, base token USDC", { ...VAULT, name: "Growth with" }, ["figure"]],
    ["create a vault named Sextant Growth, SXG and base token USDC", VAULT, ["unknown_word", "sxg"]],
    ["create a vault named Sextant Growth, symbol SXG and USDC", VAULT, ["unknown_word", "usdc"]],
    ["create a vault named Sextant Growth, symbol SXG", VAULT, ["token"]],
  ])("error: %s", (own, args, wanted) => {
    expect(reason(own, "deploy_smart_pool", args)).toEqual(wanted);
  });
});

describe("intervals and numbers of a NAV sync", () => {
  test.each([
    ["create a nav sync every 30 min", { intervalMinutes: 30 }],
    ["create a nav sync every 2 hours", { intervalMinutes: 120 }],
    ["create a nav sync every hour", { intervalMinutes: 60 }],
    ["create a nav sync hourly", { intervalMinutes: 60 }],
    ["create a nav sync daily", { intervalMinutes: 1440 }],
    ["create a nav sync every day", { intervalMinutes: 1440 }],
  ])("default: %s", (own, args) => {
    expect(reason(own, "create_nav_sync", args)).toBeUndefined();
  });

  test.each([
    ["create a nav sync every 30", { intervalMinutes: 30 }, ["unknown_word", "every"]],
    ["create a nav sync every hour 7", { intervalMinutes: 60 }, ["unclear_number", "7"]],
    ["create a nav sync 30 minutes", { intervalMinutes: 30 }, ["interval", "30"]],
    ["create a nav sync daily", { intervalMinutes: 60 }, ["unknown_word", "daily"]],
    ["create a nav sync hourly", { intervalMinutes: 1440 }, ["unknown_word", "hourly"]],
    ["create a nav sync hourly every hour", { intervalMinutes: 60 }, ["interval"]],
    ["create a nav sync", { intervalMinutes: 60 }, ["interval"]],
    ["create a nav sync every 30 minutes", { intervalMinutes: 30, thresholdBps: 100 }, ["field"]],
    ["create a nav sync every 3 minutes", { intervalMinutes: 0 }, ["field"]],
  ])("error: %s", (own, args, wanted) => {
    expect(reason(own, "create_nav_sync", args)).toEqual(wanted);
  });

  test.each(["3 of my nav sync", "nav sync 3 position", "nav sync", "3 nav sync"])("error: cancel %s", (words) => {
    expect(reason(`cancel ${words}`, "cancel_nav_sync", { configId: 3 })?.[0]).toBe("figure");
  });
});

describe("courtesy and questions", () => {
  test.each([
    "can you stake 100 GRG?",
    "could you please stake 100 GRG right now?",
    "I would like to stake 100 GRG, thank you!",
    "ok stake 100 GRG right away",
  ])("default: %s", (own) => {
    expect(reason(own, "gov_stake", { amount: "100" })).toBeUndefined();
  });

  test.each([
    ["stake 100 GRG?", ["question", "?"]],
    ["would like to stake 100 GRG?", ["question", "?"]],
    ["you stake 100 GRG", ["unknown_word", "you"]],
    ["would stake 100 GRG", ["unknown_word", "would"]],
    ["right stake 100 GRG", ["unknown_word", "right"]],
    ["100 GRG", ["other_tool"]],
    ["stake 100 GRG at 5", ["unknown_word", "at"]],
  ])("error: %s", (own, wanted) => {
    expect(reason(own, "gov_stake", { amount: "100" })).toEqual(wanted);
  });
});

describe("the card", () => {
  const card = (name: string, args: Record<string, unknown>, chainId: 8453 | 1 = 8453) => {
    const tool = TOOLS.find((one) => one.name === name);
    if (tool === undefined || tool.effect === "read") throw new Error(`no write ${name}`);
    return offerCard(tool, args, chainId);
  };

  test("default: what was read, what was filled in, and where it goes", () => {
    expect(card("add_liquidity", { ...LP, chain: "arb" })).toEqual([
      "Read from your words: First token ETH; Second token USDC; fee 500; Amount of the first token 0.5; Price range +-10%.",
      "Filled in by default: the second token follows from price and range; the usual tick spacing of the fee; no hook.",
      "On arbitrum, by Uniswap v4, to a position of the vault.",
    ]);
    expect(card("crosschain_transfer", { ...BRIDGE, sourceChain: "optimism" })).toEqual([
      "Read from your words: Chain to arrive on arbitrum; token USDC; amount 1000.",
      "On optimism, by Across, to the same vault there.",
    ]);
    expect(card("gov_claim_rewards", {}, 1)).toEqual(["On ethereum, by GRG staking, to the vault."]);
  });

  test("behavior: of a tool whose own answer says where it acts, what was read, and the chain; notes come last", () => {
    const swap = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" };
    expect(card("build_vault_swap", swap)).toEqual([
      "Read from your words: Token to sell ETH; Token to buy USDC; Amount to sell 1.",
      "On base.",
    ]);
    expect(card("freeze_vault", {}, 1)).toEqual(["On ethereum."]);
  });

  test("behavior: every offer says where it is done", () => {
    for (const { name, effect, model } of TOOLS)
      if (effect !== "read" && model !== "hidden" && "grounding" in model && model.grounding.kind === "offer")
        expect(card(name, {}).at(-1), name).toMatch(
          name.startsWith("perp_")
            ? /^On (?:hyperevm, by Hyperliquid|arbitrum, by GMX) perpetuals, to .+\.$/
            : /^On base, by .+, to .+\.$/,
        );
  });
});
