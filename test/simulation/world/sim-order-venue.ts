import type { VenueOrder, VenueOrderEnd, VenueOrderLook } from "../../../schemas/venue-order.ts";
import type { Looks } from "../../support/tables-that-look.ts";
import type { SimChain } from "../chain/sim-chain.ts";
import type { Fault } from "./fault.ts";
import type { Activity, Scheduler } from "./scheduler.ts";

/** What a keeper makes of an order, so long after its transaction; `never`: it does not come. */
export type KeeperFate = {
  does: "executed" | "executed worse" | "partly_executed" | "cancelled" | "dropped" | "never";
  afterMs: number;
};

type Given = {
  activity: Activity;
  scheduler: Scheduler;
  chain: SimChain;
  faultOf(activity: Activity, port: "venue"): Fault | undefined;
};

const AMOUNTS: Record<string, Record<string, string>> = {
  executed: { size: "1 ETH", price: "3000" },
  "executed worse": { size: "1 ETH", price: "3050" },
  partly_executed: { size: "0.4 ETH", price: "3000" },
};

/**
 * A venue that acts later, behind the port of look-ups: its records know an order from the block of
 * its transaction on, and say what its keeper did. It fails, is slow, or is silent, and never says
 * more than it knows.
 */
export function createSimOrderVenue({ does, afterMs }: KeeperFate) {
  /**
   * What the venue's records say at that time of the order that this transaction placed; undefined:
   * they know no such one.
   */
  const recordOf = (chain: SimChain, hash: string, nowMs: number): VenueOrderLook | undefined => {
    const mined = chain
      .canonical()
      .find(({ tx, status }) => tx.hash === hash && status === "success");
    if (mined === undefined) return undefined;
    const atMs = chain.timeOf(mined.block) + afterMs;
    if (does === "never" || nowMs < atMs) return { kind: "waiting" };
    const status: VenueOrderEnd["status"] = does === "executed worse" ? "executed" : does;
    return {
      kind: "ended",
      status,
      amounts: AMOUNTS[does] ?? {},
      reason: `The keeper: ${does}.`,
      atMs,
    };
  };
  const lookUp = (
    { activity, scheduler, chain, faultOf }: Given,
    order: VenueOrder,
  ): Promise<VenueOrderLook> =>
    new Promise((resolve, reject) => {
      const answer = () =>
        resolve(recordOf(chain, order.hash, scheduler.nowMs()) ?? { kind: "unreadable" });
      const perform = () => {
        const fault = faultOf(activity, "venue");
        if (fault?.kind.startsWith("crash")) {
          activity.dead = true;
        } else if (fault?.kind === "slow") {
          // Read now, answered later.
          const read =
            recordOf(chain, order.hash, scheduler.nowMs()) ?? ({ kind: "unreadable" } as const);
          const notBeforeMs = scheduler.nowMs() + fault.amount * 1_000;
          scheduler.wait({
            activity,
            port: "sleep",
            label: "network",
            notBeforeMs,
            perform: () => resolve(read),
          });
        } else if (fault?.kind === "garbage") reject(new Error("an answer that cannot be parsed"));
        else if (fault !== undefined) resolve({ kind: "unreadable" });
        else answer();
      };
      scheduler.wait({ activity, port: "venue", label: "order", notBeforeMs: 0, perform });
    });
  return {
    recordOf,
    looksOf: (given: Given): Looks => ({
      perp_a: (order) => lookUp(given, order),
      perp_b: (order) => lookUp(given, order),
    }),
  };
}
