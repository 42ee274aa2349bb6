import { describe, expect, it } from "vitest";
import { createZeroX } from "../../../src/venues/zerox.ts";
import {
  buyUsdc,
  ETH,
  OTHER,
  PLACEHOLDER,
  sellWeth,
  USDC,
  VAULT,
  WETH,
  zeroXExactOut,
  zeroXQuote,
} from "./fixtures.ts";
import { venueServer } from "./venue-server.ts";

const KEY = "secret-key";
const make = async (answer: Parameters<typeof venueServer>[0], timeoutMs = 60_000) => {
  const server = await venueServer(answer);
  const fetcher = (url: string, init: RequestInit) => fetch(url, init);
  return {
    ...server,
    venue: createZeroX({ baseUrl: server.url, apiKey: KEY, fetch: fetcher, timeoutMs }),
  };
};
const { taker: _taker, ...indicative } = sellWeth;
const { transaction: _transaction, ...price } = { ...zeroXQuote, gas: "288079" };

describe("what is asked", () => {
  it("default: one firm quote through AllowanceHolder, with the key in the header", async () => {
    const { venue, asked } = await make({ body: zeroXQuote });
    await venue.quote(sellWeth);
    expect(asked).toHaveLength(1);
    expect(asked[0]).toMatchObject({ method: "GET", path: "/swap/allowance-holder/quote" });
    expect(asked[0]?.headers).toMatchObject({ "0x-api-key": KEY, "0x-version": "v2" });
    expect(asked[0]?.query).toEqual({
      chainId: "8453",
      sellToken: WETH,
      buyToken: USDC,
      sellAmount: "100000000000000000",
      slippageBps: "100",
      excludedSources: "0x_RFQ",
      taker: VAULT,
    });
  });

  it("args: without a taker it is a price, and no taker is invented", async () => {
    const { venue, asked } = await make({ body: price });
    expect(await venue.quote(indicative)).toMatchObject({ ok: true });
    expect(asked[0]?.path).toBe("/swap/allowance-holder/price");
    expect(asked[0]?.query).not.toHaveProperty("taker");
  });

  it("args: exact output is asked for by buyAmount, never sized by a price", async () => {
    const { venue, asked } = await make({ body: zeroXExactOut });
    await venue.quote(buyUsdc);
    expect(asked[0]?.query).toMatchObject({ buyAmount: "1000000000" });
    expect(asked[0]?.query).not.toHaveProperty("sellAmount");
  });

  it("args: the native coin is spelled as 0x spells it, on both sides", async () => {
    const { venue, asked } = await make({ body: {} });
    const eth = { address: ETH, symbol: "ETH", decimals: 18 } as const;
    await venue.quote({ ...sellWeth, tokenIn: eth });
    await venue.quote({ ...sellWeth, tokenOut: eth });
    expect(asked.map(({ query }) => [query.sellToken, query.buyToken])).toEqual([
      [PLACEHOLDER, USDC],
      [WETH, PLACEHOLDER],
    ]);
  });
});

