import { resolveToken } from "../chain/resolve-token.ts";
import type { Token } from "../chain/token.ts";
import { chainOf } from "../chain-of.ts";
import { isNative } from "../lib/is-native.ts";
import { parseUnits } from "../lib/parse-units.ts";
import { tradeAmount } from "../lib/trade-amount.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import type { ToolContext } from "./tool.ts";

export type OracleSwapArguments = {
  token: string;
  tokenIn?: string | undefined;
  tokenOut?: string | undefined;
  amount?: string | undefined;
  amountOut?: string | undefined;
};

/** `token` is the one with the feed; the pool has only it and the coin. */
export type WantedOracleSwap = {
  token: Token;
  tokenIn: Token;
  tokenOut: Token;
  /** Of `tokenIn` for exactIn, else of `tokenOut`, in base units. */
  mode: "exactIn" | "exactOut";
  amountBase: bigint;
};

/** Refuses with invalid_request, token_not_found, token_ambiguous or rpc_unavailable. */
export async function wantedOracleSwap(
  ctx: ToolContext,
  input: OracleSwapArguments,
): Promise<Verdict<WantedOracleSwap>> {
  if ((input.amount === undefined) === (input.amountOut === undefined))
    return refuse("invalid_request", "Give exactly one of amount and amountOut.");
  const chain = ctx.deps.chain(ctx.chainId);
  const native = chainOf(ctx.chainId).nativeCoin;
  const resolve = (text: string) => resolveToken(chain, ctx.deps.caches.tokens, ctx.deps.clock.nowMs(), text);
  const [token, coin, soldAs, boughtAs] = await Promise.all([
    resolve(input.token),
    resolve(native),
    input.tokenIn === undefined ? undefined : resolve(input.tokenIn),
    input.tokenOut === undefined ? undefined : resolve(input.tokenOut),
  ]);
  if (!token.ok) return token;
  if (!coin.ok) return coin;
  if (soldAs?.ok === false) return soldAs;
  if (boughtAs?.ok === false) return boughtAs;
  if (isNative(token.value.address) || token.value.address === chain.addresses.wrappedNative)
    return refuse(
      "invalid_request",
      `token: the oracle prices everything in ${native}, so ${token.value.symbol} has no feed of its own to refresh. Name another token.`,
    );
  const sides = [coin.value, token.value];
  const sold =
    soldAs?.value ??
    sides.find(({ address }) => boughtAs !== undefined && address !== boughtAs.value.address) ??
    coin.value;
  const tokenIn = sides.find(({ address }) => address === sold.address);
  const tokenOut = sides.find(({ address }) => address !== sold.address);
  if (tokenIn === undefined || tokenOut === undefined) return notOfPool("tokenIn", native, token.value);
  if (boughtAs !== undefined && boughtAs.value.address !== tokenOut.address)
    return notOfPool("tokenOut", native, token.value);
  const mode = input.amount === undefined ? "exactOut" : "exactIn";
  const parsed = parseUnits(input.amount ?? input.amountOut ?? "", (mode === "exactIn" ? tokenIn : tokenOut).decimals);
  const amountBase = parsed.ok ? tradeAmount(parsed.value) : parsed;
  if (!amountBase.ok) return amountBase;
  return allow({ token: token.value, tokenIn, tokenOut, mode, amountBase: amountBase.value });
}

const notOfPool = (argument: string, native: string, { symbol }: Token) =>
  refuse(
    "invalid_request",
    `${argument}: the oracle's pool of ${symbol} trades ${symbol} and ${native} alone. Sell the one and buy the other, or leave tokenIn and tokenOut out.`,
  );
