import { type Address, decodeFunctionData, encodeFunctionData, type Hex, zeroAddress } from "viem";
import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import type { ChainHandle } from "../../local/chain/chain-handle.ts";
import type { TokenSymbol } from "../../local/chain/chain-tokens.ts";
import { createVault } from "../../local/chain/create-vault.ts";
import { readBalances } from "../../local/chain/read-balances.ts";
import { readChainClock } from "../../local/chain/read-chain-clock.ts";
import { type RunningChain, startChain } from "../../local/chain/start-chain.ts";
import { encodeRouterSwap } from "../../local/venues/encode-router-swap.ts";
import { encodeSettlerSwap } from "../../local/venues/encode-settler-swap.ts";
import { encodeV3Swap } from "../../local/venues/encode-v3-swap.ts";
import type { Route } from "../../local/venues/route.ts";
import { startUniswapVenue } from "../../local/venues/start-uniswap-venue.ts";
import { startZeroxVenue } from "../../local/venues/start-zerox-venue.ts";
import { allowanceHolderAbi, settlerAbi, settlerActionsAbi } from "../../local/venues/venue-abi.ts";
import type { VenueServer } from "../../local/venues/venue-server.ts";
import { vectorFile } from "../support/vectors.ts";
import { readRouterSwap, readSettlerSwap } from "./read-venue-calldata.ts";

const NATIVE_0X = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
const USDC_1000 = 1_000_000_000n;
const ATTACKER = "0xbadbadbadbadbadbadbadbadbadbadbadbadbad0";
const MODES = ["recipient", "token", "amount", "minOut", "deadline", "target"] as const;

let running: RunningChain;
let chain: ChainHandle;
let zerox: VenueServer;
let uniswap: VenueServer;
let vault: Address;
let untouched: Hex;

beforeAll(async () => {
  running = await startChain();
  chain = running.handle;
  const [pools, v3Pools] = [Object.values(chain.pools.v4), Object.values(chain.pools.v3)];
  const options = {
    v3Pools,
    rpcUrl: chain.rpcUrl,
    chainId: 8453,
    addresses: chain.addresses,
    pools,
    apiKey: "key",
  };
  [zerox, uniswap] = await Promise.all([startZeroxVenue(options), startUniswapVenue(options)]);
  untouched = await chainClient(chain).snapshot();
});
afterAll(async () => {
  await Promise.all([zerox?.stop(), uniswap?.stop()]);
  await running?.stop();
});
beforeEach(async () => {
  // Swaps move prices: every test quotes on pools that nobody has traded in.
  await chainClient(chain).revert({ id: untouched });
  untouched = await chainClient(chain).snapshot();
  await Promise.all([dev(zerox, "reset", {}), dev(uniswap, "reset", {})]);
  vault = await createVault(chain, {
    fund: { ETH: 10n * 10n ** 18n, WETH: 10n * 10n ** 18n, GRG: 10_000n * 10n ** 18n },
  });
});

const ASKS: {
  name: string;
  mode: "exactIn" | "exactOut";
  sell: TokenSymbol;
  buy: TokenSymbol;
  amountBase: bigint;
}[] = [
  {
    name: "a token for the coin",
    mode: "exactIn",
    sell: "USDC",
    buy: "ETH",
    amountBase: USDC_1000,
  },
  {
    name: "the coin for a token",
    mode: "exactIn",
    sell: "ETH",
    buy: "USDC",
    amountBase: 10n ** 18n,
  },
  {
    name: "through the coin",
    mode: "exactIn",
    sell: "GRG",
    buy: "USDC",
    amountBase: 500n * 10n ** 18n,
  },
  {
    name: "an exact amount of the coin",
    mode: "exactOut",
    sell: "USDC",
    buy: "ETH",
    amountBase: 10n ** 18n,
  },
  {
    name: "an exact amount for the coin",
    mode: "exactOut",
    sell: "ETH",
    buy: "USDC",
    amountBase: USDC_1000,
  },
  {
    name: "an exact amount through the coin",
    mode: "exactOut",
    sell: "USDC",
    buy: "GRG",
    amountBase: 5n * 10n ** 18n,
  },
];

