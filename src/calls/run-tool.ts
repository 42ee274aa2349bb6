import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { carriesProof } from "../auth/parse-credentials.ts";
import { endForNewOwner } from "../auth/require-owner-of-grant.ts";
import { parseChain } from "../chain/parse-chain.ts";
import type { Deps } from "../deps.ts";
import { AppError, unwrap } from "../errors.ts";
import type { CallContext } from "../kinds/call-context.ts";
import type { DryRun, Purpose } from "../kinds/execution-context.ts";
import type { ExecutionOutcome } from "../kinds/execution-outcome.ts";
import type { Plan } from "../kinds/plan.ts";
import { isObject } from "../lib/is-object.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import type { Refusal, Verdict } from "../lib/verdict.ts";
import { notifyNow } from "../notifications/notify-now.ts";
import { invalidRequest } from "../parse-input.ts";
import { carryOut } from "../pipeline/carry-out.ts";
import { executeOwnerPlan } from "../pipeline/execute-owner-plan.ts";
import { noteCheck } from "../pipeline/run-checks.ts";
import { asksOwner } from "../pipeline/spend-of-call.ts";
import { closedInput } from "../tools/closed-input.ts";
import {
  ACCESS,
  type StateTool,
  type Tool,
  type ToolContext,
  type TransactionTool,
} from "../tools/tool.ts";
import { answerDryRun } from "./answer-dry-run.ts";
import { answerOf } from "./answer-of.ts";
import { auditRefused, isForAnySigner } from "./audit-refused.ts";
import { createToolContext } from "./create-tool-context.ts";
import { dryDeps } from "./dry-deps.ts";
import { isServed } from "./load-tools.ts";
import { offerChange } from "./offer-change.ts";
import { offerOperation, setsUnnamedHook } from "./offer-operation.ts";
import { requireOwner, withTextToSign } from "./require-owner.ts";
import type { ToolRun } from "./took-effect.ts";
import type { ToolRequest } from "./tool-request.ts";
import { waitsForFresh } from "./waits-for-fresh.ts";

/**
 * Runs a call from every door; refusals come in the order 400 (arguments), 401, 403, the tool's
 * own. Transactions pass `executePlan`, as approvals and slices do.
 * @throws AppError with the refusal's code
 */
export async function runTool(
  outside: Deps,
  requestId: string,
  request: ToolRequest,
): Promise<ToolRun> {
  const { tool } = request;
  const isDry = request.dryRun === true && tool.effect !== "read";
  const deps = isDry ? dryDeps(outside) : outside;
  const schema = closedInput(tool);
  const parsed = schema.safeParse(request.args);
  if (!parsed.success)
    throw invalidRequest(parsed.error, {
      prefix: "arguments",
      schema,
      value: request.args,
      elsewhere: request.besideArguments ?? {},
    });
  const vault = vaultOf(outside, request);
  if (!isServed(outside, tool)) throw notServed(tool);
  const chainId = tool.staysOnChain ? request.chainId : chainOf(tool, parsed.data, request.chainId);
  const called = await createToolContext(deps, requestId, { ...request, chainId, vault });
  const dryRun: DryRun | undefined = isDry ? { checks: [] } : undefined;
  const ctx: ToolContext = { ...called, ...(dryRun && { dryRun }) };
  const chainSwitch = chainId === request.chainId ? {} : { chainSwitch: chainId };
  requireIdentity(ctx, tool);
  const isWithoutSignature =
    request.caller.kind === "paired" || (request.card !== undefined && !request.isOwn);
  if (isWithoutSignature && tool.effect !== "read" && tool.needsSignature)
    throw signatureNeeded(tool);
  const run = () => runChecked(ctx, tool, parsed.data, request, chainSwitch);
  if (dryRun === undefined) return run();
  // An unauthorized caller is refused: a dry run's verdict is for the authorized.
  await authorized(ctx, tool);
  return answerDryRun(ctx, { tool, dryRun, run });
}

