import { expect, test } from "vitest";
import { SIM_CHAINS } from "./history.ts";
import { createWorld } from "./world/create-world.ts";
import { startTick } from "./world/start-tick.ts";
import { worldWithOrders } from "./world/world-with-orders.ts";

const SLICES = 8;
const INTERVAL_MS = 300_000;
/** A schedule is never on time to the second. */
const LATE_MS = [0, 4_000, 900, 11_000, 2_500, 0, 7_000, 300];

test.each(SIM_CHAINS)(
  "behavior: an order of five minutes runs every five, on chain %i",
  async (chainId) => {
    const order = { party: 0, side: "sell" as const, slices: SLICES, autoExecute: true };
    const world = createWorld({
      chainId,
      ...(await worldWithOrders(chainId, { orders: [order] })),
      choices: [],
      hasMessenger: false,
    });
    const { scheduler, ledger } = world;
    const startMs = scheduler.nowMs() + 1_000;
    for (const [index, lateMs] of LATE_MS.entries()) {
      scheduler.passTime(startMs + index * INTERVAL_MS + lateMs - scheduler.nowMs());
      startTick(world, "new", []);
      await scheduler.run();
    }
    scheduler.passTime(60_000);
    const ran = [...ledger.attempts.values()].map(({ atMs }) =>
      Math.floor((atMs - startMs) / INTERVAL_MS),
    );
    expect(ran).toEqual(LATE_MS.map((_, index) => index));
    expect(world.chain.canonical().map(({ status }) => status)).toEqual(
      LATE_MS.map(() => "success"),
    );
  },
);
