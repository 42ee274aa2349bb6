/**
 * Orders of slices with options in words, said on 2026-11-22 at 12:00 UTC, written down before what
 * reads them. Base order: 5 ETH in 10 slices every 15 minutes.
 */
const T = Date.UTC(2026, 10, 22, 12);
export const SAID_AT = T;
const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const O = "sell 5 eth in 10 slices every 15 minutes";

export const OPTION_COMMANDS: readonly (readonly [string, Readonly<Record<string, unknown>>])[] = [
  [`${O} at 5pm utc`, { startAt: T + 5 * HOUR }],
  [`${O} at 17:00 UTC`, { startAt: T + 5 * HOUR }],
  [`${O} starting at 17:00 utc`, { startAt: T + 5 * HOUR }],
  [`${O}, from 14:00 utc`, { startAt: T + 2 * HOUR }],
  [`${O} tomorrow at 9:30 am utc`, { startAt: T + DAY - 2.5 * HOUR }],
  [`${O} at 9am utc tomorrow`, { startAt: T + DAY - 3 * HOUR }],
  // Past for today, so tomorrow's.
  [`${O} at 11:00 utc`, { startAt: T + DAY - HOUR }],
  [`${O} at 15:00 utc+2`, { startAt: T + HOUR }],
  // 12:00 UTC is 07:00 there.
  [`${O} at 8am utc-5`, { startAt: T + HOUR }],
  // 12:00 UTC is 22:00 there: tomorrow is the 23rd, whose 01:00 is 15:00 UTC of the 22nd.
  [`${O} tomorrow at 1am utc+10`, { startAt: T + 3 * HOUR }],
  [`${O} on 2026-11-24 at 09:00 utc`, { startAt: T + 45 * HOUR }],
  [`${O} until 2026-12-01 at 12:00 utc`, { expiresAt: T + 9 * DAY }],
  [`${O} at noon utc`, { startAt: T + DAY }],
  [`${O} at midnight utc`, { startAt: T + 12 * HOUR }],
  [`${O} starting in 2 hours`, { startAt: T + 2 * HOUR }],
  [`${O} until 6pm utc`, { expiresAt: T + 6 * HOUR }],
  [`${O} from 11pm utc until 2am utc`, { startAt: T + 11 * HOUR, expiresAt: T + 14 * HOUR }],
  [`${O}, not above 20 gwei`, { maxGasPrice: "20" }],
  [`${O} only if gas is below 0.5 gwei`, { maxGasPrice: "0.5" }],
  [`${O}, randomize by 20%`, { randomize: { size: "20%", time: "20%" } }],
  [`${O}, randomize sizes by 10%`, { randomize: { size: "10%" } }],
  [`${O} and randomize times by 15 percent`, { randomize: { time: "15%" } }],
  [`${O} and catch up`, { catchUp: true }],
  [`${O}, catch up when behind, not above 20 gwei`, { catchUp: true, maxGasPrice: "20" }],
  [`${O}, not below 3000, at 5pm utc`, { limitPrice: "3000", startAt: T + 5 * HOUR }],
  [
    "dca 5k usdc into eth over 6h in 12 slices starting at 17:00 utc",
    { startAt: T + 5 * HOUR, sliceCount: 12 },
  ],
];

/** What is asked, and what its first reading sets; null: it has none. */
export const OPTION_QUESTIONS: readonly (readonly [
  string,
  string,
  Readonly<Record<string, unknown>> | null,
])[] = [
  [`${O} at 5pm`, "5pm in which time zone?", { startAt: T + 5 * HOUR }],
  [`${O} from 14:00`, "14:00 in which time zone?", { startAt: T + 2 * HOUR }],
  [`${O} until 6pm`, "6pm in which time zone?", { expiresAt: T + 6 * HOUR }],
  [
    `${O} from 13:00 until 14:00`,
    "13:00 in which time zone?",
    { startAt: T + HOUR, expiresAt: T + 2 * HOUR },
  ],
  // 2026-11-22 is a Sunday; Berlin is at UTC+1 then, New York at UTC-5.
  [`${O} monday 9am`, "in which time zone?", { startAt: T + 21 * HOUR }],
  [`${O} on monday at 9am utc`, "in UTC, to be sure", { startAt: T + 21 * HOUR }],
  [`${O} at 5pm cet`, "in UTC, to be sure", { startAt: T + 4 * HOUR }],
  [`${O} at 5pm cest`, "in UTC, to be sure", { startAt: T + 3 * HOUR }],
  [`${O} 9am new york`, "in UTC, to be sure", { startAt: T + 2 * HOUR }],
  [`${O} tomorrow at 9am new york time`, "in UTC, to be sure", { startAt: T + 26 * HOUR }],
  [`${O} starting monday at 09:00 london`, "in UTC, to be sure", { startAt: T + 21 * HOUR }],
  [`${O} until monday 5pm est`, "in UTC, to be sure", { expiresAt: T + 34 * HOUR }],
  [`${O} 9am tokyo on tuesday`, "in UTC, to be sure", { startAt: T + 36 * HOUR }],
  [`${O} sunday 2pm utc`, "in UTC, to be sure", { startAt: T + 2 * HOUR }],
  [`${O} at 09:30`, "09:30 in which time zone?", { startAt: T + 21.5 * HOUR }],
  [`${O} on 2026-11-24 at 09:00`, "09:00 in which time zone?", { startAt: T + 45 * HOUR }],
  [`${O} tomorrow`, "At what time tomorrow?", null],
  // A swap has no start: the time is not dropped.
  ["sell 1 eth for usdc at 5pm", "would not be watched", {}],
  ["sell 1 eth for usdc at 5pm utc", "would not be watched", {}],
];

/** Said twice, or of nothing that an order has: nothing runs, and no option is dropped unasked. */
export const NO_OPTIONS: readonly string[] = [
  `${O} at 5pm utc at 6pm utc`,
  `${O} today at 5pm utc tomorrow`,
  `${O} at 14:00 pm utc`,
  `${O} not above 20 gwei, not above 30 gwei`,
  `${O}, randomize by 20% and by 30%`,
  `${O} on 2026-02-30 at 09:00 utc`,
  `${O} at 25pm cet`,
  `${O} not before 5pm cet`,
  `${O} at 5pm utc or so`,
  `don't ${O} at 5pm utc`,
  `should i ${O} at 5pm utc`,
  `${O} not at 5pm utc`,
  `${O} unless it is 5pm utc`,
];
