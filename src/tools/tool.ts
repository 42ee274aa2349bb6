import type { Address } from "viem";
import type * as z from "zod";
import type { AgentGrant, LeastScope } from "../../schemas/agent-grant.ts";
import type { ChainId } from "../../schemas/chains.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Actor } from "../context.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { CallContext } from "../kinds/call-context.ts";
import type { DryRun, SeenFunds } from "../kinds/execution-context.ts";
import type { SwapBounds } from "../kinds/order-run.ts";
import type { Plan } from "../kinds/plan.ts";
import type { Verdict } from "../lib/verdict.ts";
import { clampSlippageBps } from "../shields/limit-amount.ts";
import type { Grounding } from "./grounding.ts";

/**
 * What a tool may see. `operator`: verified for this vault on this chain; for access "signer" or "holder" the verified signer. `stored`, the
 * one read of the store, and `owner`, the registered one, are shared by all that await them.
 */
export type ToolContext = {
  deps: Deps;
  requestId: string;
  actor: Actor;
  operator: Address | undefined;
  /** By which an agent calls for the operator. */
  grant?: AgentGrant | undefined;
  /** Undefined without credentials. */
  signedForm: "plain" | "bound" | undefined;
  chainId: ChainId;
  /** The zero address when none was named. */
  vault: Address;
  stored: () => Promise<CallContext>;
  owner: () => Promise<Verdict<Address>>;
  executionMode: "manual" | "delegated";
  /** What the caller chose for this one call. */
  slippageBps: number | undefined;
  /** With calls left when the call began; undefined: nobody counted. */
  freeVenues?: readonly VenueId[] | undefined;
  /** In place of the arguments' text: of an order's slice, fixed when it was made. */
  amountBase: bigint | undefined;
  /** Present where the call's means are to be told. */
  seen?: SeenFunds | undefined;
  /** By an approved card, for this one call or order. */
  names?: readonly Address[] | undefined;
  /** Present where this is tried for a card, which shows these tokens and whose approval names them. */
  offered?: { unnamed: Address[] } | undefined;
  /** Its deps write nothing; a tool does as ever. */
  dryRun?: DryRun | undefined;

  /** Of an order's slice: what the order sets for it. */
  bounds?: SwapBounds | undefined;
};

/** Fields that are always there make `data` so: the typed client says it. */
export type ToolAnswer<Data = Record<string, unknown>> = {
  message: string;
  suggestions?: string[];
  chainSwitch?: number;
} & (Record<string, never> extends Data ? { data?: Data } : { data: Data });

type Shape = z.ZodObject;
/** No other file says it (decision 200). */
type Common<N extends string, I extends Shape, O extends Shape> = {
  name: N;
  aliases?: readonly string[];
  description: string;
  /** A heading of the catalog. Nothing is decided by it. */
  category: string;
  access: Access;
  /** Of an agent's grant, to call it at all. What such a call changes waits for the owner, but for `trade` what the owner's mode sends. */
  leastScope: LeastScope;
  /** No grant sends it by itself: what it does is more than the amounts say that a grant's limit counts. */
  waitsByGrant?: true;
  /**
   * How it is asked for in words, its plain command first: patterns (src/chat/reader/pattern.ts) whose places are named as the arguments that they fill, each
   * with the arguments that its words alone say. Where and by which venue may be said with any of them.
   */
  says?: readonly (string | readonly [string, Readonly<Record<string, unknown>>])[];
  /** Whichever the request names: that of its venue. */
  chain?: ChainId;
  /** Its argument `chain` may be a venue's as well (decision 284). */
  alsoOnVenues?: true;
  /** Its `chain` is what it talks about: the call stays on the request's. */
  staysOnChain?: true;
  input: I;
  example: z.input<I>;
  /** No model sees or sets these. A name that sounds like one (src/chat/is-human-owned.ts) has to be here. */
  humanOwned?: readonly (keyof z.input<I> & string)[];
  /** Whether the call asks all venues: their calls are then counted when it begins. */
  asksVenues?(args: Readonly<Record<string, unknown>>): boolean;
  /** The answer's `data`, made on use: no call waits for it. */
  output: () => O;
};

/** In these words where the tool's own name fields that a model does not have. */
type Seen = { description?: string };
/** MCP's hint; left out, the careful value stands. `false`: from our own records, no chain's state, no venue. */
type OpenWorld = { openWorld?: false };
type Changing = {
  /** A paired chat brings no signature: what loosens is changed by who holds the wallet (decision 133). */
  needsSignature: boolean;
  /** A model may ask once the operator's own words have said the same. */
  model: "hidden" | (Seen & { grounding: Grounding });
  /** `destructive: false`: only tightens, or is taken back at no loss. `idempotent: true`: twice is once. */
  hints?: OpenWorld & { destructive?: false; idempotent?: true };
};

