import { TICK_RULES } from "../../schemas/tick-rules.ts";
import type { Deps } from "../deps.ts";
import { readLastTick } from "../store/orders/tell-missed-ticks.ts";
import { runTick } from "./run-tick.ts";

/**
 * The Worker's own cron, every minute: reads when the last tick was, and runs one itself only when the schedule has missed
 * one. A tick too many claims nothing that another holds, so the two may overlap. That tick notifies operators of the
 * outage before it, as any other does. Whether it ran one.
 * @throws store_unavailable
 */
export async function watchTicks(deps: Deps): Promise<boolean> {
  const nowMs = deps.clock.nowMs();
  const { lastTickMs } = await readLastTick.run(deps.redis, deps.keys, { nowMs });
  if (lastTickMs !== null && nowMs - lastTickMs < TICK_RULES.watchdogAfterMs) return false;
  deps.log("tick_missed", { lastTickMs });
  await runTick(deps, {});
  return true;
}
