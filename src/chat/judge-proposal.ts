import type { ChainId } from "../../schemas/chains.ts";
import { allow } from "../lib/allow.ts";
import type { Verdict } from "../lib/verdict.ts";
import type { Tool } from "../tools/tool.ts";
import { groundCall, type OwnWords } from "./ground-call.ts";
import { groundOffer } from "./grounding/ground-offer.ts";
import { offerCard } from "./offer-card.ts";

/** What becomes of a write that a model proposed: it goes on as the execution mode says, or with a `card` it waits for its operator. */
export type Judged = { args: Record<string, unknown>; card?: readonly string[] };

/**
 * The three answers to a write that a model proposed (decision 337). What stands in the operator's own words to the last of them goes on,
 * as an offer where its tool is always one; what only holds their tokens and figures is offered; anything else is refused with
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
  const card = (of: Record<string, unknown>, notes: readonly string[], at: ChainId) => offerCard(tool, of, at, notes);
  if (exact.ok) {
    const isOffer = grounding.kind === "offer" || (grounding.kind === "order" && grounding.isOffer === true);
    const isReserved = APPROVAL.test(own) && grounding.kind !== "freeze";
    return allow({ args: exact.value, ...((isOffer || isReserved) && { card: card(exact.value, [], chainId) }) });
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

/** What has a second reading of its own (offer-claims.ts). */
const READ_TWICE: readonly string[] = ["swap", "slices", "order", "freeze"];

/** Reasons that say more than "a word of your message may change what it means". */
const BETTER = new Set(
  "amount token unclear_number unclear_side slices interval chain venue order_id left_over needs_signature".split(" "),
);
