import type { Address } from "viem";
import { allow } from "../../../src/lib/allow.ts";
import { refuse } from "../../../src/lib/refuse.ts";
import type { Verdict } from "../../../src/lib/verdict.ts";
import type { Venue } from "../../../src/venues/venue-port.ts";
import type { Fault } from "./fault.ts";
import type { Activity, Scheduler } from "./scheduler.ts";
import { simQuote, simTransaction, type VenueLie } from "./sim-quote.ts";

type Options = {
  activity: Activity;
  scheduler: Scheduler;
  router: Address;
  /** The pools' price of now. */
  price(): bigint;
  faultOf(activity: Activity, port: "venue"): Fault | undefined;
};

const LIES: readonly string[] = ["price", "recipient", "amount", "token", "garbage"] satisfies VenueLie[];

/** The pool DEX behind its port: honest, silent, or lying. */
export function createSimVenue(options: Options): Venue {
  return {
    id: "uniswap",
    quote: (request) => ask(options, (lie) => simQuote(request, lie, options.price())),
    transaction: (quote) => ask(options, (lie) => simTransaction(quote, options.router, lie)),
  };
}

function ask<T>(
  { activity, scheduler, faultOf }: Options,
  make: (lie: VenueLie | undefined) => T,
): Promise<Verdict<T>> {
  return new Promise((resolve) => {
    const perform = () => {
      const fault = faultOf(activity, "venue");
      switch (fault?.kind) {
        case "crash before":
        case "crash after":
          activity.dead = true;
          return;
        case "unreachable":
          return resolve(refuse("venue_unavailable", "Uniswap did not answer. Please try again in a moment."));
        case "no route":
          return resolve(refuse("no_route", "Uniswap knows no route for this pair and amount."));
        case "slow":
          return scheduler.wait({
            activity,
            port: "sleep",
            label: "network",
            notBeforeMs: scheduler.nowMs() + fault.amount * 1_000,
            perform: () => resolve(allow(make(undefined))),
          });
        default:
          return resolve(allow(make(LIES.includes(fault?.kind ?? "") ? (fault?.kind as VenueLie) : undefined)));
      }
    };
    scheduler.wait({ activity, port: "venue", label: "venue", notBeforeMs: 0, perform });
  });
}
