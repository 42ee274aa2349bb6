import { minutesOfClock } from "../minutes-of-clock.ts";
import { TIME_PIECES } from "../time-pieces.ts";

import type { Rule } from "./draft.ts";
import { placeOffset } from "./place-offset.ts";
import { ZONE_NAMES } from "./zone-names.ts";

const MINUTE = 60_000;
const DAY = 1_440 * MINUTE;
const WEEKDAYS = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"];
const { clock: CLOCK, zone: UTC } = TIME_PIECES;
const SAID_DAY = "(?:(?:next |this )?(?:mon|tues|wednes|thurs|fri|satur|sun)day|today|tomorrow)";
const NAMES = Object.keys(ZONE_NAMES)
  .sort((one, other) => other.length - one.length)
  .join("|");
const TIME = new RegExp(
  `(?<= )(?:on )?(?:(?<day>${SAID_DAY}),? (?:at )?)?(?<clock>${CLOCK})(?: ?(?<utc>${UTC})| ` +
    `(?:in )?(?<name>${NAMES})(?: time)?)?(?: (?:on )?(?<later>${SAID_DAY}))?(?= |,|$)`,
  "g",
);

type Said = { day: string | undefined; minutes: number; nowMs: number };

/**
 * A time by a weekday or by a zone's name, of an order that may have one: which moment that is
 * depends on the season, on the place, or on whether this week is meant, so each reading is shown
 * in UTC, with its date, and none is taken unasked.
 */
export const namedTimes: Rule = (line, isCommand, nowMs) => {
  const [found, ...others] = [...line.matchAll(TIME)];
  const { day, clock = "", utc, name, later } = found?.groups ?? {};
  const saidDay = day ?? later;
  if (
    found === undefined ||
    others.length > 0 ||
    nowMs === undefined ||
    (day !== undefined && later !== undefined)
  )
    return undefined;
  if (name === undefined && !isWeekday(saidDay)) return undefined;
  const minutes = minutesOfClock(clock);
  if (minutes === undefined) return undefined;
  const put = (text: string) =>
    line.slice(0, found.index) + text + line.slice(found.index + found[0].length);
  const said = { day: saidDay, minutes, nowMs };
  const moments = [...new Set(offsetsOf(name, utc).flatMap((offset) => momentsOf(said, offset)))]
    .filter((at) => at > nowMs)
    .sort((one, other) => one - other);
  const options = moments.map((at) => ({ label: shown(at), words: put(inUtc(at)) }));
  if (!options.some(({ words }) => isCommand(words))) return undefined;
  const phrase = found[0].replace(/^on /, "");
  if (name !== undefined || utc !== undefined)
    return { text: `"${phrase}" in UTC, to be sure. Do you mean:`, options };
  return {
    text: `"${phrase}" in which time zone? For example UTC+2, or New York.`,
    options,
    completes: [{ template: put(`${saidDay} ${clock} {}`), probe: "utc" }],
  };
};

const isWeekday = (day: string | undefined): boolean =>
  WEEKDAYS.some((name) => day?.endsWith(name));

type Offset = (atMs: number) => number;

function offsetsOf(name: string | undefined, utc: string | undefined): readonly Offset[] {
  if (name === undefined) {
    const [, sign, hours = "0", rest = "0"] = /([+-]) ?(\d{1,2}):?(\d{2})?$/.exec(utc ?? "") ?? [];
    const minutes = (sign === "-" ? -1 : 1) * (Number(hours) * 60 + Number(rest));
    return [() => minutes];
  }
  const { offsets = [], places = [] } = ZONE_NAMES[name] ?? {};
  return [
    ...offsets.map((offset) => () => offset),
    ...places.map((place) => (atMs: number) => placeOffset(place, atMs)),
  ];
}

/**
 * The moments that a day and a clock may mean there: of a weekday that is today, or "next", both
 * weeks.
 */
function momentsOf({ day, minutes, nowMs }: Said, offset: Offset): number[] {
  const midnight = Math.floor((nowMs + offset(nowMs) * MINUTE) / DAY) * DAY;
  const today = new Date(midnight).getUTCDay();
  const wanted = WEEKDAYS.findIndex((name) => day?.endsWith(name));
  const ahead = (wanted - today + 7) % 7;
  const isNext = day?.startsWith("next ") === true;
  const days =
    wanted < 0
      ? [day === "tomorrow" ? 1 : 0, ...(day === undefined ? [1] : [])]
      : ahead === 0
        ? [...(isNext ? [] : [0]), 7]
        : [ahead, ...(isNext ? [ahead + 7] : [])];
  const all = days.map((count) => {
    const onTheirClock = midnight + count * DAY + minutes * MINUTE;
    // A clock that is put forward or back between now and then: by the offset of that time.
    const guess = onTheirClock - offset(nowMs) * MINUTE;
    return onTheirClock - offset(guess) * MINUTE;
  });
  const first = all.filter((at) => at > nowMs);
  // Without a day it is the next such time.
  return wanted < 0 ? first.slice(0, 1) : first;
}

const shown = (ms: number): string =>
  `${new Date(ms).toUTCString().slice(0, 3)} ` +
  `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
const inUtc = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace("T", " at ")} utc`;
