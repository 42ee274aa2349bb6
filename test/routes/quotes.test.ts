import { type Address, parseAbi } from "viem";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import type { TokenSymbol } from "../../local/chain/chain-tokens.ts";
import { setOraclePrice } from "../../local/chain/set-oracle-price.ts";
import { quoteResponse } from "../../schemas/quote.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { startTestStack, type TestStack } from "../support/test-stack.ts";

const ETH = 10n ** 18n;
const ZERO = `0x${"0".repeat(40)}`;
const EEEE = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
const oracleAbi = parseAbi(["function currentTick(address token) view returns (int24)"]);

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterEach(async () => {
  for (const proxy of Object.values(stack.proxies)) proxy.clearHooks();
  for (const venue of ["0x", "uniswap"] as const) await control(venue, "reset", {});
});
afterAll(() => stack?.stop());

const get = (path: string, query: Record<string, string>) =>
  stack.call("GET", `${path}?${new URLSearchParams(query)}`);
const address = (symbol: TokenSymbol): Address => stack.stack.chain.tokens[symbol];
const lower = (symbol: TokenSymbol) => address(symbol).toLowerCase();

/** 1.0001^tick as a fraction of 10^60, by squaring: our own arithmetic, not the chain's. */
function priceAtTick(tick: number): bigint {
  const one = 10n ** 60n;
  let [result, power] = [one, (one * 10_001n) / 10_000n];
  for (let rest = Math.abs(tick); rest > 0; rest = Math.floor(rest / 2)) {
    if (rest % 2 === 1) result = (result * power) / one;
    power = (power * power) / one;
  }
  return tick < 0 ? (one * one) / result : result;
}

/**
 * What the oracle's spot says `amount` of one token is worth in the other. Its ticks are token per
 * coin.
 */
async function oracleWorth(from: TokenSymbol, to: TokenSymbol, amount: bigint): Promise<bigint> {
  const tickOf = async (symbol: TokenSymbol) =>
    symbol === "ETH" || symbol === "WETH"
      ? 0
      : chainClient(stack.stack.chain).readContract({
          address: stack.stack.chain.addresses.oracle,
          abi: oracleAbi,
          functionName: "currentTick",
          args: [address(symbol)],
        });
  return (amount * priceAtTick((await tickOf(to)) - (await tickOf(from)))) / 10n ** 60n;
}

/** Square roots are rounded on chain: equal to one part in a billion, and to a unit. */
function expectNear(actual: string, expected: bigint): void {
  const difference = BigInt(actual) - expected;
  expect(difference < 0n ? -difference : difference).toBeLessThanOrEqual(expected / 10n ** 9n + 1n);
}

/**
 * Whole basis points, towards zero; positive when the venue is worse (spec, "OracleEnrichment").
 */
const deltaOf = (worse: bigint, oracle: bigint): number => Number((worse * 10_000n) / oracle);

async function control(venue: "0x" | "uniswap", name: string, body: object): Promise<void> {
  const { origin } = new URL(stack.stack.manifest.venues[venue]);
  await fetch(`${origin}/_dev/${name}`, { method: "POST", body: JSON.stringify(body) });
}
const failing = (venue: "0x" | "uniswap", body: object) => control(venue, "fail", body);
/** Its price is one percent better than the pools' from now on. */
const best = (venue: "0x" | "uniswap") => control(venue, "skew", { bps: 100 });