describe("what is answered", () => {
  it("default: an exact input quote, its bytes and its JSON untouched", async () => {
    const { venue, asked } = await make({ body: zeroXQuote });
    const verdict = await venue.quote(sellWeth);
    expect(verdict).toEqual({
      ok: true,
      value: {
        venue: "0x",
        request: sellWeth,
        amountInBase: 100_000_000_000_000_000n,
        amountOutBase: 262_914_238n,
        limitBase: 260_285_095n,
        gasUnits: 288_079n,
        raw: zeroXQuote,
        transaction: {
          to: "0x0000000000001ff3684f28c67538d4d072c22734",
          data: "0x2213bc0bABcd",
          valueBase: 0n,
        },
      },
    });
    if (!verdict.ok) return;
    const built = await venue.transaction(verdict.value, { routerVersion: "2.0" });
    expect(built).toEqual({ ok: true, value: verdict.value.transaction });
    expect(asked, "calldata costs no further call").toHaveLength(1);
  });

  it("default: an exact output quote, whose limit is the venue's maxSellAmount", async () => {
    const { venue } = await make({ body: zeroXExactOut });
    expect(await venue.quote(buyUsdc)).toMatchObject({
      ok: true,
      value: {
        amountInBase: 532_395_869_222_553_609n,
        amountOutBase: 1_000_000_000n,
        limitBase: 537_875_904_502_779_850n,
        gasUnits: 321_298n,
      },
    });
  });

  it("behavior: all of the maximum is spent if none is sold back, and buys more", async () => {
    const { venue } = await make({ body: zeroXExactOut });
    // 1000 USDC x 537875904502779850 / 532395869222553609, rounded down.
    const whole = { inBase: 537_875_904_502_779_850n, outBase: 1_010_293_158n };
    expect(await venue.quote(buyUsdc)).toMatchObject({ ok: true, value: { whole } });
    const refund = {
      fills: [{ from: USDC, to: WETH, source: "Uniswap_V4", proportionBps: "10000" }],
      tokens: [],
    };
    const refunded = await make({
      body: { ...zeroXExactOut, routes: { ...zeroXExactOut.routes, refund } },
    });
    const verdict = await refunded.venue.quote(buyUsdc);
    expect(verdict.ok && verdict.value).not.toHaveProperty("whole");
    expect(verdict).toMatchObject({ ok: true, value: { amountInBase: 532_395_869_222_553_609n } });
  });

  it("behavior: indicative quotes carry no calldata, even when the venue sends some", async () => {
    const { venue } = await make({ body: zeroXQuote });
    const verdict = await venue.quote(indicative);
    expect(verdict).toMatchObject({ ok: true });
    if (!verdict.ok) return;
    expect(verdict.value).not.toHaveProperty("transaction");
    expect(await venue.transaction(verdict.value, { routerVersion: "2.0" })).toMatchObject({
      ok: false,
      code: "invalid_request",
    });
  });

  it("behavior: native value and tokens in the venue's own spelling", async () => {
    const body = {
      ...zeroXQuote,
      sellToken: PLACEHOLDER.toLowerCase(),
      transaction: { ...zeroXQuote.transaction, value: "100000000000000000" },
    };
    const { venue } = await make({ body });
    const verdict = await venue.quote({
      ...sellWeth,
      tokenIn: { address: ETH, symbol: "ETH", decimals: 18 },
    });
    expect(verdict).toMatchObject({
      ok: true,
      value: { transaction: { valueBase: 100_000_000_000_000_000n } },
    });
  });

  it("behavior: the minimum may differ from ours by a double's rounding, no more", async () => {
    const amounts = { sellAmount: "100000000000000000", buyAmount: "1000000000000000000000000" };
    const limit = async (minBuyAmount: string) => {
      const { venue } = await make({ body: { ...zeroXQuote, ...amounts, minBuyAmount } });
      const verdict = await venue.quote(sellWeth);
      return verdict.ok ? verdict.value.limitBase : verdict.code;
    };
    expect(await limit("990000000000000000000000")).toBe(990_000_000_000_000_000_000_000n);
    expect(await limit("989999999999999933222912")).toBe(989_999_999_999_999_933_222_912n);
    expect(await limit("989999999990000000000000")).toBe("venue_bad_response");
    expect(await limit("999000000000000000000000"), "a tighter one does not tighten ours").toBe(
      990_000_000_000_000_000_000_000n,
    );
    expect(await limit("1000000000000000000000001")).toBe("venue_bad_response");
    expect(await limit("0")).toBe("venue_bad_response");
  });

  it("behavior: the most that may leave stays near the slippage", async () => {
    const max = async (maxSellAmount: string) => {
      const { venue } = await make({
        body: { ...zeroXExactOut, estimatedNetSellAmount: "1000000", maxSellAmount },
      });
      const verdict = await venue.quote(buyUsdc);
      return verdict.ok ? verdict.value.limitBase : verdict.code;
    };
    expect(await max("1000000")).toBe(1_000_000n);
    expect(await max("1010000")).toBe(1_010_000n);
    expect(await max("1012501")).toBe(1_012_501n);
    expect(await max("1012502")).toBe("venue_bad_response");
    expect(await max("999999")).toBe("venue_bad_response");
  });

  it("error: no liquidity is no route", async () => {
    const { venue } = await make({ body: { liquidityAvailable: false, zid: "0x1" } });
    expect(await venue.quote(sellWeth)).toMatchObject({ ok: false, code: "no_route" });
  });

  it("error: an output of nothing is no route", async () => {
    const { venue } = await make({ body: { ...zeroXQuote, buyAmount: "0", minBuyAmount: "0" } });
    expect(await venue.quote(sellWeth)).toMatchObject({ ok: false, code: "no_route" });
  });

  const { buyAmount: _gone, ...withoutBuyAmount } = zeroXQuote;
  const tx = zeroXQuote.transaction;
  it.each([
    ["another token bought", { ...zeroXQuote, buyToken: OTHER }],
    ["another token sold", { ...zeroXQuote, sellToken: OTHER }],
    ["the coin instead of its wrapped form", { ...zeroXQuote, sellToken: PLACEHOLDER }],
    ["another amount sold", { ...zeroXQuote, sellAmount: "100000000000000001" }],
    ["a negative amount", { ...zeroXQuote, buyAmount: "-262914238" }],
    ["a fraction", { ...zeroXQuote, buyAmount: "262914238.5" }],
    ["an exponent", { ...zeroXQuote, buyAmount: "1e9" }],
    ["a number instead of text", { ...zeroXQuote, buyAmount: 262914238 }],
    ["more than a uint256", { ...zeroXQuote, buyAmount: `2${"0".repeat(77)}` }],
    ["79 digits", { ...zeroXQuote, buyAmount: "1".repeat(79) }],
    ["no amount", withoutBuyAmount],
    ["an array", [zeroXQuote]],
    ["null", "null"],
    ["no transaction in a firm quote", { ...zeroXQuote, transaction: undefined }],
    ["another target", { ...zeroXQuote, transaction: { ...tx, to: OTHER } }],
    ["empty calldata", { ...zeroXQuote, transaction: { ...tx, data: "0x" } }],
    ["calldata that is no hex", { ...zeroXQuote, transaction: { ...tx, data: "0x2213bc0bzz" } }],
    ["half a byte of calldata", { ...zeroXQuote, transaction: { ...tx, data: "0x2213bc0" } }],
    ["a negative value", { ...zeroXQuote, transaction: { ...tx, value: "-1" } }],
    ["a web page", "<html><body>Just a moment...</body></html>"],
    ["nothing", ""],
    ["an error under 200", { name: "INTERNAL_SERVER_ERROR", message: "oops" }],
    ["liquidity as text", { ...zeroXQuote, liquidityAvailable: "true" }],
  ])("error: %s", async (_name, body) => {
    const { venue, asked } = await make({ body });
    expect(await venue.quote(sellWeth)).toMatchObject({ ok: false, code: "venue_bad_response" });
    expect(asked).toHaveLength(1);
  });

  it.each([
    ["less than was asked for", { ...zeroXExactOut, buyAmount: "999999999" }],
    ["an exact input answer", zeroXQuote],
    ["nothing to pay", { ...zeroXExactOut, estimatedNetSellAmount: "0", maxSellAmount: "0" }],
  ])("error: exact output answered with %s", async (_name, body) => {
    const { venue } = await make({ body });
    expect(await venue.quote(buyUsdc)).toMatchObject({ ok: false, code: "venue_bad_response" });
  });
});

