import { type Address, isAddressEqual, type PublicClient, zeroAddress } from "viem";
import { jsonAnswer } from "../lib/json-answer.ts";
import { type LocalAnswer, type LocalRequest, startHttpServer } from "../lib/start-http-server.ts";
import { ATTACKER } from "./attacker.ts";
import { createDevControls, type Mutation } from "./dev-controls.ts";
import { encodeSettlerSwap } from "./encode-settler-swap.ts";
import { findRoute, type PricedRoute } from "./find-route.ts";
import { limitAfterSlippage } from "./limit-after-slippage.ts";
import { mutateRoute } from "./mutate-route.ts";
import { mutateTerms } from "./mutate-terms.ts";
import { NATIVE_0X } from "./native-0x.ts";
import { newZid } from "./new-zid.ts";
import { nextBlock } from "./next-block.ts";
import { readToken } from "./read-token.ts";
import { readZeroxQuery, type ZeroxQuery } from "./read-zerox-query.ts";
import { skewQuote } from "./skew-quote.ts";
import { deployerAbi, tokenAbi } from "./venue-abi.ts";
import { venueClient } from "./venue-client.ts";
import type { VenueOptions } from "./venue-options.ts";
import type { VenueServer } from "./venue-server.ts";
import { zeroxError } from "./zerox-error.ts";

const SOURCE = "Uniswap_V4";
const KNOWN_SOURCES = new Set([
  SOURCE,
  "Uniswap_V2",
  "Uniswap_V3",
  "0x_RFQ",
  "Aerodrome_V2",
  "Aerodrome_V3",
]);
/** The deployer's number for Settlers that a taker calls. */
const TAKER_SUBMITTED = 2n;
/**
 * Permits live between the 5 minutes the service allows and 10, so that it has something to lower.
 */
const PERMIT_SECONDS = 450n;
/** What AllowanceHolder and Settler need beside the pools; measured on the local chain. */
const SETTLEMENT_GAS = 160_000n;

/**
 * The aggregator's Swap API v2, priced by the chain's own v4 pools; `/_dev/*` as in
 * `createDevControls`.
 */
export async function startZeroxVenue(options: VenueOptions): Promise<VenueServer> {
  const client = venueClient(options.rpcUrl);
  const controls = createDevControls((status) => zeroxError(status));
  const venue = (request: LocalRequest) =>
    answer(
      {
        options,
        client,
        skewBps: controls.skewBps(),
        mutation: controls.mutation(),
        datesNative: controls.datesNative(),
      },
      request,
    );
  const server = await startHttpServer(controls.wrap(venue), options.port);
  return { url: server.url, baseUrl: server.url, stop: server.stop };
}

type Context = {
  options: VenueOptions;
  client: PublicClient;
  skewBps: bigint;
  mutation: Mutation | null;
  datesNative: boolean;
};
type Shown = { amountInBase: bigint; amountOutBase: bigint; limitBase: bigint };

async function answer(context: Context, request: LocalRequest): Promise<LocalAnswer> {
  const url = new URL(request.target, "http://venue");
  const kind = /^\/swap\/allowance-holder\/(price|quote)$/.exec(url.pathname)?.[1];
  if (request.headers["0x-api-key"] !== context.options.apiKey)
    return zeroxError(401, "Invalid API key");
  if ((kind !== "price" && kind !== "quote") || request.method !== "GET") return zeroxError(404);
  if (request.headers["0x-version"] !== "v2") {
    return zeroxError(400, undefined, [{ field: "0x-version", reason: "Must be v2" }]);
  }
  const read = readZeroxQuery(url.searchParams, context.options.chainId, kind);
  if (!read.ok) return zeroxError(400, undefined, read.problems);
  return quote(context, kind, read.query);
}

async function quote(
  context: Context,
  kind: "price" | "quote",
  query: ZeroxQuery,
): Promise<LocalAnswer> {
  const { options, client } = context;
  const { wrappedNative } = options.addresses;
  // The pools have the native coin alone: the Settler unwraps before them, or wraps behind them.
  const poolToken = (token: Address) =>
    isAddressEqual(token, wrappedNative) ? zeroAddress : fromZeroEx(token);
  const [tokenIn, tokenOut] = [poolToken(query.sellToken), poolToken(query.buyToken)];
  const found = query.excludedSources.includes(SOURCE)
    ? undefined
    : await findRoute(
        client,
        { v4Quoter: options.addresses.v4Quoter, pools: options.pools },
        { tokenIn, tokenOut, mode: query.mode, amountBase: query.amountBase },
      );
  if (found === undefined) return jsonAnswer(200, { liquidityAvailable: false, zid: newZid() });
  const skewed = skewQuote(query.mode, found, context.skewBps);
  const shown = {
    ...skewed,
    limitBase: limitAfterSlippage(query.mode, skewed, query.slippageBps * 100n),
  };
  const [block, gasPrice, issues, tokens] = await Promise.all([
    nextBlock(client),
    client.getGasPrice(),
    issuesOf(context, query, fromZeroEx(query.sellToken), shown),
    tokensOf(client, found),
  ]);
  const gas = found.gasUnits + SETTLEMENT_GAS;
  const common = {
    allowanceTarget:
      query.sellToken === NATIVE_0X ? null : lower(options.addresses.allowanceHolder),
    blockNumber: String(block.number - 1n),
    buyToken: lower(query.buyToken),
    fees: { integratorFee: null, zeroExFee: null, gasFee: null },
    issues,
    liquidityAvailable: true,
    sellToken: lower(query.sellToken),
    tokenMetadata: {
      buyToken: { buyTaxBps: "0", sellTaxBps: "0" },
      sellToken: { buyTaxBps: "0", sellTaxBps: "0" },
    },
    totalNetworkFee: String(gas * gasPrice),
    zid: newZid(),
    ...amountsOf(query, shown, { fills: fillsOf(found), tokens }),
  };
  const cost = { gas: String(gas), gasPrice: String(gasPrice) };
  if (kind === "price") return jsonAnswer(200, { ...common, ...cost });
  const { to, data } = await encode(context, query, found, shown, block.timestamp + PERMIT_SECONDS);
  const soldBase = query.mode === "exactIn" ? shown.amountInBase : shown.limitBase;
  const value = query.sellToken === NATIVE_0X ? String(soldBase) : "0";
  return jsonAnswer(200, { ...common, transaction: { to, data, ...cost, value } });
}