/** At 0x through the coin's own pools, wrapped and unwrapped on the way. */
const WRAPPED_ASKS: Ask[] = [
  {
    name: "the wrapped coin for a token",
    mode: "exactIn",
    sell: "WETH",
    buy: "USDC",
    amountBase: 10n ** 18n,
  },
  {
    name: "a token for the wrapped coin",
    mode: "exactIn",
    sell: "USDC",
    buy: "WETH",
    amountBase: USDC_1000,
  },
  {
    name: "the wrapped coin, through it",
    mode: "exactIn",
    sell: "WETH",
    buy: "GRG",
    amountBase: 10n ** 18n,
  },
  {
    name: "an exact amount of it",
    mode: "exactOut",
    sell: "USDC",
    buy: "WETH",
    amountBase: 10n ** 18n,
  },
  {
    name: "an exact amount for it",
    mode: "exactOut",
    sell: "WETH",
    buy: "USDC",
    amountBase: USDC_1000,
  },
];

/** The coin where v4 pools may not be used. */
const NATIVE_V3_ASKS: Ask[] = [
  { name: "the coin sold", mode: "exactIn", sell: "ETH", buy: "USDC", amountBase: 10n ** 18n },
  { name: "the coin bought", mode: "exactIn", sell: "USDC", buy: "ETH", amountBase: USDC_1000 },
  {
    name: "an exact amount for the coin",
    mode: "exactOut",
    sell: "ETH",
    buy: "USDC",
    amountBase: USDC_1000,
  },
  {
    name: "an exact amount of the coin",
    mode: "exactOut",
    sell: "USDC",
    buy: "ETH",
    amountBase: 10n ** 18n,
  },
];

/** Only a v3 pool has the wrapped coin. */
const V3_ASKS: Ask[] = [
  { name: "v3, exact input", mode: "exactIn", sell: "WETH", buy: "USDC", amountBase: 10n ** 18n },
  { name: "v3, exact output", mode: "exactOut", sell: "USDC", buy: "WETH", amountBase: 10n ** 18n },
];

