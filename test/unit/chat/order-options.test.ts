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
  const more = Object.keys(reading.args).filter((name) => !BASE.includes(name) && !(name in options));
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
