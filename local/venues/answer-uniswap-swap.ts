import { randomUUID } from "node:crypto";
import { type Address, type Hex, isAddressEqual, toHex, zeroAddress } from "viem";
import type * as z from "zod";
import { jsonAnswer } from "../lib/json-answer.ts";
import type { LocalAnswer } from "../lib/start-http-server.ts";
import { ATTACKER } from "./attacker.ts";
import { describeIssues } from "./describe-issues.ts";
import { encodeRouterSwap } from "./encode-router-swap.ts";
import { encodeV3Swap } from "./encode-v3-swap.ts";
import { limitAfterSlippage } from "./limit-after-slippage.ts";
import { mutateRoute } from "./mutate-route.ts";
import { mutateTerms } from "./mutate-terms.ts";
import { nextBlock } from "./next-block.ts";
import { percentToPpm } from "./percent-to-ppm.ts";
import type { Hop, Route } from "./route.ts";
import type { SwapTerms } from "./swap-intent.ts";
import { swapBody } from "./uniswap-bodies.ts";
import type { UniswapContext } from "./uniswap-context.ts";
import { uniswapError } from "./uniswap-error.ts";

const DEFAULT_DEADLINE_SECONDS = 1_800n;
const USUAL_GAS = "300000";

type Quoted = z.infer<typeof swapBody>["quote"];

/**
 * `POST /swap`: calldata for the quote as the caller gives it back; its amounts are not priced
 * again.
 */
export async function answerUniswapSwap(
  context: UniswapContext,
  body: unknown,
): Promise<LocalAnswer> {
  const { options, client, mutation } = context;
  const read = swapBody.safeParse(body);
  if (!read.success) return uniswapError(400, describeIssues(read.error));
  const { quote: quoted, permitData: permit, signature, deadline } = read.data;
  if ((permit === undefined) !== (signature === undefined)) {
    return uniswapError(
      400,
      '"value" contains [permitData] without its required peers [signature]',
    );
  }
  if (quoted.chainId !== options.chainId) return uniswapError(404);
  const mode = quoted.tradeType === "EXACT_INPUT" ? "exactIn" : "exactOut";
  const amounts = { amountInBase: quoted.input.amount, amountOutBase: quoted.output.amount };
  const [block, gasPrice] = await Promise.all([nextBlock(client), client.getGasPrice()]);
  const honest: SwapTerms = {
    mode,
    recipient: quoted.output.recipient ?? quoted.swapper,
    amountBase: mode === "exactIn" ? amounts.amountInBase : amounts.amountOutBase,
    limitBase: limitAfterSlippage(mode, amounts, percentToPpm(quoted.slippage)),
    deadlineSec:
      deadline === undefined ? block.timestamp + DEFAULT_DEADLINE_SECONDS : BigInt(deadline),
  };
  const terms = mutateTerms(honest, mutation);
  const data = encode(context, quoted, terms);
  if (data === undefined)
    return uniswapError(400, '"quote.route" does not lead from the input to the output');
  const maxInBase = mode === "exactIn" ? terms.amountBase : terms.limitBase;
  const valueBase = isAddressEqual(quoted.input.token, zeroAddress) ? maxInBase : 0n;
  const gasLimit = quoted.gasUseEstimate ?? USUAL_GAS;
  return jsonAnswer(200, {
    requestId: randomUUID(),
    swap: {
      to: mutation === "target" ? ATTACKER : options.addresses.universalRouter,
      from: quoted.swapper,
      data,
      value: toHex(valueBase),
      chainId: options.chainId,
      gasLimit,
      gasPrice: String(gasPrice),
    },
    gasFee: String(BigInt(gasLimit) * gasPrice),
  });
}

function encode(
  { options, mutation }: UniswapContext,
  quoted: Quoted,
  terms: SwapTerms,
): Hex | undefined {
  const [pools] = quoted.route;
  const [first] = pools;
  if (first?.type === "v3-pool") {
    const tokenOut = mutation === "token" ? ATTACKER : first.tokenOut.address;
    const pool = { tokenIn: first.tokenIn.address, tokenOut, fee: first.fee };
    const isNative = ({ token }: { token: Address }) => isAddressEqual(token, zeroAddress);
    const native = {
      isSold: isNative(quoted.input),
      isBought: mutation !== "token" && isNative(quoted.output),
    };
    return encodeV3Swap(terms, pool, quoted.swapper, native);
  }
  const route = routeOf(quoted);
  if (route === undefined) return undefined;
  return encodeRouterSwap(
    { ...terms, route: mutateRoute(route, mutation, options.pools) },
    quoted.swapper,
  );
}

function routeOf({ route: [pools], input, output }: Quoted): Route | undefined {
  const hops = pools.flatMap((pool): Hop[] => {
    if (pool.type !== "v4-pool") return [];
    const [tokenIn, tokenOut] = [pool.tokenIn.address, pool.tokenOut.address];
    const [currency0, currency1] =
      BigInt(tokenIn) < BigInt(tokenOut) ? [tokenIn, tokenOut] : [tokenOut, tokenIn];
    const { fee, tickSpacing, hooks } = pool;
    return [{ pool: { currency0, currency1, fee, tickSpacing, hooks }, tokenIn, tokenOut }];
  });
  const [first, ...rest] = hops;
  const tokens = [input.token, ...hops.map((hop) => hop.tokenOut)];
  const joined = hops.every((hop, index) =>
    isAddressEqual(hop.tokenIn, tokens[index] ?? zeroAddress),
  );
  const arrives = isAddressEqual(tokens.at(-1) ?? zeroAddress, output.token);
  return first === undefined || !joined || !arrives ? undefined : [first, ...rest];
}
