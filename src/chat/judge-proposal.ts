import { allow, type Verdict } from "../lib/verdict.ts";
import type { Tool } from "../tools/tool.ts";
import { offerCard } from "./offer-card.ts";
import type { ReadWords } from "./plain-command.ts";
import { compareCall, type OwnWords } from "./reader/compare-call.ts";

/**
 * What becomes of a write that a model proposed: a card, which waits for its operator. `isOwn`:
 * every word of it is the operator's.
 */
export type Judged = { args: Record<string, unknown>; card: readonly string[]; isOwn?: true };

/**
 * The answer to a write that a model proposed (decision D57): a card where the operator's own words
 * hold all of it, else a refusal. It never acts. Pure.
 */
export function judgeProposal(
  tool: Exclude<Tool, { effect: "read" }>,
  args: Record<string, unknown>,
  words: OwnWords & { read?: ReadWords | undefined },
): Verdict<Judged> {
  const compared = compareCall(tool, args, words);
  if (!compared.ok) return compared;
  const { args: run, notes, isOwn } = compared.value;
  return allow({
    args: run,
    card: offerCard(tool, run, { chainId: words.chainId, read: words.read, notes }),
    ...(isOwn && { isOwn }),
  });
}
