import { randomUUID } from "node:crypto";
import { type Address, isAddressEqual, zeroAddress } from "viem";
import type * as z from "zod";
import { jsonAnswer } from "../lib/json-answer.ts";
import type { LocalAnswer } from "../lib/start-http-server.ts";
import { describeIssues } from "./describe-issues.ts";
import { findRoute, type PricedRoute, type RouteRequest } from "./find-route.ts";
import { findV3Route, type PricedV3Route } from "./find-v3-route.ts";
import { limitAfterSlippage } from "./limit-after-slippage.ts";
import { nextBlock } from "./next-block.ts";
import { percentToPpm } from "./percent-to-ppm.ts";
import { permitData } from "./permit-data.ts";
import { shownRoute } from "./shown-route.ts";
import { skewQuote } from "./skew-quote.ts";
import { quoteBody } from "./uniswap-bodies.ts";
import type { UniswapContext } from "./uniswap-context.ts";
import { uniswapError } from "./uniswap-error.ts";

const DEFAULT_SLIPPAGE_PERCENT = 0.5;
/** What the router needs beside the pools; measured on the local chain. */
const ROUTER_GAS = 110_000n;

type Asked = z.infer<typeof quoteBody>;

/** `POST /quote`: the best route over v3 and v4 pools, priced at this moment. */
export async function answerUniswapQuote(
  context: UniswapContext,
  body: unknown,
): Promise<LocalAnswer> {
  const { options, client } = context;
  const read = quoteBody.safeParse(body);
  if (!read.success) return uniswapError(400, describeIssues(read.error));
  const asked = read.data;
  if (asked.tokenInChainId !== options.chainId || asked.tokenOutChainId !== options.chainId)
    return uniswapError(404);
  if (isAddressEqual(asked.tokenIn, asked.tokenOut))
    return uniswapError(400, '"tokenOut" must differ from "tokenIn"');
  if (asked.slippageTolerance !== undefined && asked.autoSlippage !== undefined) {
    return uniswapError(400, '"slippageTolerance" and "autoSlippage" exclude each other');
  }
  const mode = asked.type === "EXACT_INPUT" ? "exactIn" : "exactOut";
  const found = await bestRoute(context, asked, mode);
  if (found === undefined) return uniswapError(404);
  const slippage = asked.slippageTolerance ?? DEFAULT_SLIPPAGE_PERCENT;
  const shown = skewQuote(mode, found, context.skewBps);
  const [block, gasPrice, route] = await Promise.all([
    nextBlock(client),
    client.getGasPrice(),
    shownRoute(context, found, shown),
  ]);
  const gasUse = found.gasUnits + ROUTER_GAS;
  const limitBase = limitAfterSlippage(mode, shown, percentToPpm(slippage));
  const permit = await permitData(client, {
    chainId: options.chainId,
    permit2: options.addresses.permit2,
    spender: options.addresses.universalRouter,
    swapper: asked.swapper,
    token: asked.tokenIn,
    amountBase: shown.amountInBase,
    nowSec: block.timestamp,
  });
  const output = {
    amount: String(shown.amountOutBase),
    token: asked.tokenOut,
    recipient: asked.swapper,
  };
  const minAmount = String(mode === "exactIn" ? limitBase : shown.amountOutBase);
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
      routeString: route
        .map((pool) => `[${pool.type}] ${pool.tokenIn.symbol} -- ${pool.tokenOut.symbol}`)
        .join(", "),
      blockNumber: String(block.number - 1n),
      txFailureReasons: [],
      aggregatedOutputs: [{ ...output, bps: 10_000, minAmount }],
    },
    permitData: permit,
    permitTransaction: null,
  });
}

async function bestRoute(
  { options, client }: UniswapContext,
  asked: Asked,
  mode: RouteRequest["mode"],
): Promise<PricedRoute | PricedV3Route | undefined> {
  const { addresses, pools, v3Pools = [] } = options;
  const request = {
    tokenIn: asked.tokenIn,
    tokenOut: asked.tokenOut,
    mode,
    amountBase: asked.amount,
  };
  const { protocols = ["V3", "V4"] } = asked;
  // V3 pools have no native coin; where v4, which has, may not be used, it is traded wrapped.
  const asWrapped = (token: Address) =>
    isAddressEqual(token, zeroAddress) ? addresses.wrappedNative : token;
  const wrapped = {
    ...request,
    tokenIn: asWrapped(asked.tokenIn),
    tokenOut: asWrapped(asked.tokenOut),
  };
  const found = await Promise.all([
    protocols.includes("V4")
      ? findRoute(client, { v4Quoter: addresses.v4Quoter, pools }, request)
      : undefined,
    protocols.includes("V3")
      ? findV3Route(
          client,
          { v3Quoter: addresses.v3Quoter, v3Pools },
          protocols.includes("V4") ? request : wrapped,
        )
      : undefined,
  ]);
  const cost = (one: PricedRoute | PricedV3Route) =>
    mode === "exactIn" ? -one.amountOutBase : one.amountInBase;
  return found.filter((one) => one !== undefined).sort((a, b) => (cost(a) < cost(b) ? -1 : 1))[0];
}
