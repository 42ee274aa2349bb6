import { expect, test } from "vitest";
import { readMessage } from "../../../src/chat/read-message.ts";
import { onBase } from "./context.ts";
import { NO_OPTIONS, OPTION_COMMANDS, OPTION_QUESTIONS, SAID_AT } from "./corpus/order-options.ts";

const read = (text: string) => readMessage(text, { ...onBase, nowMs: SAID_AT });
const BASE = ["side", "sellToken", "buyToken", "totalAmount", "sliceCount", "intervalMinutes"];

test.each(OPTION_COMMANDS)("default: %s", (text, options) => {
  const reading = read(text);
  if (reading.kind !== "call") throw new Error(JSON.stringify(reading));
  expect(reading.tool).toBe("create_twap_order");
  expect(reading.args).toMatchObject(options);
  // And no option that was not said.
  const more = Object.keys(reading.args).filter(
    (name) => !BASE.includes(name) && !(name in options),
  );
  expect(more).toEqual([]);
});

test.each(OPTION_QUESTIONS)("behavior: asked back: %s", (text, question, options) => {
  const reading = read(text);
  if (reading.kind !== "ask") throw new Error(JSON.stringify(reading));
  expect(reading.ask.text).toContain(question);
  const [first] = reading.ask.options;
  if (options === null) {
    expect(first).toBeUndefined();
    return;
  }
  const meant = read(first?.words ?? "");
  if (meant.kind !== "call") throw new Error(JSON.stringify(meant));
  expect(meant.args).toMatchObject(options);
});

test.each(NO_OPTIONS.map((text) => [text] as const))("error: runs nothing: %s", (text) => {
  expect(read(text).kind).not.toBe("call");
});

/**
 * Where a name, a season or a week has more than one reading, each is a button with its date;
 * written down from the zones' own rules.
 */
test.each([
  // India, Ireland's and Israel's clocks: +5:30, +1, +2.
  ["9am ist", SAID_AT, ["2026-11-23 03:30", "2026-11-23 07:00", "2026-11-23 08:00"]],
  // In July Berlin is at +2, and who writes CET may mean +1.
  ["5pm cet", Date.UTC(2026, 6, 1), ["2026-07-01 15:00", "2026-07-01 16:00"]],
  ["9am new york", Date.UTC(2026, 6, 1), ["2026-07-01 13:00"]],
  // Said on a Sunday.
  ["sunday 2pm utc", SAID_AT, ["2026-11-22 14:00", "2026-11-29 14:00"]],
  ["sunday 9am utc", SAID_AT, ["2026-11-29 09:00"]],
  ["next tuesday 9am utc", SAID_AT, ["2026-11-24 09:00", "2026-12-01 09:00"]],
  // Clocks go forward in New York on 2026-03-08: Monday's nine o'clock is at UTC-4 already.
  ["monday 9am new york", Date.UTC(2026, 2, 7, 12), ["2026-03-09 13:00"]],
  ["tomorrow 9am sydney", SAID_AT, ["2026-11-22 22:00"]],
])("behavior: %s", (time, nowMs, moments) => {
  const reading = readMessage(`sell 5 eth in 10 slices every 15 minutes ${time}`, {
    ...onBase,
    nowMs,
  });
  if (reading.kind !== "ask") throw new Error(JSON.stringify(reading));
  expect(reading.ask.options.map(({ label }) => label.slice(4, -4))).toEqual(moments);
  for (const [at, { words }] of reading.ask.options.entries()) {
    const meant = readMessage(words, { ...onBase, nowMs });
    if (meant.kind !== "call") throw new Error(words);
    expect(meant.args.startAt).toBe(Date.parse(`${moments[at]?.replace(" ", "T")}:00Z`));
  }
});
