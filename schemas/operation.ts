import * as z from "zod";
import { namedGrant } from "./agent-grant.ts";
import { attemptSwap } from "./attempt.ts";
import { everyChainId } from "./chains.ts";
import { operatorAuthAnywhere } from "./operator-auth-anywhere.ts";
import { baseUnits, hexAddress, hexData, unixMs } from "./primitives.ts";
import { swapMeta } from "./unsigned-transaction.ts";
import { venueId } from "./venue-ids.ts";

/** Time to approve an operation, below the five minutes of its calldata (decision D17). */
export const OPERATION_TTL_MS = 180_000;
/**
 * The same for a change of the service's own state: it has no calldata and no price that grow old.
 */
export const CHANGE_TTL_MS = 600_000;

/** 128 random bits. It fits a button of the messaging channel (src/telegram/order-button.ts). */
export const operationId = z.string().regex(/^[A-Za-z0-9_-]{1,55}$/, "must be an operation's id");

/**
 * `open` waits for its operator; `approved` is claimed and not sent yet; `done` was sent or refused
 * for good.
 */
export const operationStatus = z.enum(["open", "approved", "rejected", "done"]);

const token = z.object({ address: hexAddress, symbol: z.string(), decimals: z.int() });

/**
 * The quote as it was shown: what the Swap Shield and the check of the calldata are made with once
 * more.
 */
export const operationQuote = z.object({
  venue: venueId,
  tokenIn: token,
  tokenOut: token,
  mode: z.enum(["exactIn", "exactOut"]),
  amountBase: baseUnits,
  slippageBps: z.int(),
  amountInBase: baseUnits,
  amountOutBase: baseUnits,
  /** Least that must arrive (exactIn), or most that may leave (exactOut). */
  limitBase: baseUnits,
});

const common = {
  id: operationId,
  vault: hexAddress,
  chainId: everyChainId,
  operator: hexAddress,
  /** The asking agent's grant; its own word approves nothing. */
  grant: namedGrant.optional(),
  tool: z.string(),
  arguments: z.record(z.string(), z.unknown()),
  /**
   * SHA-256 in hex of what is approved, which the audit log names: of `data` in lower case, of a
   * change its tool and arguments as canonical JSON.
   */
  dataHash: z.string(),
  /** Its meaning in words. */
  description: z.string(),
  /** Text shown to the caller: meaning, shield figures, expiry. */
  message: z.string(),
  /**
   * Tokens that nobody had named, which the card shows by address with a warning: its approval
   * names them for this alone.
   */
  names: z.array(hexAddress).optional(),
  createdAtMs: unixMs,
  /** The first ms at which it can no longer be approved. */
  expiresAtMs: unixMs,
};

/** A transaction that waits for its operator's word. Only this calldata is ever sent for it. */
export const callOperation = z.object({
  ...common,
  data: hexData,
  deadlineSec: z.int().optional(),
  /** null: the vault's own method (wrap, unwrap), no venue. */
  quote: operationQuote.nullable(),
  swap: attemptSwap.nullable(),
  /**
   * In gwei: of an order's slice, the highest fee per gas that may be signed for it. Its price and
   * its end stand in the calldata.
   */
  maxGasPrice: z.string().optional(),
  swapMeta: swapMeta.optional(),
  /** Belongs to an order's slice, within that order's bounds; only the order asks again. */
  ofSlice: z.literal(true).optional(),
});
export type CallOperation = z.infer<typeof callOperation>;

/**
 * A change of the service's own state that waits for its operator's word: an order to create or
 * cancel, which a model proposed. No attempt is ever opened for it.
 */
export const changeOperation = z.object({ ...common, kind: z.literal("change") });
export type ChangeOperation = z.infer<typeof changeOperation>;

export const operation = z.union([changeOperation, callOperation]);
export type Operation = z.infer<typeof operation>;

/** Body of POST /api/operations/approve and /reject. */
export const operationRequest = operatorAuthAnywhere.extend({
  operationId: operationId.describe("As the call that wanted an approval was answered."),
});
