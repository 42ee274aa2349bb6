import * as z from "zod";
import type { NamedGrant } from "./agent-grant.ts";
import type { ChainId } from "./chains.ts";
import { kindOfOrder } from "./kind-of-order.ts";
import { ORDER_KINDS } from "./order-kinds.ts";
import type { OrderWaiting } from "./order-waiting.ts";
import type { hexAddress } from "./primitives.ts";

type Address = z.infer<typeof hexAddress>;

/** Fields of every kind of order (kind-of-order.ts), by which schedule, attempts and limits go. */
export type AnyOrder = {
  id: number;
  chainId: ChainId;
  vaultAddress: Address;
  operatorAddress: Address;
  /** True while it may run and counts against limits. */
  active: boolean;
  /** `active` and `pending_confirmation` of one that runs; other words are its kind's. */
  status: string;
  createdAt: number;
  lastExecution?: number | undefined;
  completedAt?: number | undefined;
  consecutiveFailures: number;
  lastError?: string | undefined;
  /** Numbers the attempts of its next run. */
  attemptsOfSlice: number;
  /** Id of the attempt whose outcome is not known yet. */
  pendingAttempt?: string | undefined;
  /** The first ms at which it is over. */
  expiresAt?: number | undefined;
  waiting?: OrderWaiting | undefined;
  /** The grant by which an agent made it. Absent: it is its owner's. */
  grant?: NamedGrant | undefined;
};

/** A record as its kind's schema reads it; what names no kind of the list is none. */
export const anyOrder = z.unknown().transform((value, context): AnyOrder => {
  const kinds: Readonly<Record<string, { record: z.ZodType<AnyOrder> }>> = ORDER_KINDS;
  const kind = typeof value === "object" && value !== null ? kindOfOrder(value) : "";
  const read = Object.hasOwn(kinds, kind) ? kinds[kind]?.record.safeParse(value) : undefined;
  if (read?.success) return read.data;
  context.addIssue({
    code: "custom",
    message: read?.error.message ?? "is no order of a kind that there is",
  });
  return z.NEVER;
});
