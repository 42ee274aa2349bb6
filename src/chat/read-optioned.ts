import { createTwapOrder } from "../twap/tools/create-twap-order.ts";
import type { CommandReading } from "./run-turn.ts";
import { timeOfWords } from "./time-of-words.ts";
import { TIME_PIECES } from "./time-pieces.ts";

const { day: DAY, clock: CLOCK, zone: ZONE } = TIME_PIECES;
const TIME = `(?:(?<day>${DAY}) )?(?:at )?(?<clock>${CLOCK}) ?(?<zone>${ZONE})(?: (?<later>${DAY}))?`;
const BEHIND = "(?= |,|$)";
const AND = ",? (?:and )?";
const MINUTES: Record<string, number> = { m: 1, h: 60, d: 1_440 };

type Found = Record<string, string | undefined>;
type Args = Record<string, unknown>;
/** `atMs`: now, or the start where one was said. */
type Option = (found: Found, atMs: number) => Args | undefined;

const moment = ({ day, later, clock = "", zone = "" }: Found, afterMs: number) =>
  day !== undefined && later !== undefined ? undefined : timeOfWords({ day: day ?? later, clock, zone }, afterMs);

/** Clauses of an order's options, each at most once; the start before the end, which is after it. */
const CLAUSES: readonly (readonly [string, Option])[] = [
  [
    `(?:(?:but )?(?:only )?(?:if|when|while) )?(?:the )?(?:gas (?:price )?)?(?:is )?(?:at )?(?:not above|at most|no more than|up to|max(?:imum)?|below|under) (?<gwei>\\d{1,6}(?:\\.\\d{1,9})?) ?gwei(?: (?:of )?gas)?`,
    ({ gwei }) => ({ maxGasPrice: gwei }),
  ],
  [
    "(?:randomi[sz]ed?|with random|random)(?: (?:the )?(?<what>sizes?|amounts?|times?|sizes? and times?|times? and sizes?|it))? by (?:up to )?(?<percent>\\d{1,2}(?:\\.\\d{1,2})?) ?(?:%|percent)",
    ({ what = "it", percent }) => ({
      randomize: {
        ...(!/^times?$/.test(what) && { size: `${percent}%` }),
        ...(!/^(?:sizes?|amounts?)$/.test(what) && { time: `${percent}%` }),
      },
    }),
  ],
  ["(?:catch(?:ing)? up|with catch[- ]up)(?: (?:if|when) (?:it is )?(?:late|behind))?", () => ({ catchUp: true })],
  [
    "(?:starting|start|beginning|begin) in (?<count>\\d{1,3}) ?(?<unit>m|h|d)(?:ins?|inutes?|rs?|ours?|ays?)?",
    ({ count, unit = "m" }, nowMs) => ({ startAt: nowMs + Number(count) * (MINUTES[unit] ?? 1) * 60_000 }),
  ],
  [
    `(?:until|till|ending|expiring|expires|not after|no later than) ${TIME}`,
    (found, atMs) => {
      const expiresAt = moment(found, atMs);
      return expiresAt === undefined ? undefined : { expiresAt };
    },
  ],
  [
    `(?:starting |starts? |beginning |begin )?(?:from |at |on )?${TIME}`,
    (found, nowMs) => {
      const startAt = moment(found, nowMs);
      return startAt === undefined ? undefined : { startAt };
    },
  ],
];

/**
 * An order of slices with the options that its words set: its start and end, which need their time zone, the highest gas price, how far sizes and times are
 * random, catching up. They are taken out of the sentence, and what is left has to be such an order to its last word. Undefined where there
 * are none, one is said twice, or they are of something else: no option is ever dropped.
 */
export function readOptioned(
  text: string,
  nowMs: number | undefined,
  read: (rest: string) => CommandReading,
): CommandReading | undefined {
  if (nowMs === undefined) return undefined;
  let rest = text
    .trim()
    .replace(/[.!]+$/, "")
    .toLowerCase();
  const said: { found: Found; option: Option }[] = [];
  for (const [pattern, option] of CLAUSES) {
    const match = new RegExp(`${AND}${pattern}${BEHIND}`).exec(rest);
    if (match === null) continue;
    said.push({ found: match.groups ?? {}, option });
    rest = rest.slice(0, match.index) + rest.slice(match.index + match[0].length);
  }
  if (said.length === 0) return undefined;
  const reading = read(rest);
  if (reading.kind !== "call" || reading.tool !== createTwapOrder.name) return undefined;
  const options: Args = {};
  // The start stands behind the end in the table, so that "until 6pm" is none; an end is counted from it.
  for (const { found, option } of said.reverse()) {
    const args = option(found, typeof options.startAt === "number" ? options.startAt : nowMs);
    if (args === undefined || Object.keys(args).some((name) => name in options)) return undefined;
    Object.assign(options, args);
  }
  const told = (["startAt", "expiresAt"] as const).flatMap((name) => {
    const at = options[name];
    return typeof at === "number" ? [`${name === "startAt" ? "From" : "Until"} ${utc(at)}.`] : [];
  });
  const note = [...told, reading.note ?? ""].filter((line) => line !== "").join("\n");
  return { ...reading, args: { ...reading.args, ...options }, ...(note !== "" && { note }) };
}

const utc = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
