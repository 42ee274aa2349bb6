import { describe, expect, test } from "vitest";
import { runTurn } from "../../../src/chat/run-turn.ts";
import { OFFERS } from "./corpus/offers.ts";
import { turnWorld } from "./support/turn-world.ts";

/** What these words come to where the model proposes this call: the call that ran, or why it did not. */
async function turn(text: string, tool: string, args: Record<string, unknown>) {
  const given = Object.fromEntries(Object.entries(args).filter(([, value]) => value !== undefined));
  const world = turnWorld({ calls: [{ tool, args: given }] });
  const answer = await runTurn(world.ports, { messages: [{ role: "user", text }], chainId: 8453 });
  return { ran: world.ran, error: answer.toolCalls?.[0]?.error };
}

/** Of these two, which change the service's own records, the words decide whether they act; the others wait as a card. */
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
  `${words} only with my ok`,
  words.replace(/[eao]/, (letter) => ({ e: "е", a: "а", o: "о" })[letter] ?? letter),
  words.split("").join("\u200d"),
];

describe.each(OFFERS)("$tool", ({ tool, clear, wrong, not }) => {
  const [first = ["", {}] as const] = clear;

  test("default: clear commands, with the call that they mean, are offered", async () => {
    for (const [words, args] of clear) {
      const { ran, error } = await turn(words, tool, args);
      expect(error, words).toBeUndefined();
      expect(ran, words).toMatchObject([{ tool, args, chainId: 8453 }]);
      expect(ran[0]?.card === undefined, words).toBe(STATED.includes(tool));
      // Each figure of the call stands on the card, whatever the plan says of it.
      if (!STATED.includes(tool))
        for (const [name, value] of Object.entries(args))
          if (name !== "chain" && name !== "sourceChain")
            expect(ran[0]?.card?.join("\n"), words).toContain(String(value));
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
      expect([ran, error === undefined || error.error === "not_in_your_words"], words).toEqual([[], true]);
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
