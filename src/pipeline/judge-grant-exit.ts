import { GRANT_EXIT } from "../../schemas/agent-grant.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ExitFigures } from "../kinds/unpriced-exit.ts";
import { WHOLE_BPS } from "../lib/integers.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { isSentByGrant, mustAsk } from "./spend-of-call.ts";

/**
 * A way out by an agent's grant is sent where its calldata takes at least 99% of the mark or quote
 * (decision D67). Gives what is counted for it, 0; undefined: no grant sends it. Refuses so that
 * asksOwner is true.
 */
export function judgeGrantExit(
  ctx: ExecutionContext,
  exit: ExitFigures | undefined,
): Verdict<string | undefined> {
  if (!isSentByGrant(ctx)) return allow(undefined);
  if (exit === undefined) return mustAsk("nothing here compares its price with a mark");
  if (isNearMark(exit)) return allow("0");
  return mustAsk(`it may take more than ${GRANT_EXIT.mostWorseBps / 100}% less than the mark`);
}

/** Exact: a fraction of a unit below is below. */
export const isNearMark = ({ markBase, leastBase }: ExitFigures): boolean =>
  markBase >= 0n &&
  leastBase * WHOLE_BPS >= markBase * (WHOLE_BPS - BigInt(GRANT_EXIT.mostWorseBps));
