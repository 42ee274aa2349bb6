import type { Address } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import type { AddressesWith } from "../chain/addresses.ts";
import type { FullRangePool } from "../chain/full-range-swap.ts";
import { type OracleState, oraclePoolReads, oracleReads } from "../chain/oracle-reads.ts";
import { authorityReads } from "../chain/registry-reads.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import type { Token } from "../chain/resolve-token.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { chainOf } from "../chain-of.ts";
import { isNative } from "../lib/normalize-address.ts";
import { parseUnits, tradeAmount } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { tokenOf } from "./call-facts.ts";
import { invalid, unreadable } from "./chain-argument.ts";
import type { ToolContext } from "./tool.ts";

export type OracleFeed = {
  addresses: AddressesWith<"oracle">;
  state: OracleState;
  pool: FullRangePool;
  heldInBase: bigint;
  baseToken: Address;
  /** The vault's NAV counts the token. */
  isTracked: boolean;
  routerAdapter: RpcOutcome<Address>;
};

/**
 * Reads the feed and the vault's balance in one request. Refuses with no_price_feed, no_route or
 * rpc_unavailable.
 */
export async function readOracleFeed(
  ctx: ToolContext,
  { token, tokenIn }: WantedOracleSwap,
): Promise<Verdict<OracleFeed>> {
  const chain = ctx.deps.chain(ctx.chainId);
  const required = requireContracts(chain, "oracle", "stateView");
  if (!required.ok) return required;
  const addresses = required.value;
  const [state, price, liquidity, held, active, routerAdapter] = await chain.rpc.send([
    oracleReads.state(addresses.oracle, token.address),
    oraclePoolReads.price(addresses, token.address),
    oraclePoolReads.liquidity(addresses, token.address),
    accountReads.balance(tokenIn.address, ctx.vault),
    vaultReads.activeTokens(ctx.vault),
    authorityReads.routerAdapter(addresses.authority),
  ]);
  if (!state.ok || !price.ok || !liquidity.ok || !held.ok || !active.ok)
    return unreadable("The oracle's pool");
  if (state.value.cardinality === 0)
    return refuse(
      "no_price_feed",
      `${token.symbol} has no pool of the oracle, so there is no feed to refresh. Any wallet ` +
        `can create one on the oracle's hook ${addresses.oracle}.`,
      { token: token.address },
    );
  const { sqrtPriceX96, feePips } = price.value;
  if (liquidity.value === 0n || sqrtPriceX96 === 0n)
    return refuse(
      "no_route",
      `The oracle's pool of ${token.symbol} has no liquidity, so nothing can be traded there.`,
      { token: token.address },
    );
  return allow({
    addresses,
    state: state.value,
    pool: {
      sqrtPriceX96,
      liquidity: liquidity.value,
      protocolFeePips: feePips[isNative(tokenIn.address) ? 0 : 1],
    },
    heldInBase: held.value,
    baseToken: active.value.baseToken,
    isTracked: [active.value.baseToken, ...active.value.activeTokens].includes(token.address),
    routerAdapter,
  });
}

export type OracleSwapArguments = {
  [K in "tokenIn" | "tokenOut" | "amount" | "amountOut"]?: string | undefined;
} & { token: string };

/** `token` has the feed; its pool holds only it and the coin. */
export type WantedOracleSwap = {
  token: Token;
  tokenIn: Token;
  tokenOut: Token;
  mode: "exactIn" | "exactOut";
  amountBase: bigint;
};

/** Refuses with invalid_request, token_not_found, token_ambiguous or rpc_unavailable. */
export async function wantedOracleSwap(
  ctx: ToolContext,
  input: OracleSwapArguments,
): Promise<Verdict<WantedOracleSwap>> {
  if ((input.amount === undefined) === (input.amountOut === undefined))
    return invalid("Give exactly one of amount and amountOut.");
  const chain = ctx.deps.chain(ctx.chainId);
  const native = chainOf(ctx.chainId).nativeCoin;
  const [token, coin, soldAs, boughtAs] = await Promise.all([
    tokenOf(ctx, input.token),
    tokenOf(ctx, native),
    input.tokenIn === undefined ? undefined : tokenOf(ctx, input.tokenIn),
    input.tokenOut === undefined ? undefined : tokenOf(ctx, input.tokenOut),
  ]);
  if (!token.ok) return token;
  if (!coin.ok) return coin;
  if (soldAs?.ok === false) return soldAs;
  if (boughtAs?.ok === false) return boughtAs;
  if (isNative(token.value.address) || token.value.address === chain.addresses.wrappedNative)
    return invalid(
      `token: the oracle prices everything in ${native}, so ${token.value.symbol} has no ` +
        "feed of its own to refresh. Name another token.",
    );
  const sides = [coin.value, token.value];
  const sold =
    soldAs?.value ??
    sides.find(({ address }) => boughtAs !== undefined && address !== boughtAs.value.address) ??
    coin.value;
  const tokenIn = sides.find(({ address }) => address === sold.address);
  const tokenOut = sides.find(({ address }) => address !== sold.address);
  if (tokenIn === undefined || tokenOut === undefined)
    return notOfPool("tokenIn", native, token.value);
  if (boughtAs !== undefined && boughtAs.value.address !== tokenOut.address)
    return notOfPool("tokenOut", native, token.value);
  const mode = input.amount === undefined ? "exactOut" : "exactIn";
  const parsed = parseUnits(
    input.amount ?? input.amountOut ?? "",
    (mode === "exactIn" ? tokenIn : tokenOut).decimals,
  );
  const amountBase = parsed.ok ? tradeAmount(parsed.value) : parsed;
  if (!amountBase.ok) return amountBase;
  return allow({ token: token.value, tokenIn, tokenOut, mode, amountBase: amountBase.value });
}

const notOfPool = (argument: string, native: string, { symbol }: Token) =>
  invalid(
    `${argument}: the oracle's pool of ${symbol} trades ${symbol} and ${native} alone. Sell ` +
      "the one and buy the other, or leave tokenIn and tokenOut out.",
  );
