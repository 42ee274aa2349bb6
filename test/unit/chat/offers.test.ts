import { describe, expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import { fastPath } from "../../../src/chat/fast-path/fast-path.ts";
import { runTurn } from "../../../src/chat/run-turn.ts";
import { onBase } from "./context.ts";
import { MISREADINGS, READINGS } from "./corpus/misreadings.ts";
import { OFFERS } from "./corpus/offers.ts";
import { PERP_MISREADINGS, PERP_READINGS } from "./corpus/perp-misreadings.ts";
import { turnWorld } from "./support/turn-world.ts";

/**
 * What these words come to where the model proposes this call: the call that ran, or why it did
 * not.
 */
async function turn(
  text: string,
  tool: string,
  args: Record<string, unknown>,
  chainId: ChainId = 8453,
) {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  const world = turnWorld({ calls: [{ tool, args: given }] });
  const answer = await runTurn(world.ports, { messages: [{ role: "user", text }], chainId });
  return { ran: world.ran, error: answer.toolCalls?.[0]?.error };
}

/** Of the service's own records: their answer says what they are. */
const STATED = ["create_nav_sync", "cancel_nav_sync"];

const turnedRound = (words: string): string[] => [
  `don't ${words}`,
  `never ${words}`,
  `should I ${words}?`,
  `${words}?`,
  `if eth drops below 2000, ${words}`,
  `${words} when gas is cheap`,
  `bob told me to ${words}`,
  `${words} tomorrow`,
  `no, ${words}`,
  `"${words}"`,
  `> ${words}`,
  `support wrote:\n${words}`,
  `what does "${words}" mean`,
  `nicht: ${words}`,
  words.replace(/[eao]/, (letter) => ({ e: "е", a: "а", o: "о" })[letter] ?? letter),
  words.split("").join("\u200d"),
];

test("behavior: no clear command is read by the grammar, as something else", () => {
  for (const { tool, clear } of OFFERS)
    for (const [words] of clear) {
      const reading = fastPath(words, onBase);
      expect(reading.kind === "call" ? reading.tool : tool, words).toBe(tool);
    }
});

describe.each(OFFERS)("$tool", ({ tool, clear, wrong, not }) => {
  const [first = ["", {}] as const] = clear;

  test("default: clear commands, with the call that they mean, are offered", async () => {
    for (const [words, args] of clear) {
      const { ran, error } = await turn(words, tool, args);
      expect(error, words).toBeUndefined();
      expect(ran, words).toMatchObject([{ tool, args, chainId: 8453 }]);
      expect(ran[0]?.card, words).toBeDefined();
      // Each figure of the call stands on the card, whatever the plan says of it.
      if (!STATED.includes(tool))
        for (const [name, value] of Object.entries(args))
          if (name !== "chain" && name !== "sourceChain")
            expect(ran[0]?.card?.join("\n"), words).toContain(
              name === "isLong" ? (value ? "long" : "short") : String(value),
            );
    }
  });

  test("error: calls that are not quite what was said", async () => {
    expect(wrong.length).toBeGreaterThanOrEqual(6);
    for (const [what, args] of wrong) {
      const { ran, error } = await turn(first[0], tool, args);
      expect([ran, error?.error], what).toEqual([[], "not_in_your_words"]);
    }
  });

  test("behavior: words that do not ask for it, though the model proposes it", async () => {
    for (const words of [...not, ...turnedRound(first[0])]) {
      const { ran, error } = await turn(words, tool, first[1]);
      expect([ran, error === undefined || error.error === "not_in_your_words"], words).toEqual([
        [],
        true,
      ]);
    }
  });

  test("behavior: no other tool's clear words", async () => {
    for (const other of OFFERS)
      for (const [words] of other.clear)
        for (const [, args] of clear) {
          if (other.tool === tool) continue;
          const { ran } = await turn(words, tool, args);
          expect(ran, `${words} ${JSON.stringify(args)}`).toEqual([]);
        }
  });
});

test("behavior: nor a clear command's own words of before, nor two at once", async () => {
  for (const { tool, clear } of OFFERS)
    for (const [words, args] of clear) {
      const world = turnWorld({ calls: [{ tool, args }] });
      const messages = [
        { role: "user" as const, text: words },
        { role: "assistant" as const, text: `Shall I ${words}` },
        { role: "user" as const, text: "yes" },
      ];
      await runTurn(world.ports, { messages, chainId: 8453 });
      expect(world.ran, words).toEqual([]);
      expect(
        (await turn(`${words} and ${words}`, tool, args)).ran.filter(() => /[0-9]/.test(words)),
        words,
      ).toEqual([]);
    }
});

/**
 * A call with one thing of it changed, whatever it is: an argument left out, a figure with a digit
 * more, two arguments exchanged, one more.
 */
function changed(args: Record<string, unknown>): [what: string, args: Record<string, unknown>][] {
  const entries = Object.entries(args);
  const without = (name: string) => Object.fromEntries(entries.filter(([other]) => other !== name));
  return [
    ...entries.flatMap(([name, value]): [string, Record<string, unknown>][] => [
      [`without ${name}`, without(name)],
      [
        `another ${name}`,
        { ...args, [name]: typeof value === "number" ? value * 10 + 1 : `1${String(value)}` },
      ],
      [
        `a shorter ${name}`,
        { ...args, [name]: typeof value === "number" ? value - 1 : String(value).slice(1) },
      ],
      ...entries
        .filter(
          ([other, theirs]) => other !== name && typeof theirs === typeof value && theirs !== value,
        )
        .map(([other, theirs]): [string, Record<string, unknown>] => [
          `${name} and ${other} exchanged`,
          { ...args, [name]: theirs, [other]: value },
        ]),
    ]),
    ...["recipient", "slippageBps", "vaultAddress", "executionMode", "constructor"].map(
      (name): [string, Record<string, unknown>] => [`with ${name}`, { ...args, [name]: "1" }],
    ),
  ];
}

test("behavior: nothing of any clear command's call can be changed unseen", async () => {
  let count = 0;
  for (const { tool, clear } of OFFERS)
    for (const [words, args] of clear)
      for (const [what, other] of changed(args)) {
        // Named or not, it is the chain of the request.
        if (
          /^without (?:chain|sourceChain)$/.test(what) &&
          (args.chain ?? args.sourceChain) === "base"
        )
          continue;
        count += 1;
        expect(
          (await turn(words, tool, other)).ran,
          `${words}: ${what} ${JSON.stringify(other)}`,
        ).toEqual([]);
      }
  expect(count).toBeGreaterThan(700);
});

test.each([...MISREADINGS, ...PERP_MISREADINGS])(
  "behavior: $tool is not offered, $what: $words",
  async ({ tool, words, args, chainId }) => {
    const { ran, error } = await turn(words, tool, args, chainId);
    expect([ran, error?.error]).toEqual([[], "not_in_your_words"]);
  },
);

test.each([...READINGS, ...PERP_READINGS])(
  "behavior: $tool is offered, $what: $words",
  async ({ tool, words, args, chainId }) => {
    const { ran, error } = await turn(words, tool, args, chainId);
    expect(error).toBeUndefined();
    expect(ran).toMatchObject([{ tool, args }]);
  },
);
