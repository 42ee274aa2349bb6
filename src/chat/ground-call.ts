import type * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { createTwapOrder } from "../../schemas/create-twap-order.ts";
import { swapArguments } from "../../schemas/swap-arguments.ts";
import { allow } from "../lib/allow.ts";
import type { Refusal, Verdict } from "../lib/verdict.ts";
import { cancelInput } from "../twap/cancel-input.ts";
import { orderIdInput } from "../twap/order-id-input.ts";
import { findDeception } from "./find-deception.ts";
import { groundFreeze } from "./grounding/ground-freeze.ts";
import { groundOrderId } from "./grounding/ground-order-id.ts";
import { groundSlices } from "./grounding/ground-slices.ts";
import { groundTrade } from "./grounding/ground-trade.ts";
import { type NotGrounded, notGrounded } from "./grounding/not-grounded.ts";
import { splitItems } from "./grounding/split-items.ts";
import { VOCABULARY } from "./grounding/vocabulary.ts";
import type { WordItem } from "./grounding/word-item.ts";

/** A write that a model asks for. */
export type ModelCall = { tool: string; args: Record<string, unknown> };
/** The operator's own words of the last message (read-conversation.ts), and the chain of the request. */
export type OwnWords = { own: string; chainId: ChainId };
type Found = { reason: NotGrounded; word?: string };

/** An order with two addresses, all its figures and much courtesy has 300 characters. */
const MAX_LENGTH = 1_000;

/**
 * The check between a model and a write: every token, figure, id, chain and venue of the arguments stands in the operator's
 * own words, with the sense that they have there, and no other figure or token stands there. The answer is the arguments to
 * run with: `autoExecute` is the words', never the model's. Pure. Refuses with not_in_your_words.
 * @example groundCall({tool: "cancel_twap_order", args: {id: 3}}, {own: "cancel order 3", chainId: 8453})
 */
export function groundCall({ tool, args }: ModelCall, { own, chainId }: OwnWords): Verdict<Record<string, unknown>> {
  if (own.length > MAX_LENGTH) return notGrounded(tool, "too_long");
  if (own.trim() === "") return notGrounded(tool, "no_words");
  const deception = findDeception(own);
  if (deception !== undefined) return notGrounded(tool, deception);
  const ground = Object.hasOwn(GROUNDS, tool) ? GROUNDS[tool] : undefined;
  return ground === undefined ? notGrounded(tool, "other_tool") : ground(args, { own, chainId });
}

type Ground = (args: Record<string, unknown>, words: OwnWords) => Verdict<Record<string, unknown>>;

/** The writes that can be grounded. What is not here never runs on a model's word. */
const GROUNDS: Record<string, Ground> = {
  build_vault_swap(args, words) {
    const tool = "build_vault_swap";
    const input = exactly(tool, swapArguments, args);
    if (!input.ok) return input;
    const { tokenIn, tokenOut, amountIn, amountOut, dex, chain } = input.value;
    const amount = amountIn ?? amountOut;
    if (amount === undefined || (amountIn !== undefined && amountOut !== undefined)) return notGrounded(tool, "amount");
    const items = itemsOf(tool, words);
    if (!items.ok) return items;
    const wanted = {
      tokens: { in: tokenIn, out: tokenOut },
      amount,
      amountOf: amountIn === undefined ? ("out" as const) : ("in" as const),
      dex,
      chain,
    };
    const found = groundTrade(items.value, wanted, words.chainId);
    if (!found.ok) return refused(tool, found);
    const { slices, counts, durations, intervals, isAutomatic, isNotifyOnly } = found.reading;
    const isCut = items.value.some((item) => item.kind === "word" && VOCABULARY.cut.has(item.text));
    const isSliced = isCut || [slices, counts, durations, intervals].some((some) => some.length > 0);
    // Whoever writes of slices wants an order, not a swap of everything now.
    return isSliced || isAutomatic || isNotifyOnly ? notGrounded(tool, "other_tool") : allow(args);
  },
  create_twap_order(args, words) {
    const tool = "create_twap_order";
    const input = exactly(tool, createTwapOrder.omit({ autoExecute: true }), args);
    if (!input.ok) return input;
    const { side, sellToken, buyToken, totalAmount, dex, chain, ...plan } = input.value;
    const items = itemsOf(tool, words);
    if (!items.ok) return items;
    const amountOf = side === "sell" ? "in" : "out";
    const wanted = { tokens: { in: sellToken, out: buyToken }, amount: totalAmount, amountOf, dex, chain } as const;
    const found = groundTrade(items.value, wanted, words.chainId);
    if (!found.ok) return refused(tool, found);
    const { sliceAmount, sliceCount, durationMinutes, intervalMinutes } = plan;
    const slices = { sliceAmount, sliceCount, durationMinutes, intervalMinutes };
    const reason = groundSlices(found.reading, slices, found.amount, amountOf);
    if (reason !== undefined) return notGrounded(tool, reason);
    const { isAutomatic, isNotifyOnly } = found.reading;
    if (isAutomatic && isNotifyOnly) return notGrounded(tool, "field");
    return allow({ ...args, autoExecute: isAutomatic });
  },
  cancel_twap_order: (args, words) => orderId("cancel_twap_order", cancelInput, args, words),
  pause_twap_order: (args, words) => orderId("pause_twap_order", orderIdInput, args, words),
  freeze_vault(args, { own, chainId }) {
    const { chain, ...others } = args;
    if (Object.keys(others).length > 0 || (chain !== undefined && typeof chain !== "string"))
      return notGrounded("freeze_vault", "field");
    const found = groundFreeze(own, chain, chainId);
    return found === undefined ? allow(args) : refused("freeze_vault", found);
  },
};

function orderId(
  tool: string,
  schema: z.ZodObject<{ id: z.ZodInt }>,
  args: Record<string, unknown>,
  words: OwnWords,
): Verdict<Record<string, unknown>> {
  const input = exactly(tool, schema, args);
  if (!input.ok) return input;
  const items = itemsOf(tool, words);
  if (!items.ok) return items;
  const found = groundOrderId(tool, input.value.id, items.value, words.chainId);
  return found === undefined ? allow(args) : refused(tool, found);
}

/** The arguments by the tool's own schema, and not one field more: a model that sends one was told of it by somebody else. */
function exactly<S extends z.ZodObject>(tool: string, schema: S, args: Record<string, unknown>): Verdict<z.infer<S>> {
  const parsed = schema.strict().safeParse(args);
  // Safe: strict() changes which keys pass, not the type of what does.
  return parsed.success ? allow(parsed.data as z.infer<S>) : notGrounded(tool, "field");
}

function itemsOf(tool: string, { own }: OwnWords): Verdict<WordItem[]> {
  const items = splitItems(own);
  return "unreadable" in items ? notGrounded(tool, "unreadable", items.unreadable) : allow(items);
}

const refused = (tool: string, { reason, word }: Found): Refusal => notGrounded(tool, reason, word);
