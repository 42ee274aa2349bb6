import type { Address } from "viem";
import type { ChainId } from "../../schemas/chains.ts";
import type { ToolResult } from "../../schemas/tool-call.ts";
import { carriesProof } from "../auth/parse-credentials.ts";
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
import { invalidRequest } from "../parse-input.ts";
import { carryOut } from "../pipeline/carry-out.ts";
import { executeOwnerPlan } from "../pipeline/execute-owner-plan.ts";
import { noteCheck } from "../pipeline/run-checks.ts";
import { asksOwner } from "../pipeline/spend-of-call.ts";
import { auditRefusal } from "../store/audit/audit-text.ts";
import { appendAudit } from "../store/audit/lua-audit.ts";
import { closedInput } from "../tools/closed-input.ts";
import { ACCESS, type StateTool, type Tool, type ToolContext, type TransactionTool } from "../tools/tool.ts";
import { answerDryRun } from "./answer-dry-run.ts";
import { answerOf } from "./answer-of.ts";
import { createToolContext } from "./create-tool-context.ts";
import { dryDeps } from "./dry-deps.ts";
import { isServed } from "./load-tools.ts";
import { offerChange } from "./offer-change.ts";
import { offerOperation, setsUnnamedHook } from "./offer-operation.ts";
import { requireOwner, withTextToSign } from "./require-owner.ts";
import type { ToolRun } from "./took-effect.ts";
import type { ToolRequest } from "./tool-request.ts";

/**
 * The one pipeline behind every door. Refusals come in the order 400 (arguments), 401, 403, the tool's own. Every transaction passes
 * `executePlan`: here, of an approval (execute-operation.ts), and of an order's run, which has no caller (run-for-order.ts).
 * @throws AppError with the refusal's code
 */