describe("0x Swap API v2", () => {
  test.each([...ASKS, ...WRAPPED_ASKS])(
    "behavior: a quote executes on the chain: $name",
    async ({ mode, sell, buy, amountBase }) => {
      const quote = await zeroxQuote({ mode, sell, buy, amountBase });
      const moved = await sendToVault(quote.transaction.data);
      const exactIn = mode === "exactIn";
      // Settler sells exact amounts only: for an exact output all of the maximum is sold, and the
      // surplus is bought.
      expect(-moved[sell]).toBe(BigInt(exactIn ? quote.sellAmount : quote.maxSellAmount));
      if (exactIn) expect(moved[buy]).toBe(BigInt(quote.buyAmount));
      else expect(moved[buy]).toBeGreaterThanOrEqual(amountBase);
    },
  );

  test("behavior: so ordered, a coin sale runs undated; a token's keeps its deadline", async () => {
    const sale = { mode: "exactIn", sell: "ETH", buy: "USDC", amountBase: 10n ** 18n } as const;
    const other = { mode: "exactIn", sell: "USDC", buy: "ETH", amountBase: USDC_1000 } as const;
    const length = (quote: Body) => settlerActionsOf(quote.transaction.data).length;
    expect(length(await zeroxQuote(sale))).toBe(2);
    await dev(zerox, "native", { dated: false });
    expect(length(await zeroxQuote(other))).toBe(2);
    const quote = await zeroxQuote(sale);
    expect(settlerActionsOf(quote.transaction.data)).toEqual([
      expect.stringMatching(/^0xaf72634f/),
    ]);
    const moved = await sendToVault(quote.transaction.data);
    expect([-moved.ETH, moved.USDC]).toEqual([10n ** 18n, BigInt(quote.buyAmount)]);
  });

  test("default: the answer has the real API's fields, with amounts the vectors saw", async () => {
    const quote = await zeroxQuote({
      mode: "exactIn",
      sell: "USDC",
      buy: "ETH",
      amountBase: 5_000_000_000n,
    });
    const { zid, blockNumber, totalNetworkFee, transaction, ...rest } = quote;
    expect(zid).toMatch(/^0x[0-9a-f]{24}$/);
    expect(transaction).toMatchObject({
      to: chain.addresses.allowanceHolder.toLowerCase(),
      value: "0",
    });
    expect([blockNumber, totalNetworkFee, transaction.gas, transaction.gasPrice]).toEqual(
      Array(4).fill(expect.stringMatching(/^[0-9]+$/)),
    );
    expect(rest).toMatchInlineSnapshot(`
      {
        "allowanceTarget": "0x0000000000001ff3684f28c67538d4d072c22734",
        "buyAmount": "1998801019808533432",
        "buyToken": "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
        "fees": {
          "gasFee": null,
          "integratorFee": null,
          "zeroExFee": null,
        },
        "issues": {
          "allowance": {
            "actual": "0",
            "spender": "0x0000000000001ff3684f28c67538d4d072c22734",
          },
          "balance": null,
          "invalidSourcesPassed": [],
          "simulationIncomplete": false,
        },
        "liquidityAvailable": true,
        "minBuyAmount": "1978813009610448097",
        "mode": "exact-in",
        "route": {
          "fills": [
            {
              "from": "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
              "proportionBps": "10000",
              "source": "Uniswap_V4",
              "to": "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
            },
          ],
          "tokens": [
            {
              "address": "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
              "symbol": "USDC",
            },
            {
              "address": "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee",
              "symbol": "ETH",
            },
          ],
        },
        "sellAmount": "5000000000",
        "sellToken": "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
        "tokenMetadata": {
          "buyToken": {
            "buyTaxBps": "0",
            "sellTaxBps": "0",
          },
          "sellToken": {
            "buyTaxBps": "0",
            "sellTaxBps": "0",
          },
        },
      }
    `);
  });

  test("args: slippageBps sets the minimum, and an exact output has another shape", async () => {
    const loose = await zeroxQuote({
      mode: "exactIn",
      sell: "USDC",
      buy: "ETH",
      amountBase: USDC_1000,
      slippageBps: 500,
    });
    expect(BigInt(loose.minBuyAmount)).toBe((BigInt(loose.buyAmount) * 9_500n) / 10_000n);
    const exactOut = await zeroxQuote({
      mode: "exactOut",
      sell: "USDC",
      buy: "ETH",
      amountBase: 10n ** 18n,
    });
    expect(exactOut).toMatchObject({ mode: "exact-out", buyAmount: String(10n ** 18n) });
    expect(BigInt(exactOut.maxSellAmount)).toBe(
      (BigInt(exactOut.estimatedNetSellAmount) * 10_100n + 9_999n) / 10_000n,
    );
    expect(exactOut.sellAmount).toBeUndefined();
    expect(exactOut.minBuyAmount).toBeUndefined();
    expect(exactOut.routes.forward.fills).toHaveLength(1);
  });

  test("behavior: the permit ends 5 to 10 minutes after the chain's own time", async () => {
    const nowSec = BigInt(await readChainClock(chain)) / 1_000n;
    const quote = await zeroxQuote({
      mode: "exactIn",
      sell: "USDC",
      buy: "ETH",
      amountBase: USDC_1000,
    });
    const { deadlineSec } = readSettlerSwap(quote.transaction.data);
    expect(deadlineSec - nowSec).toBeGreaterThanOrEqual(300n);
    expect(deadlineSec - nowSec).toBeLessThanOrEqual(600n);
  });

  test("args: a price needs no taker and carries gas instead of a transaction", async () => {
    const { body } = await zeroxGet("price", {
      sellToken: chain.tokens.USDC,
      buyToken: NATIVE_0X,
      sellAmount: "1000",
    });
    expect(body).toMatchObject({
      liquidityAvailable: true,
      gas: expect.any(String),
      gasPrice: expect.any(String),
    });
    expect(body.transaction).toBeUndefined();
  });

  test("behavior: no pool, excluded source: no liquidity; unknown source: reported", async () => {
    const asked = { sellToken: chain.tokens.USDC, buyToken: NATIVE_0X, sellAmount: "1000" };
    const none = { status: 200, body: { liquidityAvailable: false, zid: expect.any(String) } };
    expect(await zeroxGet("price", { ...asked, buyToken: ATTACKER })).toEqual(none);
    expect(await zeroxGet("price", { ...asked, sellToken: chain.tokens.WETH })).toEqual(none);
    expect(await zeroxGet("price", { ...asked, excludedSources: "0x_RFQ,Uniswap_V4" })).toEqual(
      none,
    );
    const { body } = await zeroxGet("price", { ...asked, excludedSources: "Nonsense" });
    expect(body.issues.invalidSourcesPassed).toEqual(["Nonsense"]);
  });

  test("error: refusals have the aggregator's own envelope", async () => {
    const asked = { sellToken: chain.tokens.USDC, buyToken: NATIVE_0X, sellAmount: "1000" };
    const refused = (status: number, name: string, ...fields: string[]) => ({
      status,
      body: expect.objectContaining({
        name,
        message: expect.any(String),
        data: expect.objectContaining(
          fields.length === 0
            ? {}
            : { details: fields.map((field) => ({ field, reason: expect.any(String) })) },
        ),
      }),
    });
    const without = { "0x-version": "v2" };
    expect(await zeroxGet("price", asked, without)).toEqual(refused(401, "UNAUTHORIZED"));
    expect(await zeroxGet("price", asked, { "0x-api-key": "key" })).toEqual(
      refused(400, "INPUT_INVALID", "0x-version"),
    );
    expect(await zeroxGet("quote", asked)).toEqual(refused(400, "INPUT_INVALID", "taker"));
    expect(await zeroxGet("price", { ...asked, sellAmount: "-1", buyToken: "x" })).toEqual(
      refused(400, "INPUT_INVALID", "buyToken", "sellAmount"),
    );
    expect(await zeroxGet("price", { ...asked, buyAmount: "1" })).toEqual(
      refused(400, "INPUT_INVALID", "buyAmount"),
    );
    expect(await zeroxGet("price", { ...asked, chainId: "1" })).toEqual(
      refused(400, "INPUT_INVALID", "chainId"),
    );
  });

  test.each([
    { about: "better, which the chain then refuses", bps: 600, executes: false },
    { about: "worse, which the chain beats", bps: -600, executes: true },
  ])("behavior: a skewed quote lies by 6%: $about", async ({ bps, executes }) => {
    const ask = { mode: "exactIn", sell: "USDC", buy: "ETH", amountBase: USDC_1000 } as const;
    const honest = BigInt((await zeroxQuote(ask)).buyAmount);
    await dev(zerox, "skew", { bps });
    const lie = await zeroxQuote(ask);
    expect(BigInt(lie.buyAmount)).toBe((honest * BigInt(10_000 + bps)) / 10_000n);
    if (executes) expect((await sendToVault(lie.transaction.data)).ETH).toBe(honest);
    else await expect(sendToVault(lie.transaction.data)).rejects.toThrow();
  });

  test.each(MODES)("behavior: hostile calldata changes nothing but its %s", async (mode) => {
    const ask = { mode: "exactIn", sell: "USDC", buy: "ETH", amountBase: USDC_1000 } as const;
    const honest = readSettlerSwap((await zeroxQuote(ask)).transaction.data);
    await dev(zerox, "mutate", { mode });
    const hostile = await zeroxQuote(ask);
    expect(hostile.buyAmount).toBe((await zeroxQuote(ask)).buyAmount);
    expectOnlyChange(mode, honest, readSettlerSwap(hostile.transaction.data));
  });
});

