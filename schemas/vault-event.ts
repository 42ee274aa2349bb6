import * as z from "zod";
import { grantId, namedGrant } from "./agent-grant.ts";
import { attemptStatus } from "./attempt.ts";
import { everyChainId } from "./chains.ts";
import { operationId } from "./operation.ts";
import { hexHash, unixMs } from "./primitives.ts";

const common = { timestamp: unixMs, chainId: everyChainId };

/** A kept event of a vault beside its orders. Scripts add the time. */
export const vaultEvent = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("operation"),
    ...common,
    operationId,
    /** It waits for its operator's word, was approved or rejected, or was answered too late. */
    how: z.enum(["opened", "approved", "rejected", "expired"]),
    tool: z.string(),
    description: z.string(),
    /** By which it was asked for. */
    grant: namedGrant.optional(),
  }),
  z.object({
    type: z.literal("freeze"),
    ...common,
    frozen: z.boolean(),
    /**
     * `forgotten`: its agent sent what the service does not remember; `reorg`: the chain took back
     * what was counted; `agent`: by its `grant`.
     */
    by: z.enum(["operator", "agent", "forgotten", "reorg"]),
    grant: namedGrant.optional(),
  }),
  z.object({
    type: z.literal("pairing"),
    ...common,
    channel: z.string(),
    /** false: its pairing ended. */
    paired: z.boolean(),
  }),
  z.object({
    type: z.literal("call"),
    ...common,
    /** An unsent transaction is no event. */
    status: attemptStatus.extract(["confirmed", "reverted", "replaced"]),
    hash: hexHash,
    /** Swapped amounts in whole tokens with symbols; absent: no swap, or an unreadable receipt. */
    sold: z.string().optional(),
    bought: z.string().optional(),
    error: z.string().optional(),
    /** By which it was called. */
    grantId: grantId.optional(),
  }),
]);
export type VaultEvent = z.infer<typeof vaultEvent>;
