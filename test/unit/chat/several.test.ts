import { expect, test } from "vitest";
import { readMessage } from "../../../src/chat/read-message.ts";
import { onBase } from "./context.ts";
import { CLEAR_COMMANDS } from "./corpus/clear-commands.ts";
import { NOT_COMMANDS } from "./corpus/not-commands.ts";
import { FIRST_RUNS, FIRST_WAITS } from "./corpus/several.ts";
import { corpusOutcome } from "./support/corpus-outcome.ts";
import { isWanted } from "./support/is-wanted.ts";

const read = (text: string) => readMessage(text, { ...onBase, nowMs: 1_790_000_000_000 });

test.each(FIRST_RUNS)("default: $text", async ({ text, runs: [tool, args], next }) => {
  expect(read(text)).toMatchObject({ kind: "call", tool, next });
  const outcome = await corpusOutcome(text);
  expect(outcome).toMatchObject({ kind: "ran", calls: [{ tool, args }] });
});

test.each(FIRST_WAITS)("default: nothing runs by: %s", async (text) => {
  expect(read(text).kind, JSON.stringify(read(text))).not.toBe("call");
  expect((await corpusOutcome(text)).kind).not.toBe("ran");
});

test("behavior: behind any clear command others leave its call as alone, or wait", async () => {
  for (const [at, { text, wants }] of CLEAR_COMMANDS.entries()) {
    const other = CLEAR_COMMANDS[(at * 7 + 3) % CLEAR_COMMANDS.length]?.text ?? "";
    for (const between of ["; ", ", then ", " and ", ". "]) {
      const both = `${text}${between}${other}`;
      const outcome = await corpusOutcome(both);
      // A card of either shows the other as not used.
      if (outcome.kind === "ran" && outcome.calls.some(({ card }) => card === undefined))
        expect(isWanted(outcome.calls, wants), `${both}: ${JSON.stringify(outcome)}`).toBe(true);
    }
  }
});

test("behavior: nothing runs before or behind what is no command", () => {
  for (const { text } of NOT_COMMANDS.filter(({ answer }) => answer !== "card"))
    for (const both of [
      `${text}; cancel order 3`,
      `sell 1 eth for usdc, then ${text}`,
      `${text} and sell 1 eth for usdc`,
    ]) {
      const reading = read(both);
      // A whole command beside it is a card, which shows the rest as not used.
      expect(reading.kind !== "call" || reading.waits === true, both).toBe(true);
    }
});