describe("Uniswap Trading API", () => {
  test.each([...ASKS, ...V3_ASKS])(
    "behavior: a quote and its swap execute on the chain: $name",
    async ({ mode, sell, buy, amountBase }) => {
      const answer = await uniswapQuote({ mode, sell, buy, amountBase });
      const { swap } = await uniswapSwap(answer);
      expect(swap).toMatchObject({
        to: chain.addresses.universalRouter,
        from: vault,
        chainId: 8453,
      });
      const moved = await sendToVault(swap.data);
      expect(-moved[sell]).toBe(BigInt(answer.quote.input.amount));
      expect(moved[buy]).toBe(BigInt(answer.quote.output.amount));
      const left = await chainClient(chain).getBalance({
        address: chain.addresses.universalRouter,
      });
      expect(left).toBe(0n);
    },
  );

  test.each(NATIVE_V3_ASKS)(
    "behavior: limited to V2 and V3 the coin is traded wrapped, and nothing stays in the router: $name",
    async ({ mode, sell, buy, amountBase }) => {
      const asked = { ...quoteBodyFor({ mode, sell, buy, amountBase }), protocols: ["V2", "V3"] };
      const { status, body } = await uniswapPost("quote", asked);
      expect([status, body.quote?.route[0].map(({ type }: Body) => type)]).toEqual([
        200,
        ["v3-pool"],
      ]);
      const { swap } = await uniswapSwap(body);
      const most = mode === "exactIn" ? amountBase : BigInt(swap.value);
      expect(BigInt(swap.value)).toBe(sell === "ETH" ? most : 0n);
      const moved = await sendToVault(swap.data);
      expect(-moved[sell]).toBe(BigInt(body.quote.input.amount));
      expect(moved[buy]).toBe(BigInt(body.quote.output.amount));
      const { universalRouter } = chain.addresses;
      const { ETH, WETH } = await readBalances(chain, universalRouter);
      expect([ETH, WETH]).toEqual([0n, 0n]);
    },
  );

  test("default: the answer has the fields of the real API", async () => {
    const { requestId, quote, permitData, ...rest } = await uniswapQuote({
      mode: "exactIn",
      sell: "USDC",
      buy: "ETH",
      amountBase: 5_000_000_000n,
    });
    expect(rest).toEqual({ routing: "CLASSIC", permitTransaction: null });
    expect(requestId).toMatch(/^[0-9a-f-]{36}$/);
    expect(quote).toMatchObject({
      chainId: 8453,
      input: { amount: "5000000000", token: chain.tokens.USDC },
      output: { amount: "1998801019808533432", token: zeroAddress, recipient: vault },
      swapper: vault,
      slippage: 1,
      tradeType: "EXACT_INPUT",
      txFailureReasons: [],
      aggregatedOutputs: [{ bps: 10_000, minAmount: "1978813009610448097" }],
    });
    expect(quote.route).toEqual([
      [
        {
          type: "v4-pool",
          address: chain.pools.v4.v4_ETH_USDC?.poolId,
          tokenIn: { chainId: 8453, address: chain.tokens.USDC, symbol: "USDC", decimals: "6" },
          tokenOut: { chainId: 8453, address: zeroAddress, symbol: "ETH", decimals: "18" },
          fee: "500",
          tickSpacing: "10",
          hooks: zeroAddress,
          liquidity: "999000000000000000",
          sqrtRatioX96: expect.stringMatching(/^[0-9]+$/),
          tickCurrent: expect.stringMatching(/^-?[0-9]+$/),
          amountIn: "5000000000",
          amountOut: "1998801019808533432",
        },
      ],
    ]);
    expect(permitData).toMatchObject({ values: { spender: chain.addresses.universalRouter } });
  });

  test("args: deadline is taken as given, and is 30 minutes without one", async () => {
    const nowSec = BigInt(await readChainClock(chain)) / 1_000n;
    const answer = await uniswapQuote({
      mode: "exactIn",
      sell: "USDC",
      buy: "ETH",
      amountBase: USDC_1000,
    });
    const given = await uniswapSwap(answer, { deadline: Number(nowSec) + 300 });
    expect(readRouterSwap(given.swap.data, given.swap.to, vault).deadlineSec).toBe(nowSec + 300n);
    const usual = await uniswapSwap(answer);
    const { deadlineSec } = readRouterSwap(usual.swap.data, usual.swap.to, vault);
    expect(deadlineSec - nowSec).toBeGreaterThanOrEqual(1_800n);
    expect(deadlineSec - nowSec).toBeLessThanOrEqual(1_805n);
  });

  test("args: /swap takes a bare quote, native no permit, value is what router gets", async () => {
    const answer = await uniswapQuote({
      mode: "exactIn",
      sell: "ETH",
      buy: "USDC",
      amountBase: 10n ** 18n,
    });
    expect(answer.permitData).toBeNull();
    const { status, body } = await uniswapPost("swap", { quote: answer.quote });
    expect(status).toBe(200);
    expect(BigInt(body.swap.value)).toBe(10n ** 18n);
  });

  test("error: refusals have the API's own shape", async () => {
    const asked = quoteBodyFor({
      mode: "exactIn",
      sell: "USDC",
      buy: "ETH",
      amountBase: USDC_1000,
    });
    const refused = (status: number, errorCode: string) => ({
      status,
      body: { errorCode, detail: expect.any(String) },
    });
    const noRoute = {
      status: 404,
      body: { errorCode: "ResourceNotFound", detail: "No quotes available" },
    };
    const answer = await uniswapQuote({
      mode: "exactIn",
      sell: "USDC",
      buy: "ETH",
      amountBase: USDC_1000,
    });
    expect(await uniswapPost("quote", asked, { "x-api-key": "wrong" })).toEqual(
      refused(401, "UnauthorizedError"),
    );
    expect(await uniswapPost("quote", { ...asked, amount: 5 })).toEqual(
      refused(400, "RequestValidationError"),
    );
    expect(await uniswapPost("quote", { ...asked, swapper: "me" })).toEqual(
      refused(400, "RequestValidationError"),
    );
    expect(await uniswapPost("quote", { ...asked, tokenOut: ATTACKER })).toEqual(noRoute);
    expect(await uniswapPost("quote", { ...asked, tokenInChainId: 1, tokenOutChainId: 1 })).toEqual(
      noRoute,
    );
    expect(await uniswapPost("quote", { ...asked, protocols: ["V2"] })).toEqual(noRoute);
    const around = { tokenIn: zeroAddress, tokenOut: chain.tokens.WETH, protocols: ["V2", "V3"] };
    expect(await uniswapPost("quote", { ...asked, ...around })).toEqual(noRoute);
    const wrapped = { ...asked, tokenOut: chain.tokens.WETH };
    expect(await uniswapPost("quote", { ...wrapped, protocols: ["V2", "V4"] })).toEqual(noRoute);
    const newer = { "x-api-key": "key", "x-universal-router-version": "2.1.2" };
    expect(await uniswapPost("quote", asked, newer)).toEqual(noRoute);
    expect(await uniswapPost("swap", { ...answer, permitData: null })).toEqual(
      refused(400, "RequestValidationError"),
    );
    expect(await uniswapPost("swap", answer)).toEqual(refused(400, "RequestValidationError"));
  });

  test("behavior: a skewed exact output asks for too little; the chain refuses it", async () => {
    const ask = { mode: "exactOut", sell: "USDC", buy: "ETH", amountBase: 10n ** 18n } as const;
    const honest = BigInt((await uniswapQuote(ask)).quote.input.amount);
    await dev(uniswap, "skew", { bps: 600 });
    const lie = await uniswapQuote(ask);
    expect(BigInt(lie.quote.input.amount)).toBe((honest * 9_400n) / 10_000n);
    const { swap } = await uniswapSwap(lie);
    await expect(sendToVault(swap.data)).rejects.toThrow();
  });

  test.each(MODES)("behavior: hostile calldata changes nothing but its %s", async (mode) => {
    const answer = await uniswapQuote({
      mode: "exactIn",
      sell: "USDC",
      buy: "ETH",
      amountBase: USDC_1000,
    });
    const until = { deadline: 2_000_000_000 };
    const honest = (await uniswapSwap(answer, until)).swap;
    await dev(uniswap, "mutate", { mode });
    const hostile = (await uniswapSwap(answer, until)).swap;
    expectOnlyChange(
      mode,
      readRouterSwap(honest.data, honest.to, vault),
      readRouterSwap(hostile.data, hostile.to, vault),
    );
  });
});

