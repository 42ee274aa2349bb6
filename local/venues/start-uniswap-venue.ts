import { randomUUID } from "node:crypto";
import { type Address, isAddressEqual, type PublicClient, toHex, zeroAddress } from "viem";
import type * as z from "zod";
import { jsonAnswer } from "../lib/json-answer.ts";
import { type LocalAnswer, type LocalRequest, startHttpServer } from "../lib/start-http-server.ts";
import { ATTACKER } from "./attacker.ts";
import { createDevControls, type Mutation } from "./dev-controls.ts";
import { encodeRouterSwap } from "./encode-router-swap.ts";
import { findRoute, type PricedRoute } from "./find-route.ts";
import { limitAfterSlippage } from "./limit-after-slippage.ts";
import { mutateIntent } from "./mutate-intent.ts";
import { nextBlock } from "./next-block.ts";
import { permitData } from "./permit-data.ts";
import { readPoolState } from "./read-pool-state.ts";
import { readToken } from "./read-token.ts";
import type { Hop, Route } from "./route.ts";
import { skewQuote } from "./skew-quote.ts";
import { quoteBody, swapBody } from "./uniswap-bodies.ts";
import { uniswapError } from "./uniswap-error.ts";
import { venueClient } from "./venue-client.ts";
import type { VenueOptions } from "./venue-options.ts";
import type { VenueServer } from "./venue-server.ts";

/** The router version of the local chain. Theirs answers a version that a chain lacks with "No quotes available". */
const ROUTER_VERSION = "2.0";
const DEFAULT_SLIPPAGE_PERCENT = 0.5;
const DEFAULT_DEADLINE_SECONDS = 1_800n;
/** What the router needs beside the pools; measured on the local chain. */
const ROUTER_GAS = 110_000n;

/** Uniswap's Trading API (CLASSIC over v4 pools), priced by the chain's own pools; `/_dev/*` as in `createDevControls`. */
export async function startUniswapVenue(options: VenueOptions): Promise<VenueServer> {
  const client = venueClient(options.rpcUrl);
  const controls = createDevControls((status) => uniswapError(status));
  const venue = (request: LocalRequest) =>
    answer({ options, client, skewBps: controls.skewBps(), mutation: controls.mutation() }, request);
  const server = await startHttpServer(controls.wrap(venue), options.port);
  return { url: server.url, baseUrl: `${server.url}/v1`, stop: server.stop };
}

type Context = { options: VenueOptions; client: PublicClient; skewBps: bigint; mutation: Mutation | null };
type Amounts = { amountInBase: bigint; amountOutBase: bigint };

async function answer(context: Context, request: LocalRequest): Promise<LocalAnswer> {
  const { pathname } = new URL(request.target, "http://venue");
  if (request.headers["x-api-key"] !== context.options.apiKey) return uniswapError(401);
  if (request.method !== "POST" || !/^\/v1\/(quote|swap)$/.test(pathname)) return uniswapError(404, "Not found");
  let body: unknown;
  try {
    body = JSON.parse(request.body.toString("utf8"));
  } catch {
    return uniswapError(400, "The body is not JSON");
  }
  const version = request.headers["x-universal-router-version"] ?? ROUTER_VERSION;
  if (version !== ROUTER_VERSION) return uniswapError(404);
  return pathname === "/v1/quote" ? quote(context, body) : swap(context, body);
}

async function quote(context: Context, body: unknown): Promise<LocalAnswer> {
  const { options, client } = context;
  const read = quoteBody.safeParse(body);
  if (!read.success) return uniswapError(400, described(read.error));
  const asked = read.data;
  if (asked.tokenInChainId !== options.chainId || asked.tokenOutChainId !== options.chainId) return uniswapError(404);
  if (isAddressEqual(asked.tokenIn, asked.tokenOut)) return uniswapError(400, '"tokenOut" must differ from "tokenIn"');
  if (asked.slippageTolerance !== undefined && asked.autoSlippage !== undefined) {
    return uniswapError(400, '"slippageTolerance" and "autoSlippage" exclude each other');
  }
  if (asked.protocols !== undefined && !asked.protocols.includes("V4")) return uniswapError(404);
  const mode = asked.type === "EXACT_INPUT" ? "exactIn" : "exactOut";
  const found = await findRoute(
    client,
    { v4Quoter: options.addresses.v4Quoter, pools: options.pools },
    { tokenIn: asked.tokenIn, tokenOut: asked.tokenOut, mode, amountBase: asked.amount },
  );
  if (found === undefined) return uniswapError(404);
  const slippage = asked.slippageTolerance ?? DEFAULT_SLIPPAGE_PERCENT;
  const shown = skewQuote(mode, found, context.skewBps);
  const [block, gasPrice, route] = await Promise.all([
    nextBlock(client),
    client.getGasPrice(),
    shownRoute(context, found, shown),
  ]);
  const gasUse = found.gasUnits + ROUTER_GAS;
  const limitBase = limitAfterSlippage(mode, shown, ppm(slippage));
  const leastOutBase = mode === "exactIn" ? limitBase : shown.amountOutBase;
  const permit = await permitData(client, {
    chainId: options.chainId,
    permit2: options.addresses.permit2,
    spender: options.addresses.universalRouter,
    swapper: asked.swapper,
    token: asked.tokenIn,
    amountBase: shown.amountInBase,
    nowSec: block.timestamp,
  });
  const output = { amount: String(shown.amountOutBase), token: asked.tokenOut, recipient: asked.swapper };
  return jsonAnswer(200, {
    requestId: randomUUID(),
    routing: "CLASSIC",
    quote: {
      chainId: options.chainId,
      input: { amount: String(shown.amountInBase), token: asked.tokenIn },
      output,
      swapper: asked.swapper,
      route: [route],
      slippage,
      tradeType: asked.type,
      quoteId: randomUUID(),
      gasFee: String(gasUse * gasPrice),
      gasUseEstimate: String(gasUse),
      gasPrice: String(gasPrice),
      routeString: `[V4] 100.00% = ${route.map((pool) => `${pool.tokenIn.symbol} -- ${pool.fee} [${pool.address}]`).join(" ")}`,
      blockNumber: String(block.number - 1n),
      txFailureReasons: [],
      aggregatedOutputs: [{ ...output, bps: 10_000, minAmount: String(leastOutBase) }],
    },
    permitData: permit,
    permitTransaction: null,
  });
}

