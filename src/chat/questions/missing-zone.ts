import { TIME_PIECES } from "../time-pieces.ts";
import type { Rule } from "./draft.ts";

const { clock: CLOCK, zone: ZONE, day: DAY } = TIME_PIECES;
const WITHOUT = new RegExp(`(?<= )${CLOCK}(?! ?(?:${ZONE}))(?= |,|$)`, "g");
const NO_CLOCK = new RegExp(
  `^(?<before>.*?),? (?:starting |start |beginning |from )?(?<day>${DAY})$`,
);

/** A time without its zone, or a day without its time, in an order that may have one. */
export const missingZone: Rule = (line, isCommand) => {
  const found = [...line.matchAll(WITHOUT)];
  if (found.length > 2) return undefined;
  if (found.length > 0) {
    // From the last to the first, so that no place moves.
    const put = (zone: string) =>
      found.reduceRight(
        (text, { 0: clock, index }) =>
          `${text.slice(0, index)}${clock} ${zone}${text.slice(index + clock.length)}`,
        line,
      );
    // Of a swap no zone makes a start: its time is a condition.
    if (!isCommand(put("utc"))) return undefined;
    const [{ 0: clock } = { 0: "" }] = found;
    return {
      text: `${clock} in which time zone? For example UTC+2.`,
      options: ["UTC", "UTC+1", "UTC+2", "UTC-5", "UTC+8"].map((zone) => ({
        label: `${clock} ${zone}`,
        words: put(zone.toLowerCase()),
      })),
      // One zone holds for every time of the order.
      ...(found.length === 1 && { completes: [{ template: put("{}"), probe: "utc+2" }] }),
    };
  }
  const { before, day } = NO_CLOCK.exec(line)?.groups ?? {};
  if (before === undefined || !isCommand(`${before} ${day} at 14:00 utc`)) return undefined;
  return {
    text: `At what time ${day}? For example: 14:00 utc`,
    completes: [{ template: `${before} ${day} at {}`, probe: "14:00 utc" }],
  };
};