describe("development controls", () => {
  test("behavior: failures come as often as ordered, late or never, all in the log", async () => {
    const asked = { sellToken: chain.tokens.USDC, buyToken: NATIVE_0X, sellAmount: "1000" };
    await dev(zerox, "fail", { times: 2, status: 429 });
    expect((await zeroxGet("price", asked)).body).toMatchObject({ name: "RATE_LIMITED" });
    expect((await zeroxGet("price", asked)).status).toBe(429);
    expect((await zeroxGet("price", asked)).status).toBe(200);
    await dev(zerox, "fail", { times: 1, status: 0 });
    await expect(zeroxGet("price", asked)).rejects.toThrow();
    await dev(zerox, "fail", { times: 1, delayMs: 50 });
    expect((await zeroxGet("price", asked)).status).toBe(200);
    const log = (await (await fetch(`${zerox.url}/_dev/log`)).json()) as { status: number }[];
    expect(log.map(({ status }) => status)).toEqual([429, 429, 200, 0, 200]);
    await dev(zerox, "reset", {});
    expect(await (await fetch(`${zerox.url}/_dev/log`)).json()).toEqual([]);
  });

  test("error: an unknown mode is a 400 and changes nothing", async () => {
    const response = await fetch(`${zerox.url}/_dev/mutate`, {
      method: "POST",
      body: '{"mode":"nonsense"}',
    });
    expect(response.status).toBe(400);
  });
});