export async function runTool(outside: Deps, requestId: string, request: ToolRequest): Promise<ToolRun> {
  const { tool } = request;
  const isDry = request.dryRun === true && tool.effect !== "read";
  const deps = isDry ? dryDeps(outside) : outside;
  const schema = closedInput(tool);
  const parsed = schema.safeParse(request.args);
  if (!parsed.success)
    throw invalidRequest(parsed.error, {
      ...{ prefix: "arguments", schema, value: request.args },
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
  const isWithoutSignature = request.caller.kind === "paired" || (request.card !== undefined && !request.isOwn);
  if (isWithoutSignature && tool.effect !== "read" && tool.needsSignature) throw signatureNeeded(tool);
  const run = () => runChecked(ctx, tool, parsed.data, request, chainSwitch);
  if (dryRun === undefined) return run();
  // Who may not call is refused as ever: a verdict is for who may.
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
  const mayWait = tool.effect === "state" && (isAskedFor(ctx, request) || tool.tradesLater !== undefined);
  if (mayWait) await authorized(ctx, tool);
  if (mayWait && (await waits(ctx, tool, input, request))) {
    const isShownInChat = request.caller.kind === "paired";
    const card = ctx.grant === undefined ? (request.card ?? []) : [];
    const offered = await offerChange(ctx, { tool, args: input, card, isShownInChat });
    if (!offered.ok) auditRefused(ctx, tool, offered);
    return { result: { tool: tool.name, ...chainSwitch, ...unwrap(signable(ctx, offered)) }, outcome: null };
  }
  // A read may start before ownership is known, as a plan may; a change of state waits for it.
  const started = tool.effect === "read" ? tool.run(ctx, input) : undefined;
  const read = started?.catch(() => undefined);
  if (tool.effect === "read" && tool.asksOwner) await read;
  if (!mayWait) await authorized(ctx, tool);
  const answer = unwrap(signable(ctx, noteCheck(ctx, "change", await (started ?? tool.run(ctx, input)))));
  return { result: { tool: tool.name, ...chainSwitch, ...answer }, outcome: null };
}

/** Not by its operator's own call. */
const isAskedFor = ({ grant }: ToolContext, { card, asks }: ToolRequest): boolean =>
  card !== undefined || asks !== undefined || grant !== undefined;

/** An agent's call by a grant, but for what its scope does by itself; a model proposed the change, or wrote what a person decides, or what has the agent wallet trade later. */
async function waits(ctx: ToolContext, tool: StateTool, input: Record<string, unknown>, request: ToolRequest) {
  const { args, card, asks } = request;
  // Of the changes there are, a freeze alone is a grant's own to make.
  if (card !== undefined || (ctx.grant !== undefined && tool.leastScope !== "trade")) return true;
  if (await waitsForFresh(ctx, tool, input, request)) return true;
  if (asks === undefined) return false;
  if (setsOwned(tool, args)) return true;
  if ((await tool.tradesLater?.(ctx, input)) !== true) return false;
  return asks === "always" || !isTrusted(await ctx.stored());
}

/** Whose operator approves by fresh signatures has none here for what then trades by itself (decision 572). A paired chat is the operator's. */
async function waitsForFresh(ctx: ToolContext, tool: StateTool, input: Record<string, unknown>, of: ToolRequest) {
  if (of.isApproved === true || of.caller.kind !== "outside" || tool.tradesLater === undefined) return false;
  return (await ctx.stored()).settings.approveWith === "fresh" && (await tool.tradesLater(ctx, input));
}

/**
 * It names one of its tool's `humanOwned` fields, or the tool loosens by itself. Not `autoExecute`: that the agent wallet trades is said by
 * mode, limits and header (decision 425). `args`: as written, for a default names nothing.
 */
const setsOwned = (tool: StateTool | TransactionTool, args: unknown): boolean =>
  (tool.effect === "state" && tool.loosens === true) ||
  (isObject(args) && (tool.humanOwned ?? []).some((name) => name !== "autoExecute" && args[name] !== undefined));

/** The operator has said beforehand that the agent wallet may send, and how much at most. */
const isTrusted = ({ settings, limits }: CallContext): boolean =>
  settings.execMode === "autonomous" && limits?.maxPerTransaction !== undefined && limits.maxPerDay !== undefined;

async function runTransaction(
  ctx: ToolContext,
  tool: TransactionTool,
  input: Record<string, unknown>,
  request: ToolRequest,
  chainSwitch: { chainSwitch?: number },
): Promise<ToolRun> {
  // Plans only read, so they may start before ownership is known; the refusals still come in order.
  const planned = planOf(ctx, tool, input);
  // Awaited below: keeps a failure from being reported as unhandled while ownership is checked.
  planned.catch(() => undefined);
  // The store is read beside the chain and the venue, not after them (docs/design.md, "Budgets").
  ctx.stored().catch(() => undefined);
  await authorized(ctx, tool);
  const isDelegatedCall = ctx.executionMode === "delegated";
  const stored = isDelegatedCall ? await ctx.stored() : undefined;
  const { card, asks } = request;
  const mustAsk =
    asks === "always" || isOwnersWord(ctx, tool, request) || (asks !== undefined && setsOwned(tool, request.args));
  const mustWait = async ({ limits }: CallContext) => setsUnnamedHook(await planned, limits);
  if (stored !== undefined && (card !== undefined || mustAsk || !isSent(stored, asks) || (await mustWait(stored)))) {
    const offered = await offer(ctx, tool, input, await planned, request);
    return { result: { tool: tool.name, ...chainSwitch, ...offered }, outcome: null };
  }
  // First: a node that fails must not keep a revocation from holding.
  if (tool.commit !== undefined && ctx.grant !== undefined) throw new Error("no grant changes what its owner set");
  const committed = ctx.executionMode === "manual" ? await tool.commit?.(ctx, input) : undefined;
  const plan = await planned;
  const outcome: ExecutionOutcome = plan.ok
    ? await executed(ctx, plan.value, request.purpose)
    : { status: "refused", refusal: plan };
  if (outcome.status === "refused" && outcome.intent === undefined && asksOwner(outcome.refusal)) {
    const offered = await offer(ctx, tool, input, plan, request);
    return { result: { tool: tool.name, ...chainSwitch, ...offered }, outcome: null };
  }
  const isRefused = outcome.status === "refused" || outcome.status === "reverted";
  // What was signed has its own terminal entry.
  if (isRefused && isDelegatedCall && outcome.intent === undefined) auditRefused(ctx, tool, outcome.refusal);
  if (isRefused) throw AppError.fromRefusal(withNote(withTextToSign(ctx, outcome.refusal), committed));
  const answer = answerOf(outcome, plan.ok ? plan.value : null);
  const message = [answer.message ?? "", ...(request.card ?? []), ...(committed === undefined ? [] : [committed])];
  return { result: { tool: tool.name, ...chainSwitch, ...answer, message: message.join("\n").trim() }, outcome };
}

const executed = (ctx: ToolContext, plan: Plan, purpose: Purpose): Promise<ExecutionOutcome> =>
  plan.kind === "owner" ? executeOwnerPlan(ctx, plan) : carryOut(ctx, plan, purpose);

/** By a grant: of `propose` everything, of `trade` what sets a field that a person owns or what no grant sends. */
const isOwnersWord = ({ grant }: ToolContext, tool: TransactionTool, { args }: ToolRequest): boolean =>
  grant !== undefined && (grant.scope !== "trade" || tool.waitsByGrant === true || setsOwned(tool, args));

/** Sent without another word: in autonomous mode; what a model wrote, only within limits. */
const isSent = (stored: CallContext, asks: ToolRequest["asks"]): boolean =>
  asks === undefined ? stored.settings.execMode === "autonomous" : isTrusted(stored);

/** For any signer, only that signer's own transactions: the rest is the vault owner's to want. */
async function planOf(ctx: ToolContext, tool: TransactionTool, input: Record<string, unknown>) {
  const plan = noteCheck(ctx, "plan", await tool.plan(ctx, input));
  if (plan.ok && plan.value.kind !== "owner" && isForAnySigner(tool))
    throw new Error(`${tool.name} plans what is its vault owner's, and is for any signer`);
  return plan;
}

/** Refused now, or written down for the operator's word. Nothing is signed for it. */
async function offer(
  ctx: ToolContext,
  tool: TransactionTool,
  args: Record<string, unknown>,
  plan: Awaited<ReturnType<TransactionTool["plan"]>>,
  { caller, asks, card = asks && [] }: ToolRequest,
): Promise<ToolResult> {
  const offered = plan.ok
    ? await offerOperation(ctx, {
        ...{ tool: tool.name, args, plan: plan.value, card: ctx.grant === undefined ? card : undefined },
        isShownInChat: caller.kind === "paired",
      })
    : plan;
  if (offered.ok) return offered.value;
  auditRefused(ctx, tool, offered);
  throw AppError.fromRefusal(withTextToSign(ctx, offered));
}

const signable = <T>(ctx: ToolContext, verdict: Verdict<T>): Verdict<T> =>
  verdict.ok ? verdict : withTextToSign(ctx, verdict);

/** A refusal after the service's own part took effect says so. */
const withNote = (refusal: Refusal, note: string | undefined): Refusal =>
  note === undefined ? refusal : { ...refusal, message: `${refusal.message} ${note}` };

/** 401 for a caller without credentials where they are needed, before anything is read for it. */
function requireIdentity(ctx: ToolContext, tool: Tool): void {
  if (ctx.operator !== undefined) return;
  if (ACCESS[tool.access].needsSignature) {
    throw new AppError(
      "auth_required",
      `${tool.name} needs operator authentication: send operatorAddress, authSignature and authTimestamp.`,
    );
  }
  if (tool.effect === "transaction" && ctx.executionMode === "delegated") {
    throw new AppError(
      "auth_required",
      "Delegated execution needs operator authentication: operatorAddress, authSignature and authTimestamp.",
    );
  }
}

const signatureNeeded = ({ name }: Tool): AppError =>
  new AppError(
    "auth_required",
    `Nothing was changed: ${name} needs your wallet's signature. Send it with operatorAddress, authSignature and authTimestamp.`,
  );

const notServed = ({ name, chain }: Tool): AppError =>
  new AppError(
    "chain_not_supported",
    `${name} is not served here: it acts on chain ${chain}, which this deployment does not serve. GET /api/tools says which tools are (served).`,
    { details: { tool: name, chainId: chain ?? null } },
  );

/** For any signer only what the store knows of the signature's form, and that the vault is one. */
async function authorized(ctx: ToolContext, tool: Tool): Promise<void> {
  if (tool.access === "anonymous" && ctx.operator === undefined) return;
  if (!isForAnySigner(tool)) return requireOwner(ctx);
  const [owner] = await Promise.all([ACCESS[tool.access].needsVault ? ctx.owner() : undefined, ctx.stored()]);
  if (owner !== undefined) unwrap(owner);
}

/** Its signer may be a stranger to the vault: then nothing is sent, kept or written down for it. */
const isForAnySigner = ({ access }: Tool): boolean => access === "signer" || access === "holder";

/** In the vault's audit log; its caller does not wait for that. */
function auditRefused(ctx: ToolContext, tool: Tool, refusal: Refusal): void {
  const { deps, chainId, vault, operator } = ctx;
  if (operator === undefined || isForAnySigner(tool)) return;
  const by = { actor: operator, grantId: ctx.grant?.id };
  const facts = { kind: "call_refused", ...by, tool: tool.name, refusal: auditRefusal(refusal) } as const;
  const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs(), chainId, vault, facts };
  deps.defer("audit_refusal", appendAudit.run(deps.redis, deps.keys, call));
}

/** Its venue's chain, the one it names as `chain`, or where something leaves for another chain, `sourceChain`. */
function chainOf(tool: Tool, input: Record<string, unknown>, fallback: ChainId): ChainId {
  if (tool.chain !== undefined) return tool.chain;
  const named = input.chain ?? input.sourceChain;
  return typeof named === "string" ? unwrap(parseChain(named, { withVenues: tool.alsoOnVenues === true })) : fallback;
}

function vaultOf(deps: Deps, { tool, vaultAddress, caller }: ToolRequest): Address | undefined {
  if (vaultAddress !== undefined) return unwrap(normalizeAddress(vaultAddress));
  const isOutside = caller.kind === "outside";
  const isOwners = isOutside && carriesProof(deps, caller.credentials) && !ACCESS[tool.access].needsSignature;
  const needed = ACCESS[tool.access].needsVault || !isOutside || isOwners;
  if (needed)
    throw new AppError("invalid_request", "The request is not valid. vaultAddress: this call needs a vault address.");
  return undefined;
}
