import { expect, test } from "vitest";
import { answerOf } from "../../../../src/chat/answers/answer-of.ts";
import { HELP_TOPICS } from "../../../../src/chat/answers/help-topics.ts";
import { readMessage } from "../../../../src/chat/read-message.ts";
import { onBase } from "../context.ts";

const of = (text: string) => answerOf(text)?.of;

test.each([
  [
    "portfolio",
    "show me my portfolio please",
    "what do i have?",
    "What does the vault hold right now",
    "all balances",
    "my assets",
  ],
  [
    "pnl",
    "what's my pnl?",
    "pnl ytd",
    "am I up or down",
    "how much profit did we make this week",
    "How is my performance?",
  ],
  [
    "fills",
    "last trades",
    "what did I buy yesterday?",
    "show me today's fills",
    "did it fill yet",
    "trade history",
  ],
  [
    "help",
    "how do I set a stop loss?",
    "how can i make a limit order",
    "syntax for a twap?",
    "how to lift a freeze?",
  ],
])("default: %s is what is asked of the whole vault", (answer, ...texts) => {
  for (const text of texts) expect([text, of(text)]).toEqual([text, answer]);
});

test("error: what says more, or asks for something to be done, is no such question", () => {
  for (const text of [
    ...[
      "take profit on 1 eth at 3000",
      "sell my profits",
      "sell all my assets to usdc",
      "stop loss at 2000",
      "buy the loss",
    ],
    ...[
      "sell 1 eth for usdc",
      "my usdc balance",
      "how much eth do i have",
      "what did order 7 fill at",
      "freeze the vault",
    ],
    ...["what if my key leaked?", "don't show my pnl", "cancel my trades", "x".repeat(201)],
  ])
    expect([text, of(text)]).toEqual([text, undefined]);
});

test("behavior: what help gives as an example is read as it stands, never otherwise", () => {
  for (const { text } of HELP_TOPICS) {
    const [, example] = /^[^:\n]+: ([^\n]+)/.exec(text) ?? [];
    if (example === undefined || /^(?:POST|sign|show my lp|pause 3|stake|long)/.test(example))
      continue;
    expect([example, readMessage(example, onBase).kind]).not.toEqual([example, "pass"]);
  }
});

test("behavior: a long line of the same words costs no more than its length", () => {
  const line = `show ${"my last the ".repeat(16)}trades`;
  const begun = performance.now();
  for (let time = 0; time < 200; time += 1) answerOf(line);
  expect((performance.now() - begun) / 200).toBeLessThan(3);
});