describe("GET /api/quote", () => {
  test("default: a quote has all fields of the spec, its calldata for who pays", async () => {
    await best("0x");
    const { status, body, paid } = await get("/api/quote", {
      sell: "ETH",
      buy: "USDC",
      amount: "1.5",
    });
    expect(status).toBe(200);
    expect(Object.keys(body).sort()).toEqual(
      [
        "buyAmount",
        "buyToken",
        "calldata",
        "chain",
        "comparison",
        "gasEstimate",
        "price",
        "sellAmount",
        "sellToken",
        "source",
        "to",
        "value",
      ].sort(),
    );
    expect(quoteResponse.parse(body)).toEqual(body);
    expect(body).toMatchObject({
      sellToken: ZERO,
      buyToken: lower("USDC"),
      sellAmount: "1500000000000000000",
      source: "0x",
      chain: "base",
      to: stack.stack.chain.addresses.allowanceHolder.toLowerCase(),
      value: "1500000000000000000",
    });
    expect(body.comparison).toMatch(
      /^Best price: 0x, [\d.]+ USDC \(\d+ bps\) more than uniswap after gas\.$/,
    );
    expect(Number(body.gasEstimate)).toBeGreaterThan(50_000);
    // Without a taker it is the x402 payer, and never an address that is made up (decision D16).
    const payer = paid!.payer.address.toLowerCase();
    const [call] = stack.proxies["0x"].log().slice(-1);
    expect(call?.path.toLowerCase()).toContain(`taker=${payer}`);
    expect(body.calldata).toContain(payer.slice(2));
  });

  test("behavior: price is buy per sell, human units, 8 digits or more, float-clean", async () => {
    const cases: [TokenSymbol, TokenSymbol, string, number, number][] = [
      ["ETH", "USDC", "1", 18, 6],
      ["USDC", "ETH", "2500", 6, 18],
      ["USDC", "USDT", "100", 6, 6],
      ["cbBTC", "USDC", "0.01", 8, 6],
      ["USDC", "cbBTC", "7", 6, 8],
      ["DAI", "GRG", "3", 18, 18],
    ];
    for (const [sell, buy, amount, sellDecimals, buyDecimals] of cases) {
      const { body } = await get("/api/quote", { sell, buy, amount });
      const exact =
        (BigInt(body.buyAmount) * 10n ** BigInt(sellDecimals) * 10n ** 30n) /
        (BigInt(body.sellAmount) * 10n ** BigInt(buyDecimals));
      expect([sell, buy, body.price]).toEqual([
        sell,
        buy,
        expect.stringMatching(/^(?:0|[1-9][0-9]*)(?:\.[0-9]+)?$/),
      ]);
      expect(body.price.replace(".", "").replace(/^0+/, "").length).toBeGreaterThanOrEqual(8);
      const [whole = "", fraction = ""] = body.price.split(".");
      const shown = BigInt(whole + fraction.padEnd(30, "0").slice(0, 30));
      const off = shown > exact ? shown - exact : exact - shown;
      expect(off * 10n ** 8n).toBeLessThanOrEqual(exact);
    }
  });

  test("behavior: with a taker the calldata comes along, made for that taker", async () => {
    await best("0x");
    const vault = await stack.newVault();
    const sold = await get("/api/quote", {
      sell: "ETH",
      buy: "USDC",
      amount: "1",
      taker: vault.address,
    });
    expect([sold.status, sold.body.source, sold.body.value]).toEqual([200, "0x", ETH.toString()]);
    expect(sold.body.to).toBe(stack.stack.chain.addresses.allowanceHolder.toLowerCase());
    expect(sold.body.calldata.length).toBeGreaterThan(1_000);
    expect(sold.body.calldata).toContain(vault.address.slice(2));
    // Of less the gas would be more than the one percent.
    const bought = await get("/api/quote", {
      sell: "USDC",
      buy: "ETH",
      amount: "1000",
      taker: vault.owner,
    });
    expect([bought.status, bought.body.value]).toEqual([200, "0"]);
    expect(bought.body.calldata.toLowerCase()).toContain(vault.owner.slice(2).toLowerCase());
  });

  test("behavior: a venue without a route leaves the other one", async () => {
    for (const proxy of Object.values(stack.proxies)) proxy.reset();
    // 422 TOKEN_NOT_SUPPORTED is how the API says that it has no route for a token.
    const unknown = { times: 1, status: 422 };
    await failing("0x", unknown);
    const fallback = await get("/api/quote", { sell: "WETH", buy: "USDC", amount: "1" });
    expect([fallback.status, fallback.body.source]).toEqual([200, "uniswap"]);
    expect(fallback.body.calldata.slice(0, 10)).toBe("0x3593564c");
    expect([stack.proxies["0x"].log().length, stack.proxies.uniswap.log().length]).toEqual([1, 2]);
    const vault = await stack.newVault({ fund: { WETH: ETH } });
    await failing("0x", unknown);
    const firm = await get("/api/quote", {
      sell: "WETH",
      buy: "USDC",
      amount: "1",
      taker: vault.address,
    });
    expect([firm.status, firm.body.source, firm.body.to]).toEqual([
      200,
      "uniswap",
      stack.stack.chain.addresses.universalRouter.toLowerCase(),
    ]);
    expect(firm.body.calldata.slice(0, 10)).toBe("0x3593564c");
    await failing("uniswap", { times: 1, status: 404 });
    const other = await get("/api/quote", { sell: "ETH", buy: "USDC", amount: "1" });
    expect([other.body.source, other.body.comparison]).toEqual([
      "0x",
      "Price of 0x alone. uniswap has no price for it.",
    ]);
  });

  test("behavior: the better price wins, at whichever venue, and says by how much", async () => {
    for (const [venue, other] of [
      ["0x", "uniswap"],
      ["uniswap", "0x"],
    ] as const) {
      await best(venue);
      const { body } = await get("/api/quote", { sell: "USDC", buy: "USDT", amount: "100" });
      const won = new RegExp(
        `^Best price: ${venue}, [\\d.]+ USDT \\(\\d+ bps\\) more than ${other} after gas\\.$`,
      );
      expect([body.source, body.comparison]).toEqual([venue, expect.stringMatching(won)]);
      await control(venue, "reset", {});
    }
  });

  test("behavior: where gas cannot be valued amounts compare without it, as is said", async () => {
    await best("0x");
    // No answer of the node: what the head is and what its gas costs.
    stack.proxies.rpc.before(async () => ({ status: 500, headers: {}, body: "" }));
    const { body } = await get("/api/quote", { sell: "ETH", buy: "USDC", amount: "1" });
    expect([body.source, body.comparison]).toEqual([
      "0x",
      expect.stringMatching(/ more than uniswap before gas, which could not be valued\.$/),
    ]);
  });

  test("behavior: a used-up venue is not asked, told so; other quotes' calls count", async () => {
    const { command } = stack.stack.redis;
    const counted = async () =>
      Number(await command(["HGET", "sx:local:door-calls:uniswap", "used"]));
    const before = await counted();
    await get("/api/quote", { sell: "ETH", buy: "USDC", amount: "1" });
    // Two calls, in thousandths, but for what has drained since: 450 calls in five minutes are 1.5
    // a millisecond.
    expect((await counted()) - before).toBeLessThanOrEqual(2_000);
    await command([
      "HSET",
      "sx:local:door-calls:uniswap",
      "used",
      "450000",
      "at",
      String(stack.stack.nowMs()),
    ]);
    for (const proxy of Object.values(stack.proxies)) proxy.reset();
    const alone = "Price of 0x alone. uniswap was not asked: its share of calls is used up.";
    const { body } = await get("/api/quote", { sell: "ETH", buy: "USDC", amount: "1" });
    expect([body.source, body.comparison]).toEqual(["0x", alone]);
    const swap = { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1" };
    const tool = await stack.call("POST", "/api/tools?toolName=get_swap_quote", {
      arguments: swap,
    });
    expect(tool.body.message).toContain(`\n${alone}\n`);
    expect(stack.proxies.uniswap.log()).toEqual([]);
    // Who names it asks it all the same.
    const named = await stack.call("POST", "/api/tools?toolName=get_swap_quote", {
      arguments: { ...swap, dex: "uniswap" },
    });
    expect([named.status, stack.proxies.uniswap.log().length]).toEqual([200, 1]);
    await command(["DEL", "sx:local:door-calls:uniswap"]);
  });

  test("error: no venue answers: 502, with every one's word", async () => {
    await failing("0x", { times: 1, status: 500 });
    await failing("uniswap", { times: 1, status: 500 });
    const refused = await get("/api/quote", { sell: "ETH", buy: "USDC", amount: "1" });
    expect(expectRefusal(refused)).toBe("502 venue_unavailable");
    expect(refused.body.message).toMatch(/^No venue gives it\. 0x: .*uniswap: /);
  });

  test("error: neither venue has a route: 400", async () => {
    // More than any v4 pool can be asked for.
    const amount = "500000000000000000000";
    expect(expectRefusal(await get("/api/quote", { sell: "ETH", buy: "DAI", amount }))).toBe(
      "400 no_route",
    );
  });

  test.each([
    ["500", { times: 1, status: 500 }],
    ["429", { times: 1, status: 429 }],
    ["401, our key", { times: 1, status: 401 }],
    ["a cut line", { times: 1, status: 0 }],
  ])(
    "behavior: an aggregator that fails with %s leaves the pool DEX, and it is said",
    async (_name, failure) => {
      await failing("0x", failure);
      const { body } = await get("/api/quote", { sell: "ETH", buy: "USDC", amount: "1" });
      expect([body.source, body.comparison]).toEqual([
        "uniswap",
        "Price of uniswap alone. 0x did not answer.",
      ]);
    },
  );

  test.each([
    ["no JSON", { status: 200, body: "<html>" }],
    ["null", { status: 200, body: "null" }],
    ["an empty object", { status: 200, body: "{}" }],
    [
      "amounts in floats",
      { status: 200, body: '{"liquidityAvailable":true,"buyAmount":1e30,"sellAmount":1}' },
    ],
    ["an error of another shape", { status: 400, body: '{"upstream":"secret"}' }],
  ])(
    "error: an aggregator that answers %s is not taken, none of it comes out, and beside a silent pool DEX it is 502",
    async (_name, answer) => {
      stack.proxies["0x"].before(async () => ({
        headers: { "content-type": "application/json" },
        ...answer,
      }));
      const { body } = await get("/api/quote", { sell: "ETH", buy: "USDC", amount: "1" });
      expect([body.source, body.comparison]).toEqual([
        "uniswap",
        "Price of uniswap alone. 0x did not answer.",
      ]);
      expect(JSON.stringify(body)).not.toContain("secret");
      await failing("uniswap", { times: 1, status: 500 });
      const refused = await get("/api/quote", { sell: "ETH", buy: "USDC", amount: "1" });
      expect(expectRefusal(refused)).toBe("502 venue_bad_response");
      expect(JSON.stringify(refused.body)).not.toContain("secret");
    },
  );

  test("behavior: a quote costs each venue one call, the chain one for known tokens", async () => {
    await best("0x");
    for (const proxy of Object.values(stack.proxies)) proxy.reset();
    // The local stack replaces the token table, so decimals are read once and then remembered.
    await get("/api/quote", { sell: "ETH", buy: "USDC", amount: "1" });
    for (const proxy of Object.values(stack.proxies)) proxy.reset();
    await get("/api/quote", { sell: "ETH", buy: "USDC", amount: "1" });
    const counts = Object.fromEntries(
      Object.entries(stack.proxies).map(([name, proxy]) => [name, proxy.log().length]),
    );
    // Redis and the facilitator are the payment's: claimed and ended, verified and settled.
    expect(counts).toEqual({ "0x": 1, uniswap: 1, redis: 2, rpc: 1, facilitator: 2, qstash: 0 });
  });
});

describe("tokens", () => {
  const COIN = { sellToken: ZERO, buyToken: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913" };

  test.each([
    ["ETH", "USDC"],
    ["eth", "usdc"],
    [" Eth ", " Usdc "],
    [ZERO, "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913"],
    [EEEE, "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913"],
    [EEEE.toLowerCase(), "0x833589FCD6EDB6E08F4C7C32D4F71B54BDA02913"],
  ])("behavior: %s and %s are the coin and USDC", async (sell, buy) => {
    const { status, body } = await get("/api/quote", { sell, buy, amount: "1" });
    expect([status, { sellToken: body.sellToken, buyToken: body.buyToken }]).toEqual([200, COIN]);
  });

  test("behavior: a contract not listed is used as given, its decimals read on chain", async () => {
    const { status, body } = await get("/api/quote", {
      sell: address("NOFEED"),
      buy: "ETH",
      amount: "2.000000000000000001",
    });
    expect([status, body.sellAmount, body.sellToken]).toEqual([
      200,
      "2000000000000000001",
      lower("NOFEED"),
    ]);
  });

  test.each([
    ["an unknown symbol", "NOPE", "400 token_not_found"],
    ["an address without a contract", `0x${"12".repeat(20)}`, "400 token_not_found"],
    [
      "a contract that is no token",
      "0x498581fF718922c3f8e6A244956aF099B2652b2b",
      "400 token_not_found",
    ],
    ["a checksum error", "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02914", "400 invalid_request"],
    ["a symbol in other letters", "ＵＳＤＣ", "400 token_not_found"],
    ["a symbol with a long s", "uſdc", "400 token_not_found"],
  ])("error: %s", async (_name, token, expected) => {
    expect(expectRefusal(await get("/api/quote", { sell: "ETH", buy: token, amount: "1" }))).toBe(
      expected,
    );
    expect(expectRefusal(await get("/api/quote", { sell: token, buy: "ETH", amount: "1" }))).toBe(
      expected,
    );
    expect(
      expectRefusal(
        await get("/api/quote/0x", { sellToken: token, buyToken: "ETH", sellAmount: "1" }),
      ),
    ).toBe(expected);
    expect(
      expectRefusal(
        await stack.call("POST", "/api/quote/uniswap", {
          tokenIn: "ETH",
          tokenOut: token,
          amount: "1",
        }),
      ),
    ).toBe(expected);
  });

  test("error: an amount with more decimals than the token has", async () => {
    expect(
      expectRefusal(await get("/api/quote", { sell: "USDC", buy: "ETH", amount: "1.0000001" })),
    ).toBe("400 invalid_request");
    expect(
      (await get("/api/quote", { sell: "USDC", buy: "ETH", amount: "1.000001" })).body.sellAmount,
    ).toBe("1000001");
  });

  test("error: a chain by name or number; without a node 503, an unknown one 400", async () => {
    for (const chain of ["base", "8453", "BASE"])
      expect(
        (await get("/api/quote", { sell: "ETH", buy: "USDC", amount: "1", chain })).body.chain,
      ).toBe("base");
    for (const chain of ["ethereum", "1", "arbitrum", "10", "polygon", "bsc", "unichain"]) {
      expect(
        expectRefusal(await get("/api/quote", { sell: "USDC", buy: "USDT", amount: "1", chain })),
      ).toBe("503 not_configured");
    }
    for (const chain of ["999", "solana", "0"])
      expect(
        expectRefusal(await get("/api/quote", { sell: "ETH", buy: "USDC", amount: "1", chain })),
      ).toBe("400 chain_not_supported");
  });
});

describe("the venues' own quotes with the oracle's view", () => {
  const PAIRS: [TokenSymbol, TokenSymbol, bigint][] = [
    ["ETH", "USDC", 3n * ETH],
    ["USDC", "ETH", 7_000n * 10n ** 6n],
    ["USDC", "USDT", 1_000n * 10n ** 6n],
    ["cbBTC", "USDC", 10n ** 7n],
    ["DAI", "GRG", 50n * ETH],
  ];

  test.each(PAIRS)(
    "behavior: exact input at 0x, %s for %s: the oracle's amount and the difference, recomputed",
    async (sell, buy, amount) => {
      const { status, body } = await get("/api/quote/0x", {
        sellToken: sell,
        buyToken: buy,
        sellAmount: String(amount),
      });
      expect([status, body.sellAmount, body.priceFeedExists]).toEqual([200, String(amount), true]);
      const oracle = await oracleWorth(sell, buy, amount);
      expectNear(body.oracleAmount, oracle);
      expect(body.deltaBps).toBe(
        deltaOf(BigInt(body.oracleAmount) - BigInt(body.buyAmount), BigInt(body.oracleAmount)),
      );
      // The venue's own fields are all there, unchanged.
      expect(body).toMatchObject({
        liquidityAvailable: true,
        mode: "exact-in",
        issues: expect.any(Object),
        route: expect.any(Object),
      });
    },
  );

  test.each(PAIRS)(
    "behavior: exact output at Uniswap, %s for %s, is judged on the input",
    async (sell, buy, amount) => {
      const want = await oracleWorth(sell, buy, amount);
      const { status, body } = await stack.call("POST", "/api/quote/uniswap", {
        type: "EXACT_OUTPUT",
        amount: String(want),
        tokenIn: sell,
        tokenOut: buy,
      });
      expect([status, body.quote.output.amount, body.priceFeedExists]).toEqual([
        200,
        String(want),
        true,
      ]);
      expectNear(body.oracleAmount, await oracleWorth(buy, sell, want));
      expect(body.deltaBps).toBe(
        deltaOf(
          BigInt(body.quote.input.amount) - BigInt(body.oracleAmount),
          BigInt(body.oracleAmount),
        ),
      );
    },
  );

  test("behavior: exact output at 0x by buyAmount and exact input at Uniswap", async () => {
    const bought = await get("/api/quote/0x", {
      sellToken: "USDC",
      buyToken: "ETH",
      buyAmount: String(ETH),
    });
    expect([bought.status, bought.body.mode, bought.body.buyAmount]).toEqual([
      200,
      "exact-out",
      String(ETH),
    ]);
    expect(BigInt(bought.body.maxSellAmount)).toBeGreaterThan(
      BigInt(bought.body.estimatedNetSellAmount),
    );
    expectNear(bought.body.oracleAmount, await oracleWorth("ETH", "USDC", ETH));
    const worse = BigInt(bought.body.estimatedNetSellAmount) - BigInt(bought.body.oracleAmount);
    expect(bought.body.deltaBps).toBe(deltaOf(worse, BigInt(bought.body.oracleAmount)));
    const sold = await stack.call("POST", "/api/quote/uniswap", {
      type: "EXACT_INPUT",
      amount: String(ETH),
      tokenIn: "ETH",
      tokenOut: "USDC",
    });
    expect([sold.status, sold.body.quote.input.amount, sold.body.routing]).toEqual([
      200,
      String(ETH),
      "CLASSIC",
    ]);
    expectNear(sold.body.oracleAmount, await oracleWorth("ETH", "USDC", ETH));
    expect(sold.body.deltaBps).toBe(
      deltaOf(
        BigInt(sold.body.oracleAmount) - BigInt(sold.body.quote.output.amount),
        BigInt(sold.body.oracleAmount),
      ),
    );
  });

  test("behavior: an oracle that moves by 4% shows as the difference, with its sign", async () => {
    const ask = async () =>
      (await get("/api/quote/0x", { sellToken: "ETH", buyToken: "USDT", sellAmount: String(ETH) }))
        .body.deltaBps;
    const at = await ask();
    try {
      await setOraclePrice(stack.stack.chain, {
        symbol: "USDT",
        toPriceBps: 10_400,
        backdated: true,
      });
      expect((await ask()) - at).toBeGreaterThan(300);
      await setOraclePrice(stack.stack.chain, {
        symbol: "USDT",
        toPriceBps: 9_600,
        backdated: true,
      });
      expect((await ask()) - at).toBeLessThan(-300);
    } finally {
      await setOraclePrice(stack.stack.chain, {
        symbol: "USDT",
        toPriceBps: 10_000,
        backdated: true,
      });
    }
  });

  test.each([
    ["NOFEED", "ETH"],
    ["ETH", "NOFEED"],
    ["NOFEED", "USDC"],
  ] as const)("behavior: without a feed (%s for %s) the three fields say so", async (sell, buy) => {
    const amount = String(ETH);
    const none = { priceFeedExists: false, deltaBps: 0, oracleAmount: "0" };
    const aggregated = await get("/api/quote/0x", {
      sellToken: address(sell),
      buyToken: address(buy),
      sellAmount: amount,
    });
    expect([aggregated.status, aggregated.body]).toEqual([200, expect.objectContaining(none)]);
    const pooled = await stack.call("POST", "/api/quote/uniswap", {
      amount: amount,
      tokenIn: address(sell),
      tokenOut: address(buy),
    });
    expect([pooled.status, pooled.body]).toEqual([200, expect.objectContaining(none)]);
  });

  test("behavior: the coin, wrapped or however spelled, has one oracle price", async () => {
    for (const sellToken of ["ETH", ZERO, EEEE]) {
      const { body } = await get("/api/quote/0x", {
        sellToken,
        buyToken: "USDC",
        sellAmount: String(ETH),
      });
      expectNear(body.oracleAmount, await oracleWorth("ETH", "USDC", ETH));
    }
    const wrapped = await stack.call("POST", "/api/quote/uniswap", {
      amount: String(ETH),
      tokenIn: "WETH",
      tokenOut: "USDC",
    });
    expectNear(wrapped.body.oracleAmount, await oracleWorth("ETH", "USDC", ETH));
  });

  test("behavior: taker and swapper, slippage and protocols reach the venue", async () => {
    const vault = await stack.newVault();
    for (const proxy of Object.values(stack.proxies)) proxy.reset();
    const firm = await get("/api/quote/0x", {
      sellToken: "USDC",
      buyToken: "ETH",
      sellAmount: "1000000",
      taker: vault.address,
      slippageBps: "30",
    });
    expect(firm.body.transaction).toMatchObject({
      to: stack.stack.chain.addresses.allowanceHolder.toLowerCase(),
      value: "0",
    });
    const asked = new URL(stack.proxies["0x"].log()[0]!.path, "http://venue").searchParams;
    expect([asked.get("taker"), asked.get("slippageBps"), asked.get("sellAmount")]).toEqual([
      vault.address,
      "30",
      "1000000",
    ]);
    const body = {
      amount: "1000000",
      tokenIn: "USDC",
      tokenOut: "ETH",
      swapper: vault.address,
      slippageTolerance: 0.3,
      protocols: ["V4"],
      routingPreference: "FASTEST",
    };
    expect((await stack.call("POST", "/api/quote/uniswap", body)).status).toBe(200);
    const sent = JSON.parse(stack.proxies.uniswap.log()[0]!.body);
    expect(sent).toMatchObject({
      swapper: vault.address,
      slippageTolerance: 0.3,
      protocols: ["V4"],
      amount: "1000000",
      type: "EXACT_INPUT",
    });
  });

  test.each([
    ["GET /api/quote/0x", "0x"],
    ["POST /api/quote/uniswap", "uniswap"],
  ] as const)(
    "error: %s answers 502 when its venue or the oracle fails, never a missing feed",
    async (route, venue) => {
      const ask = () =>
        route.startsWith("GET")
          ? get("/api/quote/0x", { sellToken: "ETH", buyToken: "USDC", sellAmount: String(ETH) })
          : stack.call("POST", "/api/quote/uniswap", {
              tokenIn: "ETH",
              tokenOut: "USDC",
              amount: String(ETH),
            });
      expect((await ask()).status).toBe(200);
      await failing(venue, { times: 1, status: 503 });
      expect(expectRefusal(await ask())).toBe("502 venue_unavailable");
      stack.proxies.rpc.before(async () => ({ status: 500 }));
      expect(expectRefusal(await ask())).toBe("502 rpc_unavailable");
    },
  );

  test("error: what a venue has no route for is 400", async () => {
    expect(
      expectRefusal(
        await get("/api/quote/0x", {
          sellToken: "ETH",
          buyToken: "USDC",
          sellAmount: String(5n * 10n ** 38n),
        }),
      ),
    ).toBe("400 no_route");
    expect(
      expectRefusal(
        await stack.call("POST", "/api/quote/uniswap", {
          tokenIn: "ETH",
          tokenOut: "USDC",
          type: "EXACT_OUTPUT",
          amount: String(10n ** 30n),
        }),
      ),
    ).toBe("400 no_route");
  });
});
