import type { Address } from "viem";
import { swapArguments } from "../../schemas/calls/swap-arguments.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/vaults/operator-settings.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import { routerVersion } from "../chain/router-version.ts";
import type { SwapFacts } from "../kinds/chain-facts.ts";
import { isNative } from "../lib/normalize-address.ts";
import { allow } from "../lib/verdict.ts";
import { seenMarket } from "../pipeline/facts/market-of.ts";
import { agentOf, baseTokenMemory } from "../pipeline/facts/read-call-facts.ts";
import { readSwapFacts } from "../pipeline/facts/read-swap-facts.ts";
import { meanWindowSec } from "../vaults/mean-window-sec.ts";
import { askVenues, type VenueAnswers, type VenueChoice } from "../venues/ask-venues.ts";
import { bestOf, readGasFacts } from "../venues/best-of.ts";
import { knownRouterVersion } from "../venues/known-router-version.ts";
import { planWrap } from "./plan-wrap.ts";
import { defineTool, slippageOf, type ToolContext, vaultCall } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";
import { wantedSwap } from "./wanted-swap.ts";
import { withinBounds } from "./within-bounds.ts";

/**
 * Governance rarely changes the adapter. A stale answer costs a refused simulation, never money.
 */
const ROUTER_VERSION_MS = 60_000;

