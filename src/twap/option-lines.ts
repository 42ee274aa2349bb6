import type { TwapOrder } from "../../schemas/twap-order.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { utcMinute } from "../lib/utc-minute.ts";
import { boundsOfOrder } from "./bounds-of-order.ts";

/** An order's options in words, a line each; none where it has none. */
export function optionLines(order: TwapOrder): string[] {
  const { startAt, expiresAt, maxGasPrice, randomize, catchUp } = order;
  const { limit } = boundsOfOrder(order);
  const share = (bps: number): string => `${formatUnits(BigInt(bps), 2)}%`;
  return [
    ...(limit === undefined ? [] : [`Limit price: ${limit.price} ${limit.unit}, at a worse one it waits`]),
    ...(startAt === undefined ? [] : [`Start: not before ${utcMinute(startAt)}`]),
    ...(expiresAt === undefined ? [] : [`End: ${utcMinute(expiresAt)}, what is left then is not traded`]),
    ...(maxGasPrice === undefined ? [] : [`Gas price: at most ${maxGasPrice} gwei, above it waits`]),
    ...(randomize === undefined
      ? []
      : [
          `Random: sizes within ${share(randomize.sizeBps)}, times up to ${share(randomize.timeBps)} of the interval later`,
        ]),
    ...(catchUp ? ["Catching up: at most three slices' worth at once"] : []),
  ];
}