async function runChecked(
  ctx: ToolContext,
  tool: Tool,
  input: Record<string, unknown>,
  request: ToolRequest,
  chainSwitch: { chainSwitch?: number },
): Promise<ToolRun> {
  if (tool.effect === "transaction") return runTransaction(ctx, tool, input, request, chainSwitch);
  const mayWait =
    tool.effect === "state" && !!(request.card ?? request.asks ?? ctx.grant ?? tool.tradesLater);
  if (mayWait) await authorized(ctx, tool);
  if (mayWait && (await waits(ctx, tool, input, request))) {
    const isShownInChat = request.caller.kind === "paired";
    const card = ctx.grant === undefined ? (request.card ?? []) : [];
    const offered = await offerChange(ctx, { tool, args: input, card, isShownInChat });
    if (!offered.ok) auditRefused(ctx, tool, offered);
    return answered(tool, chainSwitch, unwrap(signable(ctx, offered)));
  }
  // Reads and plans may start before ownership is known; a change waits for it.
  const started = tool.effect === "read" ? tool.run(ctx, input) : undefined;
  const read = started?.catch(() => undefined);
  if (tool.effect === "read" && tool.asksOwner) await read;
  if (!mayWait) await authorized(ctx, tool);
  const answer = unwrap(
    signable(ctx, noteCheck(ctx, "change", await (started ?? tool.run(ctx, input)))),
  );
  // Its owner hears at once what an agent did by itself.
  if (ctx.grant !== undefined && tool.effect === "state" && !ctx.dryRun)
    ctx.deps.defer("grant_told", notifyNow(ctx.deps, ctx.grant.owner));
  return answered(tool, chainSwitch, answer);
}

/**
 * True for a change that waits: an agent's beyond its grant's scope, a model's proposal, a model's
 * human-owned field, or later trades.
 */
async function waits(
  ctx: ToolContext,
  tool: StateTool,
  input: Record<string, unknown>,
  request: ToolRequest,
) {
  const { args, card, asks } = request;
  if (
    card !== undefined ||
    (ctx.grant !== undefined && !(await isGrantsOwn(ctx, tool, input, args)))
  )
    return true;
  if (await waitsForFresh(ctx, tool, input, request)) return true;
  if (asks === undefined) return false;
  if (setsOwned(tool, args)) return true;
  if ((await tool.tradesLater?.(ctx, input)) !== true) return false;
  return asks === "always" || !isTrusted(await ctx.stored());
}

/**
 * What a grant that trades changes without its owner's word: a freeze, and orders of its own where
 * what trades later is sent without another word.
 */
async function isGrantsOwn(
  ctx: ToolContext,
  tool: StateTool,
  input: Record<string, unknown>,
  args: unknown,
) {
  if (tool.leastScope === "trade") return true;
  if (
    ctx.grant?.scope !== "trade" ||
    setsOwned(tool, args) ||
    (await tool.ownOfGrant?.(ctx, input)) !== true
  )
    return false;
  return (
    (await tool.tradesLater?.(ctx, input)) !== true ||
    (await ctx.stored()).settings.execMode === "autonomous"
  );
}

/**
 * True where the call sets a `humanOwned` field, as written, or loosens. Not `autoExecute`: mode,
 * limits and header say that the agent wallet trades (decision D69).
 */
const setsOwned = (tool: StateTool | TransactionTool, args: unknown): boolean =>
  (tool.effect === "state" && tool.loosens === true) ||
  (isObject(args) &&
    (tool.humanOwned ?? []).some((name) => name !== "autoExecute" && args[name] !== undefined));

/** The operator let the agent wallet send, within limits. */
const isTrusted = ({ settings, limits }: CallContext): boolean =>
  settings.execMode === "autonomous" &&
  limits?.maxPerTransaction !== undefined &&
  limits.maxPerDay !== undefined;