/** Only looks. */
type ReadTool<N extends string = string, I extends Shape = Shape, O extends Shape = Shape> = Common<N, I, O> & {
  effect: "read";
  model: "hidden" | "shown" | Seen;
  hints?: OpenWorld;
  /** It needs the store first, and reads the owner in its own request, by which ownership is then judged. */
  asksOwner?: true;
  run(ctx: ToolContext, input: z.infer<I>): Promise<Verdict<ToolAnswer<z.input<O>>>>;
};

/** Never returns a transaction. */
export type StateTool<N extends string = string, I extends Shape = Shape, O extends Shape = Shape> = Common<N, I, O> &
  Changing & {
    effect: "state";
    access: Exclude<Access, "signer" | "holder">;
    /**
     * Whether the agent wallet then trades later without another word. Where words are a model's, it waits for its operator's. Only reads.
     * Default: no.
     */
    tradesLater?(ctx: ToolContext, input: z.infer<I>): boolean | Promise<boolean>;
    /** Whether it is about an order of the calling grant's own, which that makes or stops without its owner's word. Only reads. Default: no. */
    ownOfGrant?(ctx: ToolContext, input: z.infer<I>): boolean | Promise<boolean>;
    /** Loosens what protects the vault: a model's call waits for its operator's word. */
    loosens?: true;
    /** Only reads, and leaves out what it cannot. */
    foresee?(ctx: ToolContext, data: z.input<O>): Promise<Record<string, unknown>>;
    run(ctx: ToolContext, input: z.infer<I>): Promise<Verdict<ToolAnswer<z.input<O>>>>;
  };

/** Only run-tool.ts can make a transaction of what it intends, behind the shields. */
export type TransactionTool<N extends string = string, I extends Shape = Shape, O extends Shape = Shape> = Common<
  N,
  I,
  O
> &
  Changing & {
    effect: "transaction";
    /** Only the owner can send it: a chat gives it unsigned, whatever the mode. */
    ownerOnly?: true;
    plan(ctx: ToolContext, input: z.infer<I>): Promise<Verdict<Plan>>;
    /** A change of our own state, made once the caller is known; says what it did. */
    commit?(ctx: ToolContext, input: z.infer<I>): Promise<string>;
  };

export type Tool = ReadTool | StateTool | TransactionTool;

/** Ties types to name, input and output; refuses a part that no code reads. */
export function defineTool<const N extends string, I extends Shape, O extends Shape>(
  tool: ReadTool<N, I, O>,
): ReadTool<N, I, O>;
export function defineTool<const N extends string, I extends Shape, O extends Shape>(
  tool: StateTool<N, I, O>,
): StateTool<N, I, O>;
export function defineTool<const N extends string, I extends Shape, O extends Shape>(
  tool: TransactionTool<N, I, O>,
): TransactionTool<N, I, O>;
export function defineTool(tool: Tool): Tool {
  return tool;
}

/**
 * Who may call a tool. vault: any caller; operator: its verified owner; signer: a good signature, no vault yet (decision 19); holder: a
 * vault and a good signature, whoever owns it: the plan is for the signer's own wallet.
 */
type Access = keyof typeof ACCESS;

export const ACCESS = {
  anonymous: { needsVault: false, needsSignature: false, who: "anyone" },
  vault: { needsVault: true, needsSignature: false, who: "vault" },
  operator: { needsVault: true, needsSignature: true, who: "operator" },
  signer: { needsVault: false, needsSignature: true, who: "signed" },
  holder: { needsVault: true, needsSignature: true, who: "signed, vault" },
} as const;

/** @throws auth_required: run-tool refuses earlier, this keeps a tool from ever acting without an operator */
export function operatorOf(ctx: ToolContext): Address {
  if (ctx.operator === undefined) throw new AppError("auth_required", "Operator authentication is needed.");
  return ctx.operator;
}

/** The caller's own, else a verified operator's setting, else the default (decision 17). Never an argument. */
export async function slippageOf(ctx: ToolContext): Promise<number> {
  if (ctx.slippageBps !== undefined) return clampSlippageBps(ctx.slippageBps);
  if (ctx.operator === undefined) return SETTINGS_DEFAULTS.slippageBps;
  return clampSlippageBps((await ctx.stored()).settings.slippageBps ?? SETTINGS_DEFAULTS.slippageBps);
}

/** A read, or a transaction to sign oneself, that needs nobody's signature and changes nothing of ours (decision 379). */
export const isForGet = (tool: Tool): boolean =>
  !ACCESS[tool.access].needsSignature &&
  (tool.effect === "read" || (tool.effect === "transaction" && tool.commit === undefined));