describe("errors", () => {
  const invalid = (...fields: string[]) => ({
    name: "INPUT_INVALID",
    message: "The input is invalid <script>",
    data: { zid: "0x1", details: fields.map((field) => ({ field, reason: "Required" })) },
  });
  it.each([
    [400, invalid("sellAmount"), sellWeth, "invalid_request"],
    [400, invalid("taker", "evil<b>"), sellWeth, "invalid_request"],
    [400, invalid("sellAmount"), buyUsdc, "exact_output_unsupported"],
    [400, invalid("buyAmount"), buyUsdc, "exact_output_unsupported"],
    [400, { name: "TOKEN_NOT_SUPPORTED", message: "x" }, sellWeth, "no_route"],
    [
      422,
      { name: "BUY_TOKEN_NOT_AUTHORIZED_FOR_TRADE", message: "x", data: null },
      sellWeth,
      "no_route",
    ],
    [400, { name: "SWAP_VALIDATION_FAILED", message: "x" }, sellWeth, "no_route"],
    [400, { name: "INSUFFICIENT_BALANCE", message: "x" }, sellWeth, "insufficient_balance"],
    [400, { name: "SOMETHING_NEW", message: "x" }, sellWeth, "venue_bad_response"],
    [404, "<html>not found</html>", sellWeth, "venue_bad_response"],
    [401, { name: "UNAUTHORIZED", message: "bad key secret-key" }, sellWeth, "venue_unavailable"],
    [403, "", sellWeth, "venue_unavailable"],
    [429, { name: "RATE_LIMITED", message: "x" }, sellWeth, "venue_unavailable"],
    [500, "oops", sellWeth, "venue_unavailable"],
    [503, zeroXQuote, sellWeth, "venue_unavailable"],
    [204, "", sellWeth, "venue_bad_response"],
  ] as const)("error: %i %j", async (status, body, request, code) => {
    const { venue, asked } = await make({ status, body });
    const verdict = await venue.quote(request);
    expect(verdict).toMatchObject({ ok: false, code });
    expect(JSON.stringify(verdict), "no text of the venue is passed on").not.toMatch(
      /<|secret|oops/,
    );
    expect(asked, "never repeated").toHaveLength(1);
  });

  it("behavior: names only the fields that this service sends", async () => {
    const { venue } = await make({ status: 400, body: invalid("taker", "evil<b>") });
    expect(await venue.quote(sellWeth)).toMatchObject({
      message: expect.stringContaining("taker"),
      details: { fields: ["taker"] },
    });
  });

  it("behavior: a redirect is not followed, so the key goes nowhere else", async () => {
    const elsewhere = await venueServer({ body: zeroXQuote });
    const { venue } = await make({
      status: 302,
      headers: { location: `${elsewhere.url}/x` },
      body: zeroXQuote,
    });
    expect(await venue.quote(sellWeth)).toMatchObject({ ok: false, code: "venue_bad_response" });
    expect(elsewhere.asked).toHaveLength(0);
  });

  it.each(["headers", "body"] as const)(
    "error: a venue that hangs in its %s is cut off once",
    async (hang) => {
      const { venue, asked } = await make({ hang, body: zeroXQuote }, 100);
      expect(await venue.quote(sellWeth)).toMatchObject({ ok: false, code: "venue_unavailable" });
      expect(asked).toHaveLength(1);
    },
  );

  it("error: no server listens", async () => {
    const venue = createZeroX({
      baseUrl: "http://127.0.0.1:1",
      apiKey: KEY,
      fetch: (url, init) => fetch(url, init),
      timeoutMs: 500,
    });
    expect(await venue.quote(sellWeth)).toMatchObject({ ok: false, code: "venue_unavailable" });
  });

  it("error: an answer without end is not read to its end", async () => {
    const { venue } = await make({
      body: JSON.stringify({ ...zeroXQuote, filler: "x".repeat(2_100_000) }),
    });
    expect(await venue.quote(sellWeth)).toMatchObject({ ok: false, code: "venue_bad_response" });
  });
});