async function runTransaction(
  ctx: ToolContext,
  tool: TransactionTool,
  input: Record<string, unknown>,
  request: ToolRequest,
  chainSwitch: { chainSwitch?: number },
): Promise<ToolRun> {
  // Plans only read, so they may start before ownership is known; refusals keep their order.
  const planned = planOf(ctx, tool, input);
  // Awaited below; no failure may be reported as unhandled meanwhile.
  planned.catch(() => undefined);
  // Reads the store beside chain and venue (docs/design.md, "Budgets").
  ctx.stored().catch(() => undefined);
  await authorized(ctx, tool);
  const isDelegatedCall = ctx.executionMode === "delegated";
  const stored = isDelegatedCall ? await ctx.stored() : undefined;
  const { card, asks } = request;
  const mustAsk =
    asks === "always" ||
    isOwnersWord(ctx, tool, request) ||
    (asks !== undefined && setsOwned(tool, request.args));
  const mustWait = async ({ limits }: CallContext) => setsUnnamedHook(await planned, limits);
  if (
    stored !== undefined &&
    (card !== undefined || mustAsk || !isSent(stored, asks) || (await mustWait(stored)))
  ) {
    const offered = await offer(ctx, tool, input, await planned, request);
    return answered(tool, chainSwitch, offered);
  }
  // First, so that no failing node keeps a revocation from holding.
  if (tool.commit !== undefined && ctx.grant !== undefined)
    throw new Error("no grant changes what its owner set");
  const committed = ctx.executionMode === "manual" ? await tool.commit?.(ctx, input) : undefined;
  const plan = await planned;
  const outcome: ExecutionOutcome = plan.ok
    ? await executed(ctx, plan.value, request.purpose)
    : { status: "refused", refusal: plan };
  if (outcome.status === "refused" && outcome.intent === undefined && asksOwner(outcome.refusal)) {
    const offered = await offer(ctx, tool, input, plan, request);
    return answered(tool, chainSwitch, offered);
  }
  const isRefused = outcome.status === "refused" || outcome.status === "reverted";
  // A signed call has its own terminal entry.
  if (isRefused && isDelegatedCall && outcome.intent === undefined)
    auditRefused(ctx, tool, outcome.refusal);
  // The owner as it was remembered may have let the call begin.
  if (isRefused && ctx.grant !== undefined && outcome.refusal.code === "not_vault_owner")
    await endForNewOwner(ctx.deps, ctx.grant, ctx.chainId);
  if (isRefused)
    throw AppError.fromRefusal(withNote(withTextToSign(ctx, outcome.refusal), committed));
  const answer = answerOf(outcome, plan.ok ? plan.value : null);
  const message = [
    answer.message ?? "",
    ...(request.card ?? []),
    ...(committed === undefined ? [] : [committed]),
  ];
  return {
    result: { tool: tool.name, ...chainSwitch, ...answer, message: message.join("\n").trim() },
    outcome,
  };
}

const answered = (
  { name }: Tool,
  chainSwitch: { chainSwitch?: number },
  answer: Partial<ToolResult>,
): ToolRun => ({
  result: { tool: name, ...chainSwitch, ...answer },
  outcome: null,
});

const executed = (ctx: ToolContext, plan: Plan, purpose: Purpose): Promise<ExecutionOutcome> =>
  plan.kind === "owner" ? executeOwnerPlan(ctx, plan) : carryOut(ctx, plan, purpose);

/**
 * A grant of `propose` asks for everything, one of `trade` for human-owned fields and what no grant
 * sends.
 */
const isOwnersWord = (
  { grant }: ToolContext,
  tool: TransactionTool,
  { args }: ToolRequest,
): boolean =>
  grant !== undefined &&
  (grant.scope !== "trade" || tool.waitsByGrant === true || setsOwned(tool, args));

/** Sent without another word: autonomous mode, for a model only within limits. */
const isSent = (stored: CallContext, asks: ToolRequest["asks"]): boolean =>
  asks === undefined ? stored.settings.execMode === "autonomous" : isTrusted(stored);

/** Any signer may plan only its own transactions. */
async function planOf(ctx: ToolContext, tool: TransactionTool, input: Record<string, unknown>) {
  const plan = noteCheck(ctx, "plan", await tool.plan(ctx, input));
  if (plan.ok && plan.value.kind !== "owner" && isForAnySigner(tool))
    throw new Error(`${tool.name} plans what is its vault owner's, and is for any signer`);
  return plan;
}

