import type { Address } from "viem";
import type { AnyOrder } from "../../schemas/any-order.ts";
import type { ChainId } from "../../schemas/chains.ts";
import type { Refusal } from "../lib/verdict.ts";
import type { ClaimedOrder } from "./call-context.ts";
import type { ExecutionOutcome } from "./execution-outcome.ts";
import type { OrderResult } from "./order-result.ts";
import type { SwapBounds } from "./swap-bounds.ts";

/**
 * `idle`: nothing to send, for the reason found. `written`: written down already. `expired`: its order's end has come. `ending`: it comes
 * before a transaction could be mined. `not_started`: its order's start has not come.
 */
export type OrderRun =
  | ExecutionOutcome
  | { status: "idle"; found: string }
  | { status: "written" }
  | { status: "expired" }
  | { status: "ending" }
  | { status: "not_started" };

/** One that has ended, and is not written down yet. */
export type EndedRun = Exclude<OrderRun, { status: "pending" | "written" }>;

/** Through the pipeline of every other door, with the settings of `chainId`. */
export type OrderCall = {
  requestId: string;
  /** Its name. */
  tool: string;
  args: unknown;
  /** Need not be the order's own. */
  chainId: ChainId;
  /** What is stored of the vault on that chain, by whose settings it is sent. */
  context: ClaimedOrder["context"];
  executionMode: "manual" | "delegated";
  /** Base units, as the order fixed them. */
  amountBase: bigint;
  bounds?: SwapBounds;
  /** Tokens that an approved card named for this order. */
  names?: readonly Address[] | undefined;
  sliceNumber: number;
  attemptId: string;
  /** Written with the intent, so that its outcome, whenever it comes, cannot shift the pace. */
  attempted: { lastExecution: number } & Readonly<Record<string, unknown>>;
};

/** Why it does not become another: what its script refuses with. */
export type BecomeOrderRefusal = "order_not_active" | "lease_lost" | "vault_frozen" | "vault_limit" | "operator_limit";

/**
 * One script ends the one and creates the other. Where `numberField` of the ended one, of its event and of its notifications is 0, the new
 * order's number is written.
 */
export type Becoming = {
  ended: OrderResult;
  opens: Omit<AnyOrder, "id">;
  numberField: string;
  refusalOf(code: BecomeOrderRefusal, active: number): Refusal;
};

/** What an order has to do now, as its kind decides. */
export type OrderDecision =
  | { kind: "ends"; run: EndedRun }
  | { kind: "calls"; call: OrderCall }
  | { kind: "becomes"; becoming: Becoming };