describe("calldata equals what was observed on the real contracts, byte for byte", () => {
  const { roles, tokens } = vectorFile.addresses;
  const until = 4_102_444_800n;
  const ethUsdc = {
    currency0: zeroAddress,
    currency1: tokens.USDC!.address,
    fee: 500,
    tickSpacing: 10,
    hooks: zeroAddress,
  };
  const route = (tokenIn: Address, tokenOut: Address): Route => [
    { pool: ethUsdc, tokenIn, tokenOut },
  ];
  const [usdcEth, ethUsd] = [
    route(tokens.USDC!.address, zeroAddress),
    route(zeroAddress, tokens.USDC!.address),
  ];
  const common = { recipient: roles.vault!, deadlineSec: until };
  const observed = (id: string): Hex =>
    vectorFile.vectors.find((vector) => vector.id === id)!.call.data;

  test("zeroex.agent-usdc-eth", () => {
    const amounts = { amountBase: 3_000_000_000n, limitBase: 10n ** 18n };
    const built = encodeSettlerSwap(
      { ...common, mode: "exactIn", route: usdcEth, ...amounts },
      roles.settler!,
    );
    expect(built).toBe(observed("zeroex.agent-usdc-eth"));
  });

  test("refusal.zeroex-too-little-received, behind a native sale's deadline check", () => {
    const amounts = { amountBase: 10n ** 18n, limitBase: 9_999_000_000n };
    const built = encodeSettlerSwap(
      { ...common, mode: "exactIn", route: ethUsd, ...amounts },
      roles.settler!,
    );
    const exec = decodeFunctionData({ abi: allowanceHolderAbi, data: built });
    const [operator, token, amount, target, inner] = exec.args as readonly [
      Address,
      Address,
      bigint,
      Address,
      Hex,
    ];
    const [slippage, [check, ...rest], zid] = decodeFunctionData({
      abi: settlerAbi,
      data: inner,
    }).args;
    const decoded = decodeFunctionData({ abi: settlerActionsAbi, data: check! });
    expect(decoded).toEqual({ functionName: "NATIVE_CHECK", args: [until, 10n ** 18n] });
    const bare = encodeFunctionData({
      abi: settlerAbi,
      functionName: "execute",
      args: [slippage, rest, zid],
    });
    const args = [operator, token, amount, target, bare] as const;
    expect(encodeFunctionData({ abi: allowanceHolderAbi, functionName: "exec", args })).toBe(
      observed("refusal.zeroex-too-little-received"),
    );
    const undated = { ...common, mode: "exactIn", route: ethUsd, ...amounts } as const;
    expect(encodeSettlerSwap(undated, roles.settler!, { datesNative: false })).toBe(
      observed("refusal.zeroex-too-little-received"),
    );
  });

  test.each([
    ["swap.v4-exact-in-usdc-eth", "exactIn", usdcEth, 5_000_000_000n, 1_980_000_000_000_000_000n],
    ["swap.v4-exact-out-usdc-eth", "exactOut", usdcEth, 10n ** 18n, 2_600_000_000n],
    ["swap.v4-exact-out-eth-usdc-sweep", "exactOut", ethUsd, 2_000_000_000n, 10n ** 18n],
  ] as const)("%s", (id, mode, hops, amountBase, limitBase) => {
    expect(
      encodeRouterSwap({ ...common, mode, route: hops, amountBase, limitBase }, roles.vault!),
    ).toBe(observed(id));
  });
});

