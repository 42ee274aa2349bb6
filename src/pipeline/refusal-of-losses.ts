import type { WaitReason } from "../../schemas/wait-reason.ts";
import { refuse } from "../lib/refuse.ts";
import type { Refusal } from "../lib/verdict.ts";
import type { LossFigures } from "../store/attempts/loss-figures.ts";

/**
 * The loss budget's refusal, with the figures that decided. Short enough to stand in an order's `lastError` whole. What is over
 * only by what is held for others says so: a slice waits for them (`reason`).
 */
export function refusalOfLosses(losses: LossFigures): Refusal {
  const { lossPpb, dayPpb, weekPpb, dayLimitBps, weekLimitBps, isHeld } = losses;
  const details = {
    loss: percentOf(lossPpb),
    lostDay: percentOf(dayPpb),
    limitDay: percentOf(dayLimitBps * PPB_OF_BPS),
    lostWeek: percentOf(weekPpb),
    limitWeek: percentOf(weekLimitBps * PPB_OF_BPS),
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

const PPB_OF_BPS = 100_000;
const DECIMALS = 7;

/**
 * Parts per billion as a percentage, exactly.
 * @example percentOf(4_200_001) // "0.4200001%"
 */
function percentOf(ppb: number): string {
  const digits = String(ppb).padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${digits.slice(0, -DECIMALS)}${fraction === "" ? "" : `.${fraction}`}%`;
}
