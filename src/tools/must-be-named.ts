import type { Address, Hex } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import type { Token } from "../chain/resolve-token.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { scopesOf } from "../delegation/delegable-selectors.ts";
import { readDelegation } from "../delegation/read-delegation.ts";
import type { Venue } from "../kinds/venue.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { refusalOfBought } from "../pipeline/spend-of-call.ts";
import { tokenNotNamed, unnamedTokens } from "../settings/unnamed-tokens.ts";
import { tokenOf } from "./call-facts.ts";
import type { ToolContext } from "./tool.ts";

/** `totalBase` counts `side`'s token. */
type Bought = {
  side: "buy" | "sell";
  sellTokenAddress: Address;
  buyTokenAddress: Address;
  totalBase: string;
};

/**
 * An order that trades by itself buys only the base token, a deep one, or one named by a fresh
 * signature or its approved card. A refusal proposes a daily amount that fits the order. Refuses
 * with token_not_allowed or rpc_unavailable.
 */
export async function mustBeNamed(
  ctx: ToolContext,
  order: Bought,
): Promise<Verdict<{ namedByCard?: true }>> {
  const { deps, chainId, vault } = ctx;
  const chain = deps.chain(chainId);
  const { limits } = await ctx.stored();
  const { addresses } = chain;
  const bought = [order.buyTokenAddress];
  const isOpen = (baseToken: Address | undefined, names?: readonly Address[]) =>
    unnamedTokens(bought, { limits, addresses, baseToken, names }).length > 0;
  if (ctx.grant?.tokens === undefined && !isOpen(limits?.baseToken.address)) return allow({});
  const [pool] = await chain.rpc.send([vaultReads.pool(vault)]);
  if (!pool.ok)
    return refuse(
      "rpc_unavailable",
      "The vault's base token could not be read. Nothing was created; please try again.",
    );
  const { baseToken } = pool.value;
  const granted = refusalOfBought(ctx, bought, baseToken);
  if (granted !== undefined) return granted;
  if (!isOpen(baseToken)) return allow({});
  if (!isOpen(baseToken, ctx.names)) return allow({ namedByCard: true });
  if (ctx.offered !== undefined) {
    ctx.offered.unnamed.push(...bought);
    return allow({ namedByCard: true });
  }
  const base = await tokenOf(ctx, baseToken);
  const most = base.ok ? await amountOfDay(ctx, order, base.value) : undefined;
  return tokenNotNamed(order.buyTokenAddress, "This order", most);
}

/**
 * The order's worth by the vault's oracle plus a tenth, in two figures; undefined where unpriced.
 */
async function amountOfDay(
  ctx: ToolContext,
  order: Bought,
  base: Token,
): Promise<string | undefined> {
  const given = order.side === "sell" ? order.sellTokenAddress : order.buyTokenAddress;
  const [value] = await ctx.deps
    .chain(ctx.chainId)
    .rpc.send([
      vaultReads.convertTokenAmount(ctx.vault, given, BigInt(order.totalBase), base.address),
    ]);
  if (value === undefined || !value.ok || value.value <= 0n) return undefined;
  return formatUnits(upToTwoFigures((value.value * 11n) / 10n + 1n), base.decimals);
}

/** @example upToTwoFigures(12_001n) // 13_000n */
function upToTwoFigures(value: bigint): bigint {
  const scale = 10n ** BigInt(Math.max(value.toString().length - 2, 0));
  return ((value + scale - 1n) / scale) * scale;
}

/**
 * Requires a confirmed delegation and the selectors on chain now (decision D30). `what` needs them:
 * "this order".
 */
export async function mustBeDelegated(
  ctx: ToolContext,
  needed: readonly Hex[],
  what: string,
): Promise<Verdict> {
  const { delegation } = await ctx.stored();
  if (delegation === null || !delegation.enabled) {
    const { text, scopes } = scopesOf(needed);
    return refuse(
      "not_delegated",
      "Automatic execution needs an active delegation: set it up with " +
        `setup_delegation${text}, sign it, and confirm it.`,
      scopes.length > 0 ? { scopes } : undefined,
    );
  }
  const onChain = await readDelegation(ctx.deps, ctx.chainId, ctx.vault, delegation.agent, []);
  if (!onChain.ok) return onChain;
  const missing = needed.filter(
    (selector) =>
      !onChain.value.granted.includes(selector) || !delegation.selectors.includes(selector),
  );
  if (missing.length === 0) return allow(undefined);
  const { text, scopes } = scopesOf(missing);
  return refuse(
    "not_delegated",
    `The agent wallet lacks methods ${what} needs. Delegate them with ` +
      `setup_delegation${text} and confirm.`,
    { missing, ...(scopes.length > 0 && { scopes }) },
  );
}

/** execute(bytes,bytes[],uint256), which the spec demands of every order. */
const OF_EVERY_ORDER = "0x3593564c";

/** Selectors that an order needs delegated. */
export const orderSelectors = ({ method }: Venue): readonly Hex[] => [
  ...new Set<Hex>([OF_EVERY_ORDER, method]),
];

/** `what` begins the sentence: "It sells". */
type Need = { token: Address; symbol: string; decimals: number; neededBase: bigint; what: string };

/**
 * Reads for a dry run whether the vault holds the amount. Base units are strings; empty where the
 * chain does not answer.
 */
export async function foreseeFunds(
  { deps, chainId, vault }: ToolContext,
  { token, symbol, decimals, neededBase, what }: Need,
): Promise<Record<string, unknown>> {
  const [balance] = await deps.chain(chainId).rpc.send([accountReads.balance(token, vault)]);
  if (balance === undefined || !balance.ok) return {};
  const lasts = balance.value >= neededBase;
  const amount = (base: bigint) => `${formatUnits(base, decimals)} ${symbol}`;
  return {
    ...(!lasts && {
      doubts: [`${what} ${amount(neededBase)}, and the vault has ${amount(balance.value)}.`],
    }),
    funding: {
      token: {
        symbol,
        decimals,
        neededBase: neededBase.toString(),
        balanceBase: balance.value.toString(),
        lasts,
      },
    },
  };
}