/** Quotes and chain reads go out together. The vault's own methods wrap the coin. */
export const buildVaultSwap = defineTool({
  name: "build_vault_swap",
  aliases: ["swap", "swap_tokens", "execute_swap", "trade"],
  description:
    "Builds a swap of the vault's assets behind the Swap Shield (quote against oracle) and " +
    "the NAV Shield (simulated loss). Returns an unsigned transaction, or executes it in " +
    "delegated mode. Wraps and unwraps the native coin too.",
  category: "Spot Trading",
  ...vaultCall,
  input: swapArguments,
  asksVenues: ({ dex }) => dex === undefined,
  example: { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" },
  model: {
    description: "Builds a swap of the vault's assets. Wraps and unwraps the native coin too.",
    grounding: {
      example: "sell 1 ETH for USDC",
      acts: ["@trade", "top up"],
      never: [
        ...[
          "twap",
          "dca",
          "slice",
          "slices",
          "parts",
          "each",
          "every",
          "automatically",
          "trigger",
          "limit",
          "split",
        ],
        ...[
          "drip",
          "gradually",
          "slowly",
          "per second",
          "over time",
          "over hour",
          "over day",
          "over week",
          "over month",
        ],
        ...["stop loss", "take profit", "long", "short", "leverage", "perp"],
      ],
      fields: {
        tokenIn: { is: "token" },
        tokenOut: { is: "token" },
        amountIn: { is: "amount", of: "tokenIn" },
        amountOut: { is: "amount", of: "tokenOut" },
        dex: { is: "venue" },
        chain: { is: "chain", role: "at" },
      },
    },
  },
  output: transactionOutput,
  plan: async (ctx, input) => {
    const wanted = await wantedSwap(ctx, input);
    if (!wanted.ok) return wanted;
    const { tokenIn, tokenOut, mode, amountBase } = wanted.value;
    const chain = ctx.deps.chain(ctx.chainId);
    const wrap = wrapKindOf(tokenIn.address, tokenOut.address, chain.addresses.wrappedNative);
    if (wrap !== undefined) return planWrap(ctx, wanted.value, wrap);
    const { routerVersions } = ctx.deps.caches;
    const nowMs = ctx.deps.clock.nowMs();
    const remembered = routerVersions.get(String(ctx.chainId), nowMs);
    const request = {
      chainId: ctx.chainId,
      tokenIn,
      tokenOut,
      mode,
      amountBase,
      taker: ctx.vault,
      ...(remembered !== undefined && { routerVersion: remembered }),
    };
    const venues = await usableVenues(ctx, wanted.value.venues);
    const [facts, answers, toleranceBps, gas] = await Promise.all([
      agentOf(ctx).then((agent) =>
        readSwapFacts(chain, {
          vault: ctx.vault,
          agent,
          tokenIn,
          tokenOut,
          mode,
          amountBase,
          knownBaseToken: baseTokenMemory.get(ctx),
        }),
      ),
      slippageOf(ctx).then((slippageBps) =>
        askVenues(ctx.deps, venues.asked, { ...request, slippageBps }),
      ),
      ctx.operator === undefined
        ? undefined
        : ctx.stored().then(({ settings }) => settings.swapShieldBps),
      venues.asked.length > 1 ? agentOf(ctx).then(() => readGasFacts(chain, request)) : undefined,
    ]);
    if (!facts.ok) return facts;
    baseTokenMemory.set(ctx, facts.value.baseToken);
    const best = bestOf(await buildable(ctx, answers, facts.value), venues.unasked, gas);
    if (!best.ok) return best;
    const { quote, said } = best.value;
    if (ctx.seen !== undefined) {
      const tokens = [tokenIn.address, tokenOut.address];
      const windowSec = meanWindowSec(chain, facts.value.pools, tokens);
      ctx.seen.market = seenMarket({ quote, facts: facts.value }, windowSec);
    }
    const bounded = await withinBounds.quote(ctx, facts.value, quote);
    if (!bounded.ok) return bounded;
    const { routerAdapter } = facts.value;
    const version = routerAdapter.ok
      ? routerVersion(routerAdapter.value, chain.addresses)
      : undefined;
    if (version !== undefined)
      routerVersions.set(String(ctx.chainId), version, nowMs + ROUTER_VERSION_MS);
    return allow({
      kind: "swap" as const,
      quote: bounded.value,
      ...(said !== undefined && { said }),
      facts: facts.value,
      toleranceBps: toleranceBps ?? SETTINGS_DEFAULTS.swapShieldBps,
      ...(bounded.value.isNarrowed && { isNarrowed: true as const }),
      ...(ctx.bounds?.endsSec !== undefined && { endsSec: ctx.bounds.endsSec }),
    });
  },
});

/** Drops venues whose calls go through an unknown adapter, where another was asked too. */
async function buildable(
  ctx: ToolContext,
  answers: VenueAnswers,
  { routerAdapter }: SwapFacts,
): Promise<VenueAnswers> {
  const { venues } = ctx.deps.tables;
  const runsRouter = (venue: VenueId) => venues[venue].needs.includes("routerVersion");
  if (answers.length === 1 || !answers.some(({ venue, answer }) => answer.ok && runsRouter(venue)))
    return answers;
  const version = await knownRouterVersion(ctx, routerAdapter);
  if (version.ok || version.code !== "no_route") return answers;
  return answers.map((one) =>
    one.answer.ok && runsRouter(one.venue) ? { ...one, answer: version } : one,
  );
}

function wrapKindOf(
  tokenIn: Address,
  tokenOut: Address,
  wrappedNative: Address,
): "wrap" | "unwrap" | undefined {
  if (isNative(tokenIn) && tokenOut === wrappedNative) return "wrap";
  return tokenIn === wrappedNative && isNative(tokenOut) ? "unwrap" : undefined;
}

/**
 * Venues that the vault's limits allow and whose method is delegated where the agent sends it.
 * Where none is left or the caller named one: all, so that the refusal says what is missing.
 */
async function usableVenues(ctx: ToolContext, choice: VenueChoice): Promise<VenueChoice> {
  if (choice.asked.length === 1 || ctx.operator === undefined) return choice;
  const { limits, delegation } = await ctx.stored();
  const isUsable = (venue: VenueId) => {
    const isAllowed = limits?.venues === undefined || limits.venues.includes(venue);
    const { method } = ctx.deps.tables.venues[venue];
    const isSent =
      ctx.executionMode === "manual" || delegation?.selectors.includes(method) !== false;
    return isAllowed && isSent;
  };
  const [first, ...others] = choice.asked.filter(isUsable);
  return first === undefined
    ? choice
    : { asked: [first, ...others], unasked: choice.unasked.filter(isUsable) };
}