/** Hops as they name them; only the ends of a route carry amounts. */
async function shownRoute({ options, client }: Context, { route }: PricedRoute, shown: Amounts) {
  return Promise.all(
    route.map(async (hop, index) => {
      const [state, tokenIn, tokenOut] = await Promise.all([
        readPoolState(client, options.addresses.poolManager, hop.pool),
        shownToken(client, options.chainId, hop.tokenIn),
        shownToken(client, options.chainId, hop.tokenOut),
      ]);
      return {
        type: "v4-pool",
        address: state.poolId,
        tokenIn,
        tokenOut,
        fee: String(hop.pool.fee),
        tickSpacing: String(hop.pool.tickSpacing),
        hooks: hop.pool.hooks,
        liquidity: String(state.liquidity),
        sqrtRatioX96: String(state.sqrtPriceX96),
        tickCurrent: String(state.tick),
        ...(index === 0 ? { amountIn: String(shown.amountInBase) } : {}),
        ...(index === route.length - 1 ? { amountOut: String(shown.amountOutBase) } : {}),
      };
    }),
  );
}

async function shownToken(client: PublicClient, chainId: number, address: Address) {
  const token = await readToken(client, address);
  return { chainId, address, symbol: token?.symbol ?? "", decimals: String(token?.decimals ?? 18) };
}

async function swap(context: Context, body: unknown): Promise<LocalAnswer> {
  const { options, client, mutation } = context;
  const read = swapBody.safeParse(body);
  if (!read.success) return uniswapError(400, described(read.error));
  const { quote: quoted, permitData: permit, signature, deadline } = read.data;
  if ((permit === undefined) !== (signature === undefined)) {
    return uniswapError(400, '"value" contains [permitData] without its required peers [signature]');
  }
  if (quoted.chainId !== options.chainId) return uniswapError(404);
  const route = routeOf(quoted.route[0]);
  if (route === undefined) return uniswapError(400, '"quote.route" does not lead from the input to the output');
  const mode = quoted.tradeType === "EXACT_INPUT" ? "exactIn" : "exactOut";
  const amounts = { amountInBase: quoted.input.amount, amountOutBase: quoted.output.amount };
  const [block, gasPrice] = await Promise.all([nextBlock(client), client.getGasPrice()]);
  const honest = {
    mode,
    route,
    recipient: quoted.output.recipient ?? quoted.swapper,
    amountBase: mode === "exactIn" ? amounts.amountInBase : amounts.amountOutBase,
    limitBase: limitAfterSlippage(mode, amounts, ppm(quoted.slippage)),
    deadlineSec: deadline === undefined ? block.timestamp + DEFAULT_DEADLINE_SECONDS : BigInt(deadline),
  } as const;
  const intent = mutateIntent(honest, mutation, options.pools);
  const native = isAddressEqual(intent.route[0].tokenIn, zeroAddress);
  const valueBase = native ? (mode === "exactIn" ? intent.amountBase : intent.limitBase) : 0n;
  const gasLimit = quoted.gasUseEstimate ?? "300000";
  return jsonAnswer(200, {
    requestId: randomUUID(),
    swap: {
      to: mutation === "target" ? ATTACKER : options.addresses.universalRouter,
      from: quoted.swapper,
      data: encodeRouterSwap(intent, quoted.swapper),
      value: toHex(valueBase),
      chainId: options.chainId,
      gasLimit,
      gasPrice: String(gasPrice),
    },
    gasFee: String(BigInt(gasLimit) * gasPrice),
  });
}

function routeOf(pools: z.infer<typeof swapBody>["quote"]["route"][0]): Route | undefined {
  const hops = pools.map(({ tokenIn, tokenOut, fee, tickSpacing, hooks }): Hop => {
    const [low, high] =
      BigInt(tokenIn.address) < BigInt(tokenOut.address)
        ? [tokenIn.address, tokenOut.address]
        : [tokenOut.address, tokenIn.address];
    const pool = { currency0: low, currency1: high, fee, tickSpacing, hooks };
    return { pool, tokenIn: tokenIn.address, tokenOut: tokenOut.address };
  });
  const [first, ...rest] = hops;
  const joined = hops.every((hop, index) => index === 0 || isAddressEqual(hop.tokenIn, hops[index - 1]!.tokenOut));
  return first === undefined || !joined ? undefined : [first, ...rest];
}

/** Percent as parts per million, so that "0.5" and "0.55" stay exact. */
function ppm(percent: number): bigint {
  return BigInt(Math.round(percent * 10_000));
}

function described(error: z.ZodError): string {
  return error.issues.map((issue) => `"${issue.path.join(".")}" ${issue.message}`).join(". ");
}
