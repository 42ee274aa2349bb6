import type { ChainId } from "../../schemas/chains.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import type { Tool } from "../tools/tool.ts";
import { actsAtOnce } from "./acts-at-once.ts";
import { groundCall, type OwnWords } from "./ground-call.ts";
import { groundOffer } from "./grounding/ground-offer.ts";
import { notGrounded } from "./grounding/not-grounded.ts";
import { offerCard } from "./offer-card.ts";

/** What becomes of a write that a model proposed: it goes on as the execution mode says, or with a `card` it waits for its operator. `isOwn`: every word of it is the operator's. */
export type Judged = { args: Record<string, unknown>; card?: readonly string[]; isOwn?: true };

/**
 * The three answers to a write that a model proposed (decision 337). What stands in the operator's own words to the last of them is offered, and
 * goes on at once where it only stops something; what only holds their tokens and figures is offered; anything else is refused with
 * not_in_your_words, for the reason of the exact reading unless the other one knows better. Pure.
 */
export function judgeProposal(
  tool: Exclude<Tool, { effect: "read" }>,
  args: Record<string, unknown>,
  words: OwnWords,
): Verdict<Judged> {
  const { own, chainId } = words;
  const exact = groundCall({ tool: tool.name, args }, words);
  if (tool.model === "hidden") return exact.ok ? allow({ args: exact.value }) : exact;
  const { grounding } = tool.model;
  const atOnce = actsAtOnce(tool.name);
  // A reader of every script's digits has to be right about each of them, and its card would show them in ours.
  if (!atOnce && OTHER_DIGITS.test(own))
    return notGrounded({ name: tool.name, example: grounding.example }, "unclear_number");
  const card = (of: Record<string, unknown>, notes: readonly string[], at: ChainId) => offerCard(tool, of, at, notes);
  if (exact.ok) {
    const isOffer = grounding.kind === "offer" || (grounding.kind === "order" && grounding.isOffer === true);
    const isReserved = APPROVAL.test(own) && grounding.kind !== "freeze";
    const waits = !atOnce || isOffer || isReserved;
    return allow({
      args: exact.value,
      ...(waits && { card: card(exact.value, [], chainId) }),
      ...(waits && !isOffer && !isReserved && { isOwn: true as const }),
    });
  }
  if (["too_long", "no_words"].includes(String(exact.details?.reason))) return exact;
  const offered = groundOffer(tool, grounding, args, { own, chainId });
  const isOtherScript = ["unreadable", "look_alike_characters"].includes(String(exact.details?.reason));
  if (!offered.ok && isOtherScript && READ_TWICE.includes(grounding.kind)) return offered;
  if (!offered.ok) return BETTER.has(String(offered.details?.reason)) ? offered : exact;
  return allow({ args: offered.value.args, card: card(offered.value.args, offered.value.notes, chainId) });
}

/** "Only with my ok", "on my go": who writes that wants to be asked, and the card asks. */
const APPROVAL = /\b(?:my|our) (?:ok|okay|go|yes|approval|signal|word|permission|confirmation)\b/i;

/** Digits of any script but ours, and what counts as one: Roman, circled, raised. */
const OTHER_DIGITS = /(?![0-9])\p{N}/u;

/** What has a second reading of its own (offer-claims.ts). */
const READ_TWICE: readonly string[] = ["swap", "slices", "order", "freeze"];

/** Reasons that say more than "a word of your message may change what it means". */
const BETTER = new Set(
  "amount token unclear_number unclear_side slices interval chain venue order_id left_over needs_signature".split(" "),
);
