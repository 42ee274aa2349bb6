import * as z from "zod";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import { decimalAmount } from "../../schemas/primitives.ts";
import { planSync } from "../bridge/plan-sync.ts";
import { readAllNavs } from "../bridge/read-chain-nav.ts";
import { bridgeTokens } from "../calldata/bridge-call.ts";
import { chainOf } from "../chain-of.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { bridgeFields, bridgeTool } from "./bridge-output.ts";
import { planBridge } from "./plan-bridge.ts";
import { defineTool, type ToolContext } from "./tool.ts";
import {
  bridgeArguments,
  bridgeCoin,
  bridgeRoute,
  type WantedBridge,
  wantedBridge,
} from "./wanted-bridge.ts";

const input = z.object({
  destinationChain: bridgeArguments.shape.destinationChain,
  token: bridgeArguments.shape.token
    .optional()
    .describe("What moves; default: the base token, else a stablecoin held here."),
  amount: decimalAmount
    .optional()
    .describe("Default: what brings the unit prices of both chains together."),
  sourceChain: bridgeArguments.shape.sourceChain,
  navToleranceBps: z
    .int()
    .min(1)
    .max(10_000)
    .optional()
    .describe("At most the operator's sync tolerance, its default."),
  ...bridgeCoin.arguments,
});
type Input = z.infer<typeof input>;

export const crosschainSync = defineTool({
  name: "crosschain_sync",
  aliases: ["sync_tokens", "equalize_nav"],
  description:
    "Moves value without supply to the same vault on another chain, so that NAV per unit " +
    "falls here and rises there. Without an amount it brings both unit prices together. " +
    "Within the operator's sync tolerance.",
  ...bridgeTool,
  says: [
    "sync {amount:amount} {token:token} to {chain:destinationChain}",
    "~sync|equalize|equalise|synchronize|synchronise {amount:amount} {coin:token} " +
      "{chain:destinationChain} [to|with] [nav|value] [crosschain|cross]",
    "sync|equalize|equalise [nav|value] with|to {chain:destinationChain}",
  ],
  input,
  example: { destinationChain: "arbitrum", token: "USDC", amount: "500" },
  humanOwned: ["navToleranceBps", "shouldUnwrapOnDestination", "useNativeEth"],
  model: {
    description:
      "Moves value without supply to the same vault on another chain, so that NAV per unit " +
      "falls here and rises there. Without an amount it brings both unit prices together.",
    grounding: {
      example: "sync 500 USDC to arbitrum",
      never: ["create", "set up", "start"],
      acts: ["sync", "equalize nav", "even out nav"],
      words: "nav value over chain network",
      fields: bridgeFields,
      card: {
        venue: "Across",
        to: "the same vault there, without supply",
        defaults: {
          amount: "what brings both unit prices together",
          token: "the base token, else a stablecoin",
        },
      },
    },
  },
  plan: async (ctx, given) => {
    const stored =
      ctx.operator === undefined ? undefined : (await ctx.stored()).settings.syncToleranceBps;
    const limitBps = stored ?? SETTINGS_DEFAULTS.syncToleranceBps;
    const toleranceBps = given.navToleranceBps ?? limitBps;
    if (toleranceBps > limitBps)
      return refuse(
        "invalid_request",
        `navToleranceBps: the sync tolerance is ${limitBps} bps. Raise that setting first if ` +
          "more is intended.",
        { toleranceBps: limitBps },
      );
    const found = await wantedSync(ctx, given);
    if (!found.ok) return found;
    const { wanted, lines } = found.value;
    const shouldUnwrap = bridgeCoin.shouldUnwrap(wanted, given);
    if (!shouldUnwrap.ok) return shouldUnwrap;
    const isComputed = given.amount === undefined;
    return planBridge(ctx, wanted, {
      opType: "sync",
      toleranceBps,
      shouldUnwrap: shouldUnwrap.value,
      isComputed,
      lines,
    });
  },
});

type Found = { wanted: WantedBridge; lines: readonly string[] };

async function wantedSync(
  ctx: ToolContext,
  { amount, token, ...rest }: Input,
): Promise<Verdict<Found>> {
  if (amount !== undefined) {
    if (token === undefined)
      return refuse("invalid_request", "token: say which token the amount is of.");
    const named = bridgeCoin.token(ctx.chainId, token, rest);
    if (!named.ok) return named;
    const wanted = wantedBridge(ctx, { ...rest, token: named.value, amount });
    return wanted.ok ? allow({ wanted: wanted.value, lines: [] }) : wanted;
  }
  // Holdings are compared in wrapped form.
  if (rest.useNativeEth === true || /^eth$/i.test(token?.trim() ?? ""))
    return refuse(
      "invalid_request",
      "amount: say how much of the coin itself moves. Without an amount only WETH is synced.",
    );
  const route = bridgeRoute(ctx.chainId, {
    destinationChain: rest.destinationChain,
    token: token ?? "USDC",
  });
  if (!route.ok) return route;
  const { source, destination } = route.value;
  const { navs, unread } = await readAllNavs(ctx, [source, destination]);
  const [here, there] = [source, destination].map((id) =>
    navs.find(({ chainId }) => chainId === id),
  );
  const silent = unread.find(({ chainId }) => chainId === source || chainId === destination);
  if (silent !== undefined)
    return refuse(
      "rpc_unavailable",
      `The NAV on ${chainOf(silent.chainId).name} is not known: ${silent.reason}.`,
    );
  if (here === undefined || there === undefined)
    return refuse(
      "bridge_destination_unready",
      `This vault does not exist on ${chainOf(destination).name}.`,
      {
        destination,
      },
    );
  const usable =
    token === undefined
      ? here.holdings
      : here.holdings.filter(({ token: one }) => one.symbol === route.value.input.symbol);
  const sync = planSync(
    here,
    there,
    usable.filter(({ token: one }) => bridgeTokens.named(destination, one.symbol) !== undefined),
  );
  if (!sync.ok) return sync;
  const { holding, amountBase, target18 } = sync.value;
  const output = bridgeTokens.named(destination, holding.token.symbol);
  if (output === undefined)
    return refuse("bridge_pair_unsupported", "token: it does not exist on that chain.");
  return allow({
    wanted: { source, destination, input: holding.token, output, isNative: false, amountBase },
    lines: [`Both unit prices then come to about ${formatUnits(target18, 18)} ${here.baseKind}.`],
  });
}
