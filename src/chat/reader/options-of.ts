import { timeOfWords } from "../time-of-words.ts";
import type { Trade } from "./trade.ts";

/**
 * The options of an order that its clauses set, an end counted from its start; undefined where a
 * time is none.
 */
export function optionsOf(
  trade: Trade,
  nowMs: number | undefined,
): Record<string, unknown> | undefined {
  const { startAt, startIn, until, maxGasPrice, randomBoth, randomSize, randomTime, catchUp } =
    trade;
  const random = {
    ...((randomBoth ?? randomSize) !== undefined && { size: randomBoth ?? randomSize }),
    ...((randomBoth ?? randomTime) !== undefined && { time: randomBoth ?? randomTime }),
  };
  const isTwice =
    (startAt !== undefined && startIn !== undefined) ||
    (randomBoth !== undefined && (randomSize ?? randomTime) !== undefined);
  const isTimed = (startAt ?? startIn ?? until) !== undefined;
  if (isTwice || (isTimed && nowMs === undefined)) return undefined;
  const now = nowMs ?? 0;
  const start =
    startAt === undefined
      ? startIn === undefined
        ? undefined
        : now + startIn * 60_000
      : timeOfWords(startAt, now);
  const end = until === undefined ? undefined : timeOfWords(until, start ?? now);
  if ((startAt !== undefined && start === undefined) || (until !== undefined && end === undefined))
    return undefined;
  return {
    ...(start !== undefined && { startAt: start }),
    ...(end !== undefined && { expiresAt: end }),
    ...(maxGasPrice !== undefined && { maxGasPrice }),
    ...(Object.keys(random).length > 0 && { randomize: random }),
    ...(catchUp === true && { catchUp }),
  };
}
