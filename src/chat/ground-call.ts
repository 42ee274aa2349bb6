import type * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { createTriggerOrder } from "../../schemas/create-trigger-order.ts";
import { createTwapOrder } from "../../schemas/create-twap-order.ts";
import { swapArguments } from "../../schemas/swap-arguments.ts";
import { allow, type Refusal, type Verdict } from "../lib/verdict.ts";
import { TOOLS } from "../tables/registry.ts";
import type { Grounding } from "../tools/grounding.ts";
import type { SpokenCall } from "../tools/spoken-call.ts";
import type { Tool } from "../tools/tool.ts";
import { cancelInput } from "../twap/cancel-input.ts";
import { findDeception } from "./find-deception.ts";
import { groundFreeze } from "./grounding/ground-freeze.ts";
import { groundOrderId } from "./grounding/ground-order-id.ts";
import { groundSlices } from "./grounding/ground-slices.ts";
import { groundSpoken } from "./grounding/ground-spoken.ts";
import { groundTrade } from "./grounding/ground-trade.ts";
import { type AskedTool, type NotGrounded, notGrounded } from "./grounding/not-grounded.ts";
import { splitItems } from "./grounding/split-items.ts";
import { TRADE_FIELDS } from "./grounding/trade-fields.ts";
import { VOCABULARY } from "./grounding/vocabulary.ts";
import type { WordItem } from "./grounding/word-item.ts";
import { isUnitOf } from "./is-unit-of.ts";
import type { ModelCall } from "./model-call.ts";
import { priceClause } from "./price-clause.ts";
import { readNumber } from "./read-number.ts";
import { triggerTerms } from "./trigger-terms.ts";
import { triggerWords } from "./trigger-words.ts";

/** The operator's own words of the last message (read-conversation.ts), and the chain of the request. */
export type OwnWords = { own: string; chainId: ChainId };
type Found = { reason: NotGrounded; word?: string };

/** An order with two addresses, all its figures and much courtesy has 300 characters. */
const MAX_LENGTH = 1_000;

/**
 * The check between a model and a write: every token, figure, id, chain and venue of the arguments stands in the operator's
 * own words, with the sense that they have there, and no other figure or token stands there. The answer is the arguments to
 * run with: `autoExecute` is the words', never the model's. Pure. Refuses with not_in_your_words.
 * @example groundCall({tool: cancelTwapOrder.name, args: {id: 3}}, {own: "cancel order 3", chainId: 8453})
 */
export function groundCall({ tool, args }: ModelCall, words: OwnWords): Verdict<Record<string, unknown>> {
  const { own } = words;
  const found = TOOLS.find(({ name }) => name === tool);
  const grounding = found === undefined ? undefined : groundingOf(found);
  const asked = { name: tool, ...(grounding !== undefined && { example: grounding.example }) };
  if (own.length > MAX_LENGTH) return notGrounded(asked, "too_long");
  if (own.trim() === "") return notGrounded(asked, "no_words");
  const deception = findDeception(own);
  if (deception !== undefined) return notGrounded(asked, deception);
  if (found === undefined || grounding === undefined) return notGrounded(asked, "other_tool");
  return ground(grounding, { asked, input: found.input, args, chain: found.chain }, words);
}

/** What is hidden from models never runs on a model's word, nor does a read by this way. */
const groundingOf = (tool: Tool): Grounding | undefined =>
  tool.effect === "read" || tool.model === "hidden" ? undefined : tool.model.grounding;

type Call = { asked: AskedTool; input: z.ZodObject; args: Record<string, unknown>; chain?: ChainId | undefined };
type Grounds<K> = (
  call: Call,
  words: OwnWords,
  grounding: Extract<Grounding, { kind: K }>,
) => Verdict<Record<string, unknown>>;

function ground<K extends Grounding["kind"]>(
  grounding: Extract<Grounding, { kind: K }>,
  call: Call,
  words: OwnWords,
): Verdict<Record<string, unknown>> {
  const grounds: Grounds<K> = GROUNDS[grounding.kind as K];
  return grounds(call, words, grounding);
}

