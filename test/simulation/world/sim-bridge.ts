import type { Address } from "viem";
import { allow, refuse } from "../../../src/lib/verdict.ts";
import type { BridgeVenue } from "../../../src/venues/across.ts";
import type { Fault } from "./fault.ts";
import type { Activity, Scheduler } from "./scheduler.ts";

type Options = {
  activity: Activity;
  scheduler: Scheduler;
  /** The pool of the chain that the world is about. */
  spokePool: Address;
  faultOf(activity: Activity, port: "venue"): Fault | undefined;
};

/**
 * The bridge's API behind its port: 0.1% of what is sent, or silence. Tokens of both chains have
 * the same decimals here.
 */
export const createSimBridge = ({
  activity,
  scheduler,
  spokePool,
  faultOf,
}: Options): BridgeVenue => ({
  quote: ({ amountBase }) =>
    new Promise((resolve) => {
      const perform = () => {
        const fault = faultOf(activity, "venue");
        if (fault?.kind.startsWith("crash")) {
          activity.dead = true;
          return;
        }
        if (fault !== undefined)
          return resolve(refuse("venue_unavailable", "Across did not answer."));
        return resolve(
          allow({
            outputAmountBase: (amountBase * 999n) / 1_000n,
            isAmountTooLow: false,
            quoteTimestampSec: Math.floor(scheduler.nowMs() / 1_000),
            estimatedFillSec: 60,
            spokePool,
          }),
        );
      };
      scheduler.wait({ activity, port: "venue", label: "bridge", notBeforeMs: 0, perform });
    }),
});
