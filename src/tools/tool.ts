import type { Address } from "viem";
import type * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import type { Actor } from "../context.ts";
import type { Deps } from "../deps.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { CallPlan, SwapPlan } from "../pipeline/plan.ts";
import type { CallContext } from "../store/vaults/call-context.ts";

/**
 * What a tool may see. `operator` is set only when it was verified for this vault on this chain. `stored` is the one
 * read of the store that a call makes, `owner` the vault's registered owner; both are shared by whoever awaits them.
 */
export type ToolContext = {
  deps: Deps;
  requestId: string;
  actor: Actor;
  operator: Address | undefined;
  /** The form of the operator message that was signed; undefined without credentials. */
  signedForm: "plain" | "bound" | undefined;
  chainId: ChainId;
  /** The zero address when the caller named none: tools with access "anonymous" only. */
  vault: Address;
  stored: () => Promise<CallContext>;
  owner: () => Promise<Verdict<Address>>;
  executionMode: "manual" | "delegated";
  /** What the caller chose for this one call. */
  slippageBps: number | undefined;
  /** The exact amount in base units, in place of the arguments' text: the schedule's, fixed when its order was made. */
  amountBase: bigint | undefined;
};

export type ToolAnswer = {
  message: string;
  suggestions?: string[];
  chainSwitch?: number;
  data?: Record<string, unknown>;
};

type Shape = z.ZodObject;
type Common<I extends Shape> = {
  name: string;
  aliases?: readonly string[];
  description: string;
  category: string;
  /** anonymous: no vault needed. vault: a vault, anybody. operator: its verified owner. */
  access: "anonymous" | "vault" | "operator";
  /** Its `chain` is what it talks about, not where it acts: the call stays on the request's chain. */
  staysOnChain?: true;
  input: I;
  example: z.input<I>;
};

/** Reads, or changes the service's own state; never returns a transaction. */
export type AnswerTool<I extends Shape = Shape> = Common<I> & {
  effect: "read" | "state";
  run(ctx: ToolContext, input: z.infer<I>): Promise<Verdict<ToolAnswer>>;
};

/** Says as data what it intends; only run-tool.ts can make a transaction of it, behind the shields. */
export type TransactionTool<I extends Shape = Shape> = Common<I> & {
  effect: "transaction";
  plan(ctx: ToolContext, input: z.infer<I>): Promise<Verdict<SwapPlan | CallPlan>>;
  /** A change of the service's own state that goes with the transaction, made as soon as the caller is known; says what it did. */
  commit?(ctx: ToolContext, input: z.infer<I>): Promise<string>;
};

export type Tool = AnswerTool | TransactionTool;

/** Keeps a tool's types tied to its input schema. */
export const defineTool = <I extends Shape, T extends AnswerTool<I> | TransactionTool<I>>(tool: T & { input: I }): T =>
  tool;
