import type { Address } from "viem";
import type * as z from "zod";
import { type AgentGrant, GRANT_EXIT, type LeastScope } from "../../schemas/auth/agent-grant.ts";
import type { ChainId } from "../../schemas/chains.ts";
import { SETTINGS_DEFAULTS } from "../../schemas/vaults/operator-settings.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Actor } from "../context.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { AgentOfGrant, CallContext } from "../kinds/call-context.ts";
import type { DryRun, SeenFunds } from "../kinds/execution-context.ts";
import type { SwapBounds } from "../kinds/order-run.ts";
import type { Plan } from "../kinds/plan.ts";
import type { Verdict } from "../lib/verdict.ts";
import { clampSlippageBps } from "../shields/limit-amount.ts";
import type { Grounding } from "./grounding.ts";

/**
 * Context of a call. `operator` is verified for this vault and chain, or the verified signer for
 * access "signer" and "holder". `stored` (one store read) and `owner` (the registered one) are
 * shared.
 */
export type ToolContext = {
  deps: Deps;
  requestId: string;
  actor: Actor;
  operator: Address | undefined;
  /** Lets an agent call for the operator. */
  grant?: AgentGrant | undefined;
  /** Undefined without credentials. */
  signedForm: "plain" | "bound" | undefined;
  chainId: ChainId;
  /** The zero address where none was named. */
  vault: Address;
  stored: () => Promise<CallContext>;
  owner: () => Promise<Verdict<Address>>;
  executionMode: "manual" | "delegated";
  /** Chosen by the caller for this call. */
  slippageBps: number | undefined;
  /** Venues with calls left when the call began; undefined: uncounted. */
  freeVenues?: readonly VenueId[] | undefined;
  /** Amount of an order's slice, fixed when the order was made; replaces the argument. */
  amountBase: bigint | undefined;
  /** Present where the call's means are told. */
  seen?: SeenFunds | undefined;
  /** Tokens that an approved card names for this call or order. */
  names?: readonly Address[] | undefined;
  /** Present in a try for a card, whose approval names these tokens. */
  offered?: { unnamed: Address[] } | undefined;
  /** Present where deps write nothing. */
  dryRun?: DryRun | undefined;

  /** Bounds that an order sets for its slice. */
  bounds?: SwapBounds | undefined;
};

/**
 * Whose positions a view reads. What a vault's contract names is asked once `owned` is resolved.
 */
export type ViewedVault = Pick<ToolContext, "deps" | "vault" | "chainId"> & {
  owned?: Promise<unknown>;
};

/** `data` is required where some field always is; the typed client relies on it. */
export type ToolAnswer<Data = Record<string, unknown>> = {
  message: string;
  suggestions?: string[];
  chainSwitch?: number;
} & (Record<string, never> extends Data ? { data?: Data } : { data: Data });

type Shape = z.ZodObject;
/** A tool's description lives in its own file alone (decision D71). */
type Common<N extends string, I extends Shape, O extends Shape> = {
  name: N;
  aliases?: readonly string[];
  description: string;
  /** Heading of the catalog; decides nothing. */
  category: string;
  access: Access;
  /**
   * Least scope of a grant that may call it. Changes then wait for the owner, unless `trade` and
   * the owner's mode send them.
   */
  leastScope: LeastScope;
  /** No grant sends it by itself: a grant's limit does not count all that it does. */
  waitsByGrant?: true;
  /**
   * Patterns of asking for it (src/chat/reader/pattern.ts), its plain command first: places are
   * arguments, each with the arguments that the words alone imply. Chain and venue may stand with
   * any.
   */
  says?: readonly (string | readonly [string, Readonly<Record<string, unknown>>])[];
  /** Its venue's chain, whatever the request names. */
  chain?: ChainId;
  /** Its argument `chain` may name a venue's chain (decision D1). */
  alsoOnVenues?: true;
  /** Its `chain` is a subject; the call stays on the request's. */
  staysOnChain?: true;
  input: I;
  example: z.input<I>;
  /**
   * Hidden from models. A name that sounds like one (src/chat/is-human-owned.ts) has to be here.
   */
  humanOwned?: readonly (keyof z.input<I> & string)[];
  /** True where the call asks all venues, whose calls are then counted. */
  asksVenues?(args: Readonly<Record<string, unknown>>): boolean;
  /** Schema of `data`, made on use so that no call waits for it. */
  output: () => O;
};

/** Replaces a description that names fields hidden from models. */
type Seen = { description?: string };
/** MCP's hint, by default the careful value. `false`: neither chain nor venue is asked. */
type OpenWorld = { openWorld?: false };
type Changing = {
  /** A paired chat has no signature: who holds the wallet changes what loosens (decision D60). */
  needsSignature: boolean;
  /** A model may ask only what the operator's own words said. */
  model: "hidden" | (Seen & { grounding: Grounding });
  /** `destructive: false` only tightens, or is undone at no loss. `idempotent`: twice is once. */
  hints?: OpenWorld & { destructive?: false; idempotent?: true };
};

type ReadTool<N extends string = string, I extends Shape = Shape, O extends Shape = Shape> = Common<
  N,
  I,
  O