test.each([
  ["swap.v3-exact-in-usdc-weth", "exactIn"],
  ["swap.v3-exact-out-usdc-weth", "exactOut"],
] as const)("v3 calldata equals what was observed: %s", (id, mode) => {
  const { roles, tokens } = vectorFile.addresses;
  const { call, decoded } = vectorFile.vectors.find((vector) => vector.id === id)!;
  const [exact, limit] =
    mode === "exactIn" ? ["amountIn", "amountOutMin"] : ["amountOut", "amountInMax"];
  const terms = {
    mode,
    recipient: roles.vault!,
    amountBase: BigInt(decoded[exact!] as string),
    limitBase: BigInt(decoded[limit!] as string),
    deadlineSec: 4_102_444_800n,
  };
  const pool = { tokenIn: tokens.USDC!.address, tokenOut: tokens.WETH!.address, fee: 500 };
  expect(encodeV3Swap(terms, pool, roles.vault!)).toBe(call.data);
});

type Ask = {
  name?: string;
  mode: "exactIn" | "exactOut";
  sell: TokenSymbol;
  buy: TokenSymbol;
  amountBase: bigint;
  slippageBps?: number;
};
type Body = any;

function settlerActionsOf(data: Hex): readonly Hex[] {
  const exec = decodeFunctionData({ abi: allowanceHolderAbi, data });
  return decodeFunctionData({ abi: settlerAbi, data: exec.args[4] }).args[1];
}

