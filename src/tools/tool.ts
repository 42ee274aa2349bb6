import type { Address } from "viem";
import type * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import type { VenueId } from "../../schemas/venue-ids.ts";
import type { Actor } from "../context.ts";
import type { Deps } from "../deps.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { DryRun } from "../pipeline/dry-run.ts";
import type { Plan } from "../pipeline/plan.ts";
import type { SeenFunds } from "../pipeline/seen-funds.ts";
import type { SwapBounds } from "../pipeline/swap-bounds.ts";
import type { CallContext } from "../store/vaults/call-context.ts";
import type { Access } from "./access.ts";
import type { Grounding } from "./grounding.ts";

/**
 * What a tool may see. `operator` is set only when it was verified for this vault on this chain; of a tool for any signer (access "signer"
 * or "holder") it is the verified signer. `stored` is the one
 * read of the store that a call makes, `owner` the vault's registered owner; both are shared by all that await them.
 */
export type ToolContext = {
  deps: Deps;
  requestId: string;
  actor: Actor;
  operator: Address | undefined;
  /** The form of the operator message that was signed; undefined without credentials. */
  signedForm: "plain" | "bound" | undefined;
  chainId: ChainId;
  /** The zero address when the caller named none: tools that need no vault only. */
  vault: Address;
  stored: () => Promise<CallContext>;
  owner: () => Promise<Verdict<Address>>;
  executionMode: "manual" | "delegated";
  /** What the caller chose for this one call. */
  slippageBps: number | undefined;
  /** Venues that had calls left when the call began; undefined: nobody counted. */
  freeVenues?: readonly VenueId[] | undefined;
  /** The exact amount in base units, in place of the arguments' text: of an order's slice, fixed when its order was made. */
  amountBase: bigint | undefined;
  /** Present where somebody wants to know what the call saw of its means. */
  seen?: SeenFunds | undefined;
  /** Tokens that an approved card named for this one call or order. */
  names?: readonly Address[] | undefined;
  /** Present where this is tried for a card: takes the tokens that nobody named, which the card then shows and its approval names. */
  offered?: { unnamed: Address[] } | undefined;
  /** Present in a dry run. A tool does as ever: its deps write nothing. */
  dryRun?: DryRun | undefined;

  /** Of an order's slice: what the order sets for it. */
  bounds?: SwapBounds | undefined;
};

/** What has fields that are always there is always answered: the typed client says so. */
export type ToolAnswer<Data = Record<string, unknown>> = {
  message: string;
  suggestions?: string[];
  chainSwitch?: number;
} & (Record<string, never> extends Data ? { data?: Data } : { data: Data });

type Shape = z.ZodObject;
/** What every tool says of itself, and no other file says for it (decision 200). */
type Common<N extends string, I extends Shape, O extends Shape> = {
  name: N;
  aliases?: readonly string[];
  description: string;
  /** A heading of the catalog. Nothing is decided by it. */
  category: string;
  access: Access;
  /**
   * How it is asked for in words, its plain command first: patterns (src/chat/reader/pattern.ts) whose places are named as the arguments that they fill, each
   * with the arguments that its words alone say. Where and by which venue may be said with any of them.
   */
  says?: readonly (string | readonly [string, Readonly<Record<string, unknown>>])[];
  /** The chain it acts on, whichever the request names: that of the venue which it is for. */
  chain?: ChainId;
  /** Its argument `chain` may name the chain of a venue as well (decision 284). */
  alsoOnVenues?: true;
  /** Its `chain` is what it talks about, not where it acts: the call stays on the request's chain. */
  staysOnChain?: true;
  input: I;
  example: z.input<I>;
  /** Fields of `input` that no model sees or sets. A name that sounds like one (src/chat/is-human-owned.ts) has to be here. */
  humanOwned?: readonly (keyof z.input<I> & string)[];
  /** Whether a call with such arguments asks all venues for the best price: their calls are then counted when it begins. */
  asksVenues?(args: Readonly<Record<string, unknown>>): boolean;
  /** The answer's `data`, where there is any: made on use, because no call waits for it. */
  output: () => O;
};

/** Shown to a model, in these words where the tool's own name fields that a model does not have. */
type Seen = { description?: string };
/** A hint of MCP for its clients before a call; left out, the careful value stands. `false`: from our own records, no chain's state, no venue. */
type OpenWorld = { openWorld?: false };
type Changing = {
  /** Whether a paired chat, which brings no signature, is refused: what loosens a limit is changed by who holds the wallet (decision 133). */
  needsSignature: boolean;
  /** A model that sees it may ask for it, once the operator's own words have said the same. */
  model: "hidden" | (Seen & { grounding: Grounding });
  /** `destructive: false`: it only tightens, or is taken back at no loss. `idempotent: true`: twice is once. */
  hints?: OpenWorld & { destructive?: false; idempotent?: true };
};

/** Only looks. */
export type ReadTool<N extends string = string, I extends Shape = Shape, O extends Shape = Shape> = Common<N, I, O> & {
  effect: "read";
  model: "hidden" | "shown" | Seen;
  hints?: OpenWorld;
  /** It needs the store before the chain, and reads who owns the vault in the same request: ownership is judged once it has read. */
  asksOwner?: true;
  run(ctx: ToolContext, input: z.infer<I>): Promise<Verdict<ToolAnswer<z.input<O>>>>;
};

/** Changes the service's own state; never returns a transaction. */
export type StateTool<N extends string = string, I extends Shape = Shape, O extends Shape = Shape> = Common<N, I, O> &
  Changing & {
    effect: "state";
    access: Exclude<Access, "signer" | "holder">;
    /**
     * Whether this very call has the agent wallet trade later, without another word: an order that executes by itself, or an edit that lets one
     * trade more. Where words are a model's, it then waits for its operator's. Only reads. Default: it does not.
     */
    tradesLater?(ctx: ToolContext, input: z.infer<I>): boolean | Promise<boolean>;
    /** Any call of it loosens what protects the vault, whatever its arguments: where they are a model's, it waits for its operator's word. */
    loosens?: true;
    /** What a dry run tells beside the answer of `run`; it only reads, and what it cannot read it leaves out. */
    foresee?(ctx: ToolContext, data: z.input<O>): Promise<Record<string, unknown>>;
    run(ctx: ToolContext, input: z.infer<I>): Promise<Verdict<ToolAnswer<z.input<O>>>>;
  };

/** Says as data what it intends; only run-tool.ts can make a transaction of it, behind the shields. */
export type TransactionTool<N extends string = string, I extends Shape = Shape, O extends Shape = Shape> = Common<
  N,
  I,
  O
> &
  Changing & {
    effect: "transaction";
    /** Only the vault's owner can send what it plans: a chat gives it unsigned, whatever mode was requested. */
    ownerOnly?: true;
    plan(ctx: ToolContext, input: z.infer<I>): Promise<Verdict<Plan>>;
    /** A change of the service's own state that goes with the transaction, made as soon as the caller is known; says what it did. */
    commit?(ctx: ToolContext, input: z.infer<I>): Promise<string>;
  };

export type Tool = ReadTool | StateTool | TransactionTool;

/** Keeps a tool's types tied to its name, its input and its output; refuses a part that no code reads. */
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