/** The venue of a purchase is the operator's or the service's to choose, and never a model's. */
const withoutVenue = ({ dex: _, ...args }: Record<string, unknown>): Record<string, unknown> => args;

/** One check for each kind. Each parses the arguments that it reads, and refuses any other. */
const GROUNDS: { [K in Grounding["kind"]]: Grounds<K> } = {
  swap({ asked, args }, words) {
    const input = exactly(asked, swapArguments, args);
    if (!input.ok) return input;
    const { tokenIn, tokenOut, amountIn, amountOut, dex, chain } = input.value;
    const amount = amountIn ?? amountOut;
    if (amount === undefined || (amountIn !== undefined && amountOut !== undefined))
      return notGrounded(asked, "amount");
    const items = itemsOf(asked, words);
    if (!items.ok) return items;
    const wanted = {
      tokens: { in: tokenIn, out: tokenOut },
      amount,
      amountOf: amountIn === undefined ? ("out" as const) : ("in" as const),
      // Left out of a sale it is 0x; of a purchase the service chooses.
      dex: dex ?? (amountIn === undefined ? undefined : "0x"),
      chain,
    };
    const found = groundTrade(items.value, wanted, words.chainId);
    if (!found.ok) return refused(asked, found);
    const { slices, counts, durations, intervals, isAutomatic, isNotifyOnly, venues } = found.reading;
    const isCut = items.value.some((item) => item.kind === "word" && VOCABULARY.cut.has(item.text));
    const isSliced = isCut || [slices, counts, durations, intervals].some((some) => some.length > 0);
    // An operator who mentions slices wants an order, not a swap of everything now.
    return isSliced || isAutomatic || isNotifyOnly
      ? notGrounded(asked, "other_tool")
      : allow(amountIn === undefined && venues.length === 0 ? withoutVenue(args) : args);
  },
  slices({ asked, args }, words) {
    const input = exactly(asked, createTwapOrder.pick(TRADE_FIELDS.sliced), args);
    if (!input.ok) return input;
    const { side, sellToken, buyToken, totalAmount, dex, chain, limitPrice, ...plan } = input.value;
    const limited = limitPrice === undefined ? words : withoutLimit(words, limitPrice, { side, sellToken, buyToken });
    if (limited === undefined) return notGrounded(asked, "price");
    const items = itemsOf(asked, limited);
    if (!items.ok) return items;
    const amountOf = side === "sell" ? "in" : "out";
    const wanted = { tokens: { in: sellToken, out: buyToken }, amount: totalAmount, amountOf, dex, chain } as const;
    const found = groundTrade(items.value, wanted, words.chainId);
    if (!found.ok) return refused(asked, found);
    const { sliceAmount, sliceCount, durationMinutes, intervalMinutes } = plan;
    const slices = { sliceAmount, sliceCount, durationMinutes, intervalMinutes };
    const reason = groundSlices(found.reading, slices, found.amount, amountOf);
    if (reason !== undefined) return notGrounded(asked, reason);
    const { isAutomatic, isNotifyOnly } = found.reading;
    if (isAutomatic && isNotifyOnly) return notGrounded(asked, "field");
    return allow({ ...args, autoExecute: isAutomatic });
  },
  trigger({ asked, args }, words) {
    const input = exactly(asked, createTriggerOrder.pick(TRADE_FIELDS.triggered), args);
    if (!input.ok) return input;
    const { type, side, sellToken, buyToken, totalAmount, price, priceOf, dex, chain } = input.value;
    const named = triggerWords(words.own);
    if (named === undefined) return notGrounded(asked, "other_tool");
    const clause = priceClause([named.before, named.after].filter((part) => part !== "").join(", "));
    const terms =
      typeof clause === "object" ? triggerTerms(clause, named.type, { side, sellToken, buyToken }) : undefined;
    const isSaid =
      terms?.type === type &&
      terms.price === readNumber(price)?.value &&
      terms.priceOf === (priceOf ?? (side === "sell" ? "sellToken" : "buyToken"));
    if (typeof clause !== "object" || !isSaid) return notGrounded(asked, "price");
    const items = itemsOf(asked, { ...words, own: clause.rest });
    if (!items.ok) return items;
    const amountOf = side === "sell" ? "in" : "out";
    const wanted = { tokens: { in: sellToken, out: buyToken }, amount: totalAmount, amountOf, dex, chain } as const;
    const found = groundTrade(items.value, wanted, words.chainId);
    if (!found.ok) return refused(asked, found);
    const { slices, counts, durations, intervals, isAutomatic, isNotifyOnly } = found.reading;
    const isCut = items.value.some((item) => item.kind === "word" && VOCABULARY.cut.has(item.text));
    if (isCut || [slices, counts, durations, intervals].some((some) => some.length > 0))
      return notGrounded(asked, "slices");
    return isAutomatic && isNotifyOnly ? notGrounded(asked, "field") : allow({ ...args, autoExecute: isAutomatic });
  },
  order({ asked, input, args }, words, grounding) {
    const order = exactly(asked, cancelInput, args);
    // Which ids there are is the tool's own to say: not every one takes 0 for all of them.
    if (!order.ok || !input.safeParse(args).success) return notGrounded(asked, "field");
    const items = itemsOf(asked, words);
    if (!items.ok) return items;
    const found = groundOrderId(grounding, order.value.id, items.value, words.chainId);
    return found === undefined ? allow(args) : refused(asked, found);
  },
  freeze({ asked, args }, { own, chainId }) {
    const { chain, ...others } = args;
    if (Object.keys(others).length > 0 || (chain !== undefined && typeof chain !== "string"))
      return notGrounded(asked, "field");
    const found = groundFreeze(own, chain, chainId);
    return found === undefined ? allow(args) : refused(asked, found);
  },
  stated: (call, words, grounding) => spoken(call, words, grounding),
  offer: (call, words, grounding) => spoken(call, words, grounding),
};