> & {
  effect: "read";
  model: "hidden" | "shown" | Seen;
  hints?: OpenWorld;
  /** Needs the store first and reads the owner itself, by which ownership is judged. */
  asksOwner?: true;
  run(ctx: ToolContext, input: z.infer<I>): Promise<Verdict<ToolAnswer<z.input<O>>>>;
};

/** Never returns a transaction. */
export type StateTool<
  N extends string = string,
  I extends Shape = Shape,
  O extends Shape = Shape,
> = Common<N, I, O> &
  Changing & {
    effect: "state";
    access: Exclude<Access, "signer" | "holder">;
    /**
     * True where the agent wallet then trades later without another word: a model's call waits for
     * its operator. Only reads.
     */
    tradesLater?(ctx: ToolContext, input: z.infer<I>): boolean | Promise<boolean>;
    /**
     * Whether it is about an order of the calling grant's own, which that makes or stops without
     * its owner's word. Only reads.
     */
    ownOfGrant?(ctx: ToolContext, input: z.infer<I>): boolean | Promise<boolean>;
    /** Loosens protection: a model's call waits for its operator. */
    loosens?: true;
    /** Foresight for a dry run: only reads, and leaves out what it cannot. */
    foresee?(ctx: ToolContext, data: z.input<O>): Promise<Record<string, unknown>>;
    run(ctx: ToolContext, input: z.infer<I>): Promise<Verdict<ToolAnswer<z.input<O>>>>;
  };

/** run-tool.ts alone makes a transaction of its plan, behind the shields. */
export type TransactionTool<
  N extends string = string,
  I extends Shape = Shape,
  O extends Shape = Shape,
> = Common<N, I, O> &
  Changing & {
    effect: "transaction";
    /** Only the owner can send it: a chat hands it out unsigned in every mode. */
    ownerOnly?: true;
    plan(ctx: ToolContext, input: z.infer<I>): Promise<Verdict<Plan>>;
    /** Changes our own state once the caller is known, and says what it did. */
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

/** Common parts of tools: calls that leave the vault behind the shields, and reads. */
export const vaultCall = {
  access: "vault",
  leastScope: "propose",
  effect: "transaction",
  needsSignature: false,
} as const;
export const ownWalletCall = {
  category: "Vault Management",
  leastScope: "owner",
  effect: "transaction",
  ownerOnly: true,
  needsSignature: false,
  hints: { destructive: false },
} as const;
export const vaultRead = {
  access: "vault",
  leastScope: "read",
  effect: "read",
  model: "shown",
} as const;
export const openRead = { ...vaultRead, access: "anonymous" } as const;

/**
 * Callers. vault: any; operator: the vault's verified owner; signer: a good signature, no vault yet
 * (decision D3); holder: vault and good signature, planned for the signer's own wallet.
 */
type Access = keyof typeof ACCESS;

export const ACCESS = {
  anonymous: { needsVault: false, needsSignature: false, who: "anyone" },
  vault: { needsVault: true, needsSignature: false, who: "vault" },
  operator: { needsVault: true, needsSignature: true, who: "operator" },
  signer: { needsVault: false, needsSignature: true, who: "signed" },
  holder: { needsVault: true, needsSignature: true, who: "signed, vault" },
} as const;

/** @throws auth_required; run-tool refuses earlier, so no tool acts without an operator */
export function operatorOf(ctx: ToolContext): Address {
  if (ctx.operator === undefined)
    throw new AppError("auth_required", "Operator authentication is needed.");
  return ctx.operator;
}

/** As whom a tool reads the store: the owner, or an agent, which sees of operations its own alone. */
export function readsAs(ctx: ToolContext): { operator: Address } | { by: AgentOfGrant } {
  const { grant, deps } = ctx;
  if (grant === undefined) return { operator: operatorOf(ctx) };
  const token = deps.grant?.token;
  return { by: { id: grant.id, ...(token === undefined ? { agent: grant.agent } : { token }) } };
}

/**
 * Slippage of the caller, else of a verified operator's settings, else the default (decision D3).
 */
export async function slippageOf(
  ctx: ToolContext,
  defaultBps: number = SETTINGS_DEFAULTS.slippageBps,
): Promise<number> {
  if (ctx.slippageBps !== undefined) return clampSlippageBps(ctx.slippageBps);
  if (ctx.operator === undefined) return defaultBps;
  return clampSlippageBps((await ctx.stored()).settings.slippageBps ?? defaultBps);
}

/** Default slippage of a way out, which leaves an agent's grant room for a mark that moves. */
export const exitDefaultBps = ({ grant }: Pick<ToolContext, "grant">): number =>
  grant?.scope === "trade" ? GRANT_EXIT.defaultSlippageBps : SETTINGS_DEFAULTS.slippageBps;

/**
 * True for reads and self-signed transactions that need no signature and change nothing of ours
 * (decision D13).
 */
export const isForGet = (tool: Tool): boolean =>
  !ACCESS[tool.access].needsSignature &&
  (tool.effect === "read" || (tool.effect === "transaction" && tool.commit === undefined));
