import type { Address } from "viem";
import type { ChainAddresses } from "../chain/addresses.ts";
import { resolveToken, type Token } from "../chain/resolve-token.ts";
import type { Plan } from "../kinds/plan.ts";
import type { VaultCall } from "../kinds/vault-call.ts";
import { isNative } from "../lib/normalize-address.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { PreparedCall } from "../pipeline/prepared-call.ts";
import type { ToolContext } from "../tools/tool.ts";
import { figureLines } from "./answer-of.ts";

/**
 * Card for every door: the call's own bytes, then the shields' figures, then a model's or plan's
 * words as such. `said` is undefined where only the operator chose.
 */
export async function cardOf(
  ctx: ToolContext,
  call: PreparedCall,
  plan: Exclude<Plan, { kind: "owner" }>,
  said: readonly string[] | undefined,
): Promise<{ description: string; message: string }> {
  const { addresses } = ctx.deps.chain(ctx.chainId);
  const pool = plan.kind === "call" ? plan.pool : undefined;
  const tokens = await tokensOf(ctx, [
    ...tokensIn(call.call),
    ...(pool ? [pool.currency0, pool.currency1] : []),
  ]);
  const words = call.words({
    token: (address) => tokens.get(address.toLowerCase()),
    vault: ctx.vault,
    chainId: ctx.chainId,
    pool,
  });
  const description = words?.title ?? call.description;
  const planned = said === undefined || plan.kind === "swap" ? [] : [plan.message];
  const message = [
    `Waits for your approval: ${description}.`,
    ...unlistedTokenLines(addresses, [...tokens.values()]),
    ...(words?.lines ?? []),
    ...boundLines(call),
    ...priceLines(call, plan),
    ...(plan.kind === "swap" && plan.said !== undefined ? [plan.said] : []),
    ...figureLines(call.figures),
    ...(planned.length > 0 && words !== undefined
      ? ["As it was planned, which its bytes do not say:"]
      : []),
    ...planned,
    ...(said ?? []),
  ].join("\n");
  return { description, message: message.slice(0, MAX_CARD_CHARS) };
}

function tokensIn(call: VaultCall): Address[] {
  const { pool, ...own } = call as { pool?: object };
  const named = { ...own, ...pool } as Partial<Record<(typeof TOKEN_FIELDS)[number], Address>>;
  return TOKEN_FIELDS.flatMap((field) => named[field] ?? []);
}

const TOKEN_FIELDS = [
  "tokenIn",
  "tokenOut",
  "currency0",
  "currency1",
  "inputToken",
  "collateralToken",
  "token",
] as const;

/** An unreadable token is told in base units, by its address. */
async function tokensOf(
  ctx: ToolContext,
  addresses: readonly Address[],
): Promise<Map<string, Token>> {
  const { deps, chainId } = ctx;
  const found = await Promise.all(
    [...new Set(addresses)].map((address) =>
      resolveToken(deps.chain(chainId), deps.caches.tokens, deps.clock.nowMs(), address),
    ),
  );
  return new Map(
    found.flatMap((one) => (one.ok ? [[one.value.address.toLowerCase(), one.value] as const] : [])),
  );
}

/** Bounds read back from the calldata. */
function boundLines({ swap }: PreparedCall): string[] {
  if (swap === null) return [];
  const least = `${formatUnits(BigInt(swap.minOutBase), swap.decimalsOut)} ${swap.symbolOut}`;
  const most = `${formatUnits(BigInt(swap.maxInBase), swap.decimalsIn)} ${swap.symbolIn}`;
  return [`At least ${least} arrive and at most ${most} leave, or it does not happen.`];
}

/** Prices of a swap by venue and oracle. */
function priceLines({ swap, figures: { swapShield } }: PreparedCall, plan: Plan): string[] {
  if (swap === null || swapShield === null || !swapShield.priceFeedExists || plan.kind !== "swap")
    return [];
  const isExactIn = plan.quote.request.mode === "exactIn";
  const shown = (base: string) =>
    isExactIn
      ? `${formatUnits(BigInt(base), swap.decimalsOut)} ${swap.symbolOut}`
      : `${formatUnits(BigInt(base), swap.decimalsIn)} ${swap.symbolIn}`;
  const { quotedAmountBase, oracleAmountBase } = swapShield;
  const { amountBase, tokenOut } = plan.quote.request;
  const of = isExactIn
    ? ""
    : ` of ${formatUnits(amountBase, tokenOut.decimals)} ${tokenOut.symbol}`;
  return [
    `Prices${of}: ${shown(quotedAmountBase)} by ${swap.venue}'s quote, ` +
      `${shown(oracleAmountBase)} by the vault's oracle.`,
  ];
}

type Known = Pick<ChainAddresses, "tokens" | "wrappedNative">;

/**
 * Addresses of tokens outside the chain's table: their makers choose symbols, in any script, and
 * may have made their oracle pools.
 */
export function unlistedTokenLines(
  { tokens, wrappedNative }: Known,
  named: readonly Pick<Token, "address" | "symbol">[],
): string[] {
  const listed = [wrappedNative, ...tokens.map(({ address }) => address)].map((address) =>
    address.toLowerCase(),
  );
  return named
    .filter(({ address }) => !isNative(address) && !listed.includes(address.toLowerCase()))
    .map(
      ({ address, symbol }) =>
        `Not a listed token: what calls itself ${symbol} is ${address}. Check the address.`,
    );
}

/** Every door shows so many whole; a chat's message has 4,096 characters. */
export const MAX_CARD_CHARS = 3_000;