/** Each argument as the tool's schema has it, none that the tool does not leave to words, and all of them said. */
function spoken(
  { asked, input, args, chain }: Call,
  words: OwnWords,
  call: SpokenCall,
): Verdict<Record<string, unknown>> {
  const isForeign = (name: string) => !Object.hasOwn(call.fields, name);
  if (Object.keys(args).some(isForeign) || !input.safeParse(args).success) return notGrounded(asked, "field");
  // A venue's tool acts on the venue's chain, whichever the request names.
  const found = groundSpoken(call, args, { ...words, chainId: chain ?? words.chainId });
  return found === undefined ? allow(args) : refused(asked, found);
}

/** The words without the limit price that an order has; undefined where they say another, or bound the wrong side. */
function withoutLimit(
  words: OwnWords,
  limitPrice: string,
  { side, sellToken, buyToken }: { side: "sell" | "buy"; sellToken: string; buyToken: string },
): OwnWords | undefined {
  const clause = priceClause(words.own);
  if (typeof clause !== "object" || clause.kind !== "limit") return undefined;
  const isSide = clause.direction === "own" || (clause.direction === "above") === (side === "sell");
  const isSaid = isSide && isUnitOf(clause.unit, side === "sell" ? buyToken : sellToken);
  return isSaid && clause.price === readNumber(limitPrice)?.value ? { ...words, own: clause.rest } : undefined;
}

/** The arguments that a check reads, and not one field more: a model that sends one has it from another author's text. */
function exactly<S extends z.ZodObject>(
  asked: AskedTool,
  schema: S,
  args: Record<string, unknown>,
): Verdict<z.infer<S>> {
  const parsed = schema.strict().safeParse(args);
  // Safe: strict() changes which keys pass, not the type of what does.
  return parsed.success ? allow(parsed.data as z.infer<S>) : notGrounded(asked, "field");
}

function itemsOf(asked: AskedTool, { own }: OwnWords): Verdict<WordItem[]> {
  const items = splitItems(own);
  return "unreadable" in items ? notGrounded(asked, "unreadable", items.unreadable) : allow(items);
}

const refused = (asked: AskedTool, { reason, word }: Found): Refusal => notGrounded(asked, reason, word);
