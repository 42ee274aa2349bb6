import { runTick } from "../../../src/schedule/run-tick.ts";
import type { World } from "./create-world.ts";
import type { Fault } from "./fault.ts";

const INTERVAL_MS = 300_000;
const SLACK_MS = 10_000;

/**
 * One delivery of the schedule. `same` is the last one again, as a scheduler does that had no
 * answer; `older` one from before it, late. What the scheduler did wrong is noted.
 */
export function startTick(
  world: World,
  jti: "new" | "same" | "older",
  faults: readonly Fault[],
): void {
  const { activities, reached, scheduler } = world;
  const earlier = activities.filter(({ name }) => name.startsWith("tick "));
  const count = new Set(earlier.map(({ name }) => name)).size;
  const number = Math.max(0, count - { new: 0, same: 1, older: 2 }[jti]);
  if (number < count)
    reached.add(
      number === count - 1 ? "scheduler: delivers again" : "scheduler: delivers out of order",
    );
  if (earlier.some(({ done, dead }) => !done && !dead)) reached.add("scheduler: overlaps");
  const gapMs = scheduler.nowMs() - (earlier.at(-1)?.startedMs ?? scheduler.nowMs());
  if (gapMs > 2 * INTERVAL_MS) reached.add("scheduler: drops");
  else if (gapMs > INTERVAL_MS + SLACK_MS) reached.add("scheduler: delays");
  else if (gapMs > 0 && gapMs < INTERVAL_MS - SLACK_MS) reached.add("scheduler: comes early");
  const name = `tick ${number}`;
  world.start(name, faults, (deps) =>
    runTick(deps, { jti: name, ...(world.tickBatch !== undefined && { batch: world.tickBatch }) }),
  );
}
