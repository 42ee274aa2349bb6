import type { WaitReason } from "../../schemas/wait-reason.ts";
import { PARTS_PER_BILLION } from "../lib/parts-per-billion.ts";
import { percentOfPpb } from "../lib/percent-of-ppb.ts";
import { type Refusal, refuse } from "../lib/verdict.ts";
import type { LossFigures } from "../store/attempts/loss-figures.ts";

/**
 * The loss budget's refusal, with the figures that decided. Short enough to stand in an order's `lastError` whole. What is over
 * only by what is held for others says so: a slice waits for them (`reason`).
 */
export function refusalOfLosses(losses: LossFigures): Refusal {
  const { lossPpb, dayPpb, weekPpb, dayLimitBps, weekLimitBps, isHeld } = losses;
  const details = {
    loss: percentOfPpb(lossPpb),
    lostDay: percentOfPpb(dayPpb),
    limitDay: percentOfPpb(BigInt(dayLimitBps) * PARTS_PER_BILLION.perBps),
    lostWeek: percentOfPpb(weekPpb),
    limitWeek: percentOfPpb(BigInt(weekLimitBps) * PARTS_PER_BILLION.perBps),
    ...(isHeld && { reason: "loss_budget_held" satisfies WaitReason }),
  };
  const then = isHeld
    ? "Part of that is held for transactions that are not decided yet: try again when they are."
    : "Wait, or raise the budget with a fresh signature.";
  return refuse(
    "loss_budget_exceeded",
    `This transaction may lose ${details.loss} of the NAV per unit. Others lost or may lose ${details.lostDay} in 24 hours (limit ${details.limitDay}) and ${details.lostWeek} in 7 days (limit ${details.limitWeek}): together that is over the loss budget. Nothing was sent. ${then}`,
    details,
  );
}
