import { expect, test } from "vitest";
import { readMessage } from "../../../src/chat/read-message.ts";
import { runTurn } from "../../../src/chat/run-turn.ts";
import { withoutDryWords } from "../../../src/chat/without-dry-words.ts";
import { onBase } from "./context.ts";
import {
  DOOR_CARDS,
  DOOR_COMMANDS,
  DOOR_NOT_COMMANDS,
  GROUNDED_CALLS,
  UNGROUNDED_CALLS,
} from "./corpus/order-doors.ts";
import { corpusOutcome } from "./support/corpus-outcome.ts";
import { isWanted } from "./support/is-wanted.ts";
import { turnWorld } from "./support/turn-world.ts";

/** The last message without what makes a dry run of its turn, as run-chat.ts reads it. */
const tried = (text: string): string | undefined =>
  withoutDryWords(
    [{ role: "user", text }],
    (words) => readMessage(words, onBase).kind === "call",
  )?.[0]?.text;

test("default: what is typed of orders, slices, limits, triggers is the call meant", async () => {
  expect(DOOR_COMMANDS.length).toBeGreaterThanOrEqual(60);
  for (const { text, wants, dry } of DOOR_COMMANDS) {
    expect(tried(text) !== undefined, text).toBe(dry === true);
    const outcome = await corpusOutcome(tried(text) ?? text);
    expect(
      outcome.kind === "ran" && isWanted(outcome.calls, wants),
      `${text}: ${JSON.stringify(outcome)}`,
    ).toBe(true);
  }
});

test("default: an awaited price, a limit and a sum a day are cards, as the words say", async () => {
  for (const { text, wants } of DOOR_CARDS) {
    const outcome = await corpusOutcome(text);
    expect(
      outcome.kind === "ran" && isWanted(outcome.calls, wants),
      `${text}: ${JSON.stringify(outcome)}`,
    ).toBe(true);
    if (outcome.kind === "ran")
      for (const { card } of outcome.calls) expect(card, text).toBeDefined();
  }
});

test("error: what is open, contradicts itself, is turned round or asks runs nothing", async () => {
  expect(DOOR_NOT_COMMANDS.length).toBeGreaterThanOrEqual(60);
  for (const text of DOOR_NOT_COMMANDS) {
    const outcome = await corpusOutcome(tried(text) ?? text);
    expect(outcome.kind, `${text}: ${JSON.stringify(outcome)}`).not.toBe("ran");
  }
});

test("behavior: turned round in any usual way no command of them changes anything", async () => {
  for (const { text, wants, dry } of DOOR_COMMANDS) {
    if (dry === true || READS.includes(wants.tool)) continue;
    for (const round of [
      `don't ${text}`,
      `never ${text}`,
      `should i ${text}`,
      `${text} tomorrow`,
      `"${text}"`,
      `> ${text}`,
      `${text} unless gas is high`,
      `bob says ${text}`,
    ]) {
      const outcome = await corpusOutcome(round);
      expect(outcome.kind, `${round}: ${JSON.stringify(outcome)}`).not.toBe("ran");
    }
  }
});
const READS = ["get_vault_limits", "get_twap_order", "list_trigger_orders"];

const proposed = async (words: string, tool: string, args: Record<string, unknown>) => {
  const world = turnWorld({ calls: [{ tool, args }] });
  const answer = await runTurn(world.ports, {
    messages: [{ role: "user", text: words }],
    chainId: 8453,
  });
  return { ran: world.writes(), error: answer.toolCalls?.[0]?.error?.error };
};

test("default: a model's call in the words runs, executes by itself only if they say", async () => {
  for (const { words, tool, args } of GROUNDED_CALLS) {
    const { ran, error } = await proposed(words, tool, args);
    expect([ran.map((call) => call.tool), error], words).toEqual([[tool], undefined]);
    expect(ran[0]?.args.autoExecute ?? false, words).toBe(false);
  }
});

test("attack: model calls unsaid by the words to figure and direction run nothing", async () => {
  const offered = new Set<string>();
  for (const { words, tool, args } of UNGROUNDED_CALLS) {
    const { ran, error } = await proposed(words, tool, args);
    expect(
      ran.filter(({ card }) => card === undefined),
      `${words} ${JSON.stringify(args)}`,
    ).toEqual([]);
    if (ran.length > 0) offered.add(words);
    expect(["not_in_your_words", "unknown_tool", undefined]).toContain(error);
  }
  // A price that is waited for needs no word "trigger" (decision D56).
  expect([...offered]).toEqual([
    "skip 3",
    "cancel order 2",
    "sell 1 ETH for USDC when ETH drops below 2800",
    "trigger: sell 1 ETH for USDC when ETH is above 3500",
    "change order 3 to every 30 minutes",
  ]);
});
