import { TICK_RULES } from "../../schemas/orders/tick-rules.ts";
import type { Deps } from "../deps.ts";
import { readLastTick } from "../store/orders/tell-missed-ticks.ts";
import { runTick } from "./run-tick.ts";

/**
 * The Worker's own cron, every minute: runs a tick when the schedule missed one, which tells
 * operators of the outage. Ticks may overlap, since one claims nothing that another holds. True: it
 * ran one. @throws store_unavailable
 */
export async function watchTicks(deps: Deps): Promise<boolean> {
  const nowMs = deps.clock.nowMs();
  const { lastTickMs } = await readLastTick.run(deps.redis, deps.keys, { nowMs });
  if (lastTickMs !== null && nowMs - lastTickMs < TICK_RULES.watchdogAfterMs) return false;
  deps.log("tick_missed", { lastTickMs });
  await runTick(deps, {});
  return true;
}