/** The two modes differ in shape: exact-out has no sellAmount, minBuyAmount or flat route. */
function amountsOf(
  query: ZeroxQuery,
  shown: Shown,
  route: { fills: unknown[]; tokens: unknown[] },
) {
  const buyAmount = String(shown.amountOutBase);
  if (query.mode === "exactIn") {
    const sellAmount = String(shown.amountInBase);
    return {
      mode: "exact-in",
      buyAmount,
      sellAmount,
      minBuyAmount: String(shown.limitBase),
      route,
    };
  }
  return {
    mode: "exact-out",
    buyAmount,
    estimatedNetSellAmount: String(shown.amountInBase),
    maxSellAmount: String(shown.limitBase),
    routes: { forward: route, refund: { fills: [], tokens: [] } },
  };
}

async function encode(
  context: Context,
  query: ZeroxQuery,
  found: PricedRoute,
  shown: Shown,
  deadlineSec: bigint,
) {
  const { options, client, mutation } = context;
  const settler = await client.readContract({
    address: options.addresses.zeroExDeployer,
    abi: deployerAbi,
    functionName: "ownerOf",
    args: [TAKER_SUBMITTED],
  });
  const terms = {
    mode: query.mode,
    recipient: query.taker ?? zeroAddress,
    amountBase: query.amountBase,
    limitBase: shown.limitBase,
    deadlineSec,
  };
  const route = mutateRoute(found.route, mutation, options.pools);
  const { wrappedNative } = options.addresses;
  const ifWrapped = (token: Address) =>
    isAddressEqual(token, wrappedNative) ? wrappedNative : undefined;
  const data = encodeSettlerSwap(
    { ...mutateTerms(terms, mutation), route },
    mutation === "target" ? ATTACKER : settler,
    {
      datesNative: context.datesNative,
      wrappedIn: ifWrapped(query.sellToken),
      wrappedOut: mutation === "token" ? undefined : ifWrapped(query.buyToken),
    },
  );
  return { to: lower(options.addresses.allowanceHolder), data };
}

async function issuesOf(
  { options, client }: Context,
  query: ZeroxQuery,
  tokenIn: Address,
  shown: Shown,
) {
  const invalidSourcesPassed = query.excludedSources.filter((source) => !KNOWN_SOURCES.has(source));
  const { taker } = query;
  if (taker === undefined)
    return { allowance: null, balance: null, simulationIncomplete: true, invalidSourcesPassed };
  const neededBase = query.mode === "exactIn" ? shown.amountInBase : shown.limitBase;
  const spender = options.addresses.allowanceHolder;
  const native = isAddressEqual(tokenIn, zeroAddress);
  const token = { address: tokenIn, abi: tokenAbi } as const;
  const [actualBase, allowedBase] = await Promise.all([
    native
      ? client.getBalance({ address: taker })
      : client.readContract({ ...token, functionName: "balanceOf", args: [taker] }),
    native
      ? neededBase
      : client.readContract({ ...token, functionName: "allowance", args: [taker, spender] }),
  ]);
  const short = actualBase < neededBase;
  const expected = String(neededBase);
  return {
    allowance:
      allowedBase < neededBase ? { actual: String(allowedBase), spender: lower(spender) } : null,
    balance: short ? { token: lower(query.sellToken), actual: String(actualBase), expected } : null,
    simulationIncomplete: short,
    invalidSourcesPassed,
  };
}

function fillsOf({ route }: PricedRoute) {
  return route.map(({ tokenIn, tokenOut }) => ({
    from: lower(toZeroEx(tokenIn)),
    to: lower(toZeroEx(tokenOut)),
    source: SOURCE,
    proportionBps: "10000",
  }));
}

async function tokensOf(client: PublicClient, { route }: PricedRoute) {
  const tokens = await Promise.all(
    [route[0].tokenIn, ...route.map((hop) => hop.tokenOut)].map((token) =>
      readToken(client, token),
    ),
  );
  return tokens.flatMap(
    (token) => token && [{ address: lower(toZeroEx(token.address)), symbol: token.symbol }],
  );
}

const lower = (address: Address) => address.toLowerCase();
const fromZeroEx = (token: Address) => (isAddressEqual(token, NATIVE_0X) ? zeroAddress : token);
const toZeroEx = (token: Address) => (isAddressEqual(token, zeroAddress) ? NATIVE_0X : token);
