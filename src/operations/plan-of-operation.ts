import { type CallOperation, operationQuote } from "../../schemas/operation.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { FollowedCall } from "../../schemas/venue-order.ts";
import { toolOf } from "../calls/load-tools.ts";
import type { Token } from "../chain/resolve-token.ts";
import type { CallPlan, SwapPlan } from "../kinds/plan.ts";
import { sha256Of } from "../lib/sha256-of.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { agentOf } from "../pipeline/agent-of.ts";
import { baseTokenMemory } from "../pipeline/base-token-memory.ts";
import { readCall } from "../pipeline/read-call.ts";
import { readSwapFacts } from "../pipeline/read-swap-facts.ts";
import type { ToolContext } from "../tools/tool.ts";
import { withinBounds } from "../tools/within-bounds.ts";

/**
 * The chain's facts of now, the quote and the calldata that were approved: a swap's from the
 * record, the vault's own calls are written again and compared.
 */
export async function planOfOperation(
  ctx: ToolContext,
  operation: CallOperation,
): Promise<Verdict<SwapPlan | CallPlan>> {
  if (sha256Of(operation.data) !== operation.dataHash) return changed;
  return operation.quote === null ? ownCall(ctx, operation) : swap(ctx, operation, operation.quote);
}

async function swap(
  ctx: ToolContext,
  { data, deadlineSec, swap: shown }: CallOperation,
  quote: NonNullable<CallOperation["quote"]>,
): Promise<Verdict<SwapPlan>> {
  if (deadlineSec === undefined) return changed;
  const { venue, mode, slippageBps } = operationQuote.parse(quote);
  const [tokenIn, tokenOut] = [tokenOf(quote.tokenIn), tokenOf(quote.tokenOut)];
  const { chainId, vault } = ctx;
  const amountBase = BigInt(quote.amountBase);
  const [agent, { settings }] = await Promise.all([agentOf(ctx), ctx.stored()]);
  const facts = await readSwapFacts(ctx.deps.chain(chainId), {
    ...{ vault, agent, tokenIn, tokenOut, mode, amountBase },
    knownBaseToken: baseTokenMemory.get(ctx),
  });
  if (!facts.ok) return facts;
  baseTokenMemory.set(ctx, facts.value.baseToken);
  const [amountInBase, amountOutBase] = [BigInt(quote.amountInBase), BigInt(quote.amountOutBase)];
  const within = withinBounds.judge(ctx, facts.value, { mode, amountInBase, amountOutBase });
  if (!within.ok) return within;
  return allow({
    kind: "swap",
    quote: {
      venue,
      request: { chainId, tokenIn, tokenOut, mode, amountBase, slippageBps, taker: vault },
      amountInBase,
      amountOutBase,
      limitBase: BigInt(quote.limitBase),
      ...(shown !== null && {
        whole: { inBase: BigInt(shown.amountInBase), outBase: BigInt(shown.amountOutBase) },
      }),
      gasUnits: 0n,
      raw: {},
    },
    facts: facts.value,
    toleranceBps: settings.swapShieldBps ?? SETTINGS_DEFAULTS.swapShieldBps,
    approved: { data: data, deadlineSec },
  });
}

/**
 * Planned anew with the facts of now. What carries a deadline, or amounts that follow a price, is
 * not the same twice: then the approved calldata is taken, if it is a call of the same kind, and
 * passes every check by itself.
 */
async function ownCall(ctx: ToolContext, operation: CallOperation): Promise<Verdict<CallPlan>> {
  const tool = await toolOf(ctx.deps, operation.tool);
  if (!tool.ok) return tool;
  if (tool.value.effect !== "transaction") return changed;
  const plan = await tool.value.plan(ctx, tool.value.input.parse(operation.arguments));
  if (!plan.ok) return plan;
  if (plan.value.kind !== "call") return changed;
  if (plan.value.data.toLowerCase() === operation.data) return allow(plan.value);
  const { wrappedNative } = ctx.deps.chain(ctx.chainId).addresses;
  const { expected, routerVersion = "2.0" } = plan.value;
  const facts = { vault: ctx.vault, wrappedNative, routerVersion };
  const { call: approved, kind } = await readCall(ctx.deps, operation.data, facts);
  const rule = kind?.rule;
  const isKept = rule?.deadlineSec !== undefined || rule?.sentAsApproved === true;
  if (!isKept || approved.kind !== expected.kind) return changed;
  const followed = rule?.follow?.(approved, ctx);
  return allow({
    ...plan.value,
    ...{ data: operation.data, expected: approved, swap: operation.swap },
    // What the plan of now says may differ from what was approved, an order's own id included.
    ...(followed !== undefined && { later: { message: laterText(followed), data: {} } }),
  });
}

const laterText = ({ summary, ordered }: FollowedCall): string =>
  `Mined, not carried out yet: ${summary}. At the venue it is ${Object.entries(ordered)
    .map(([name, value]) => `${name} ${value}`)
    .join(", ")}; look at the positions to see what became of it.`;

const tokenOf = ({
  address,
  symbol,
  decimals,
}: NonNullable<CallOperation["quote"]>["tokenIn"]): Token => ({
  address: address,
  symbol,
  decimals,
});

const changed = refuse(
  "operation_decided",
  "This is not the transaction that was approved. Nothing was sent.",
);