async function zeroxGet(
  kind: "price" | "quote",
  query: Record<string, string>,
  headers?: Record<string, string>,
) {
  const search = new URLSearchParams({ chainId: "8453", ...query });
  const usual = { "0x-api-key": "key", "0x-version": "v2" };
  const response = await fetch(`${zerox.baseUrl}/swap/allowance-holder/${kind}?${search}`, {
    headers: headers ?? usual,
  });
  return { status: response.status, body: (await response.json()) as Body };
}

async function zeroxQuote({ mode, sell, buy, amountBase, slippageBps }: Ask): Promise<Body> {
  const named = (symbol: TokenSymbol) => (symbol === "ETH" ? NATIVE_0X : chain.tokens[symbol]);
  const { status, body } = await zeroxGet("quote", {
    sellToken: named(sell),
    buyToken: named(buy),
    [mode === "exactIn" ? "sellAmount" : "buyAmount"]: String(amountBase),
    taker: vault,
    ...(slippageBps === undefined ? {} : { slippageBps: String(slippageBps) }),
  });
  expect(status).toBe(200);
  return body;
}

function quoteBodyFor({ mode, sell, buy, amountBase }: Ask) {
  return {
    type: mode === "exactIn" ? "EXACT_INPUT" : "EXACT_OUTPUT",
    amount: String(amountBase),
    tokenIn: chain.tokens[sell],
    tokenOut: chain.tokens[buy],
    tokenInChainId: 8453,
    tokenOutChainId: 8453,
    swapper: vault,
    slippageTolerance: 1,
    routingPreference: "CLASSIC",
    protocols: ["V2", "V3", "V4"],
  };
}

async function uniswapPost(
  path: "quote" | "swap",
  body: object,
  headers: Record<string, string> = { "x-api-key": "key" },
) {
  const response = await fetch(`${uniswap.baseUrl}/${path}`, {
    method: "POST",
    headers,
    body: JSON.stringify(body),
  });
  return { status: response.status, body: (await response.json()) as Body };
}

async function uniswapQuote(ask: Ask): Promise<Body> {
  const { status, body } = await uniswapPost("quote", quoteBodyFor(ask));
  expect(status).toBe(200);
  return body;
}

async function uniswapSwap(answer: Body, more: object = {}): Promise<Body> {
  const { permitData: _unsigned, permitTransaction: _none, ...spread } = answer;
  const { status, body } = await uniswapPost("swap", { ...spread, ...more });
  expect(status).toBe(200);
  return body;
}

async function dev(venue: VenueServer, control: string, body: object): Promise<void> {
  const response = await fetch(`${venue.url}/_dev/${control}`, {
    method: "POST",
    body: JSON.stringify(body),
  });
  expect(response.status).toBe(200);
}

/**
 * The owner sends venue calldata to the vault; gives what the vault gained (and lost) of each
 * token.
 */
async function sendToVault(data: Hex): Promise<Record<TokenSymbol, bigint>> {
  const client = chainClient(chain);
  const before = await readBalances(chain, vault);
  const hash = await client.sendTransaction({
    account: chain.accounts.operator.address,
    to: vault,
    data,
  });
  const { status } = await client.waitForTransactionReceipt({ hash });
  if (status !== "success") throw new Error("the swap reverted");
  const after = await readBalances(chain, vault);
  const symbols = Object.keys(after) as TokenSymbol[];
  return Object.fromEntries(
    symbols.map((symbol) => [symbol, after[symbol] - before[symbol]]),
  ) as Record<TokenSymbol, bigint>;
}

function expectOnlyChange(mode: (typeof MODES)[number], honest: Body, hostile: Body): void {
  const changed = Object.keys(honest).filter((key) => honest[key] !== hostile[key]);
  const field = {
    recipient: "recipient",
    token: "tokenOut",
    amount: "amountBase",
    minOut: "limitBase",
    deadline: "deadlineSec",
    target: "target",
  };
  // Two quotes of one moment may differ by a second of chain time.
  const meant = changed.filter((key) => key !== "deadlineSec" || mode === "deadline");
  expect(meant).toEqual([field[mode]]);
  if (mode === "recipient" || mode === "target") expect(hostile[field[mode]]).toBe(ATTACKER);
  if (mode === "minOut") expect(hostile.limitBase).toBe(0n);
  if (mode === "amount") expect(hostile.amountBase).toBe(2n * honest.amountBase);
  if (mode === "deadline") expect(hostile.deadlineSec).toBe(4_102_444_800n);
}
