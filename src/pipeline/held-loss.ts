import type { AttemptSwap } from "../../schemas/attempt.ts";
import type { Beside } from "../kinds/checked.ts";
import type { HeldLoss } from "../kinds/dry-run.ts";
import type { NavShieldResult } from "../kinds/execution-outcome.ts";
import { PARTS_PER_BILLION } from "../lib/parts-per-billion.ts";
import { worstCasePpb } from "../shields/worst-case-ppb.ts";
import { lossPpb } from "./loss-ppb.ts";
import { valueAtHigh } from "./value-at-high.ts";

/**
 * What the loss budget holds for a call until its receipt is known: what its simulation cost, or the worst that its calldata
 * allows where that is more (a searcher who places transactions around it may take the difference). `netTotalValueBase`: of
 * the vault, in the state that was simulated. By its own check, where nothing of it happens in a simulation (`worstPpb`), or no more than a part
 * (`worstBase`: that part is in it, so the larger counts and never both; decision 526). undefined: the call moves no assets.
 */
export function heldLoss(
  nav: NavShieldResult | null,
  swap: AttemptSwap | null,
  netTotalValueBase: bigint,
  { worstPpb, worstBase = 0n }: Pick<Beside, "worstPpb" | "worstBase"> = {},
): HeldLoss | undefined {
  const simulated = lossPpb(nav);
  // What no simulation shows, no receipt corrects either.
  if (simulated === undefined) return worstPpb === undefined ? undefined : { lossPpb: worstPpb, floorPpb: worstPpb };
  const wholeBase = valueAtHigh(nav, netTotalValueBase);
  const own = sharePpb(worstBase, wholeBase);
  const worst = swap?.valuation === undefined ? 0 : worstCasePpb(swap.valuation, swap, wholeBase);
  if (own > simulated && own > worst) return { lossPpb: own, floorPpb: own };
  return simulated > worst ? { lossPpb: simulated, floorPpb: simulated } : { lossPpb: worst, floorPpb: 0 };
}

/** Rounded up; never more than all of it. */
function sharePpb(partBase: bigint, wholeBase: bigint): number {
  if (partBase <= 0n) return 0;
  if (wholeBase <= partBase) return Number(PPB);
  return Number((partBase * PPB + wholeBase - 1n) / wholeBase);
}

const { whole: PPB } = PARTS_PER_BILLION;
