import type { Address } from "viem";
import type { VenuePort } from "../../../src/kinds/venue.ts";
import { allow, refuse, type Verdict } from "../../../src/lib/verdict.ts";
import type { Fault } from "./fault.ts";
import type { Activity, Scheduler } from "./scheduler.ts";
import { simQuote, simTransaction, simZeroExTransaction, type VenueLie } from "./sim-quote.ts";

type Options = {
  id: VenuePort["id"];
  activity: Activity;
  scheduler: Scheduler;
  /** Where its calldata goes. */
  target: Address;
  /** The pools' price of now. */
  price(): bigint;
  faultOf(activity: Activity, port: "venue"): Fault | undefined;
};

const LIES: readonly string[] = [
  "price",
  "recipient",
  "amount",
  "token",
  "garbage",
] satisfies VenueLie[];

/**
 * The pool DEX or the aggregator behind its port: honest, silent, or lying. The aggregator answers
 * with calldata at once.
 */
export function createSimVenue(options: Options): VenuePort {
  const { id, target, price } = options;
  if (id === "uniswap")
    return {
      id,
      quote: (request) => ask(options, (lie) => simQuote(request, lie, price())),
      transaction: (quote) => ask(options, (lie) => simTransaction(quote, target, lie)),
    };
  return {
    id,
    quote: (request) =>
      ask(options, (lie) => {
        const quote = { ...simQuote(request, lie, price()), venue: id };
        return { ...quote, transaction: simZeroExTransaction(quote, target, lie) };
      }),
    transaction: async ({ transaction }) =>
      transaction === undefined
        ? refuse("invalid_request", "This quote is indicative.")
        : allow(transaction),
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
          return resolve(
            refuse("venue_unavailable", "Uniswap did not answer. Please try again in a moment."),
          );
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
          return resolve(
            allow(make(LIES.includes(fault?.kind ?? "") ? (fault?.kind as VenueLie) : undefined)),
          );
      }
    };
    scheduler.wait({ activity, port: "venue", label: "venue", notBeforeMs: 0, perform });
  });
}