/** Refuses, or writes the call down for the operator's word. Signs nothing. */
async function offer(
  ctx: ToolContext,
  tool: TransactionTool,
  args: Record<string, unknown>,
  plan: Awaited<ReturnType<TransactionTool["plan"]>>,
  { caller, asks, card = asks && [] }: ToolRequest,
): Promise<ToolResult> {
  const offered = plan.ok
    ? await offerOperation(ctx, {
        tool: tool.name,
        args,
        plan: plan.value,
        card: ctx.grant === undefined ? card : undefined,
        isShownInChat: caller.kind === "paired",
      })
    : plan;
  if (offered.ok) return offered.value;
  auditRefused(ctx, tool, offered);
  throw AppError.fromRefusal(withTextToSign(ctx, offered));
}

const signable = <T>(ctx: ToolContext, verdict: Verdict<T>): Verdict<T> =>
  verdict.ok ? verdict : withTextToSign(ctx, verdict);

/** Adds to a refusal what already took effect. */
const withNote = (refusal: Refusal, note: string | undefined): Refusal =>
  note === undefined ? refusal : { ...refusal, message: `${refusal.message} ${note}` };

/** Refuses missing credentials before anything is read. */
function requireIdentity(ctx: ToolContext, tool: Tool): void {
  if (ctx.operator !== undefined) return;
  if (ACCESS[tool.access].needsSignature) {
    throw new AppError(
      "auth_required",
      `${tool.name} needs operator authentication: send operatorAddress, authSignature and ` +
        "authTimestamp.",
    );
  }
  if (tool.effect === "transaction" && ctx.executionMode === "delegated") {
    throw new AppError(
      "auth_required",
      "Delegated execution needs operator authentication: operatorAddress, authSignature and " +
        "authTimestamp.",
    );
  }
}

const signatureNeeded = ({ name }: Tool): AppError =>
  new AppError(
    "auth_required",
    `Nothing was changed: ${name} needs your wallet's signature. Send it with ` +
      "operatorAddress, authSignature and authTimestamp.",
  );

const notServed = ({ name, chain }: Tool): AppError =>
  new AppError(
    "chain_not_supported",
    `${name} is not served here: it acts on chain ${chain}, which this deployment does not ` +
      "serve. GET /api/tools says which tools are (served).",
    { details: { tool: name, chainId: chain ?? null } },
  );

/** Checks ownership; for any signer only the signature's form and that the vault is one. */
async function authorized(ctx: ToolContext, tool: Tool): Promise<void> {
  if (tool.access === "anonymous" && ctx.operator === undefined) return;
  if (!isForAnySigner(tool)) return requireOwner(ctx);
  const [owner] = await Promise.all([
    ACCESS[tool.access].needsVault ? ctx.owner() : undefined,
    ctx.stored(),
  ]);
  if (owner !== undefined) unwrap(owner);
}

/** Chain of the venue, else of `chain` or `sourceChain`. */
function chainOf(tool: Tool, input: Record<string, unknown>, fallback: ChainId): ChainId {
  if (tool.chain !== undefined) return tool.chain;
  const named = input.chain ?? input.sourceChain;
  return typeof named === "string"
    ? unwrap(parseChain(named, { withVenues: tool.alsoOnVenues === true }))
    : fallback;
}

function vaultOf(deps: Deps, { tool, vaultAddress, caller }: ToolRequest): Address | undefined {
  if (vaultAddress !== undefined) return unwrap(normalizeAddress(vaultAddress));
  const isOutside = caller.kind === "outside";
  const isOwners =
    isOutside && carriesProof(deps, caller.credentials) && !ACCESS[tool.access].needsSignature;
  const needed = ACCESS[tool.access].needsVault || !isOutside || isOwners;
  if (needed)
    throw new AppError(
      "invalid_request",
      "The request is not valid. vaultAddress: this call needs a vault address.",
    );
  return undefined;
}
