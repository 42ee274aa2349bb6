import { refuse } from "../lib/refuse.ts";
import type { Refusal } from "../lib/verdict.ts";
import type { PrepareAnswer } from "./broadcast-call.ts";

type Losses = NonNullable<Extract<PrepareAnswer, { ok: false }>["losses"]>;

/** The loss budget's refusal, with the figures that decided. Short enough to stand in an order's `lastError` whole. */
export function refusalOfLosses({ lossPpb, dayPpb, weekPpb, dayLimitBps, weekLimitBps }: Losses): Refusal {
  const details = {
    loss: percentOf(lossPpb),
    lostDay: percentOf(dayPpb),
    limitDay: percentOf(dayLimitBps * PPB_OF_BPS),
    lostWeek: percentOf(weekPpb),
    limitWeek: percentOf(weekLimitBps * PPB_OF_BPS),
  };
  return refuse(
    "loss_budget_exceeded",
    `This transaction would lose ${details.loss} of the NAV per unit. Executed ones lost ${details.lostDay} in 24 hours (limit ${details.limitDay}) and ${details.lostWeek} in 7 days (limit ${details.limitWeek}): together that is over the loss budget. Nothing was sent. Wait, or raise the budget with a fresh signature.`,
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
