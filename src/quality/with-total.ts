import type { Price } from "./fraction.ts";
import { type Arrival, arrivalOf, type QualityRecord, restOf } from "./new-quality.ts";

/**
 * An edit of the total is an arrival of its own: what it adds is judged by the oracle of that
 * moment, and what it takes away ends there, the newest amounts first.
 */
export function withTotal(
  record: QualityRecord,
  { byBase, atMs, price }: { byBase: bigint; atMs: number; price?: Price | undefined },
): QualityRecord {
  if (byBase >= 0n)
    return {
      ...record,
      arrivals: [...record.arrivals, arrivalOf({ addsBase: byBase, atMs, price })],
    };
  let leftBase = -byBase;
  const arrivals = record.arrivals.toReversed().map((arrival): Arrival => {
    const room = restOf(arrival);
    const base = leftBase < room ? leftBase : room;
    leftBase -= base;
    return base === 0n ? arrival : { ...arrival, takes: [...arrival.takes, { base, price }] };
  });
  return { ...record, arrivals: arrivals.toReversed() };
}
