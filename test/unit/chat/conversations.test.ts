import fc from "fast-check";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { readMessage } from "../../../src/chat/read-message.ts";
import { AppError } from "../../../src/errors.ts";
import { openOperation } from "../../../src/store/operations/open-operation.ts";
import { loadQuestions } from "../../../src/store/questions/load-questions.ts";
import { boundMessage } from "../../support/sign-operator.ts";
import { newAddress, newHash, orderOf } from "../store/support/records.ts";
import { startTestRedis, type TestRedis } from "../store/support/start-store.ts";
import { onBase } from "./context.ts";
import { CONVERSATIONS, type Turn } from "./corpus/conversations.ts";
import { questionChat, type Ran, type Sent } from "./support/question-chat.ts";

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis("simulated");
});
afterAll(() => redis?.stop());

test.each(CONVERSATIONS)("behavior: $about", async ({ turns }) => {
  const chat = questionChat(redis.store());
  let question: { id: string; options: { label: string }[] } | undefined;
  for (const turn of turns) {
    const what = JSON.stringify(turn);
    chat.pass((turn.after ?? 0) * 60_000);
    chat.dying(turn.dies === true);
    chat.cards(turn.card === true);
    const more = turn.vault === "other" ? { vaultAddress: chat.vaults.other } : {};
    const option = question?.options.findIndex(({ label }) => label === turn.tap) ?? -1;
    const answers =
      turn.tap === undefined ? {} : { answers: { questionId: question?.id ?? "", option } };
    const { response, code } = await chat.send(turn.say ?? "", { ...more, ...answers });
    question = response?.question ?? question;
    expectTurn(turn, { response, code, ran: chat.ran, byPast: chat.byPast }, what);
  }
});

test("default: over HTTP an answer names its question, completed only by its asker", async () => {
  const chat = questionChat(redis.store());
  const [alice, bob] = [privateKeyToAccount(newHash()), privateKeyToAccount(newHash())];
  const signed = async (account: typeof alice) => ({
    operatorAddress: account.address,
    authSignature: await account.signMessage({ message: boundMessage(chat.startMs) }),
    authTimestamp: chat.startMs,
  });
  const as = async (who: typeof alice | undefined, changes: object = {}) => ({
    caller: { kind: "outside" as const, credentials: who === undefined ? {} : await signed(who) },
    ...changes,
  });
  const asks = async (who: typeof alice | undefined, text = "sell 1 usdc") =>
    (await chat.send(text, await as(who))).response?.question?.id ?? "";
  const answer = async (questionId: string, who: typeof alice | undefined, changes: object = {}) =>
    chat.send("eth", { ...(await as(who)), ...changes, answers: { questionId } });

  const of = { alice: await asks(alice), nobody: await asks(undefined) };
  // A stranger who names the operator without a signature asks for nobody.
  const forged = {
    operatorAddress: alice.address,
    authSignature: "0x00",
    authTimestamp: chat.startMs,
  };
  const lure = await chat.send("sell 1 usdc", { caller: { kind: "outside", credentials: forged } });
  for (const wrong of [
    await answer(of.alice, bob),
    await answer(of.alice, undefined),
    await answer(of.nobody, alice),
    await answer(lure.response?.question?.id ?? "", alice),
    await answer(of.alice, alice, { vaultAddress: chat.vaults.other }),
    await answer(of.alice, alice, { chainId: 10 }),
    await answer("0".repeat(32), alice),
  ])
    expect([wrong.code, chat.ran]).toEqual(["question_not_open", []]);
  expect([(await answer(of.nobody, undefined)).code, chat.ran[0]?.[0]]).toEqual([
    undefined,
    "build_vault_swap",
  ]);
  const answered = await answer(of.alice, alice);
  expect([answered.response?.question, chat.ran]).toMatchObject([
    undefined,
    [["build_vault_swap", { amountIn: "1" }]],
  ]);
  expect((await answer(of.alice, alice)).code).toBe("question_not_open");
  // Without its id nothing is answered, and what is no answer is asked again, under the same id.
  const again = await asks(alice);
  expect((await chat.send("eth", await as(alice))).code).toBe("not_configured");
  const [no, still] = [
    await chat.send("milk", { ...(await as(alice)), answers: { questionId: again } }),
    again,
  ];
  expect(no.response).toMatchObject({
    reply: expect.stringMatching(/^That does not answer it/),
    question: { id: still },
  });
});

test("default: a yes or no answers the last shown card by its buttons, others open", async () => {
  const chat = questionChat(redis.store());
  await chat.send("sell 1 usdc");
  await chat.send("cancel order");
  chat.cards(true);
  const { response: card } = await chat.send("sell 2 eth for usdc");
  const ran = [...chat.ran];
  chat.cards(false);
  for (const words of ["yes", "do it", "no"]) {
    const { response } = await chat.send(words);
    expect(response?.reply).toContain("The card waits for its own buttons");
    expect(response?.reply).not.toContain("questions are open");
    expect(response?.operationId).toBe(card?.operationId);
  }
  expect([card?.operationId, ran]).toMatchObject([
    expect.stringMatching(/./),
    [["build_vault_swap", { amountIn: "2" }]],
  ]);
  // What was asked before it is still answered by its own words.
  await chat.send("eth");
  expect(chat.ran.at(-1)).toMatchObject(["build_vault_swap", { amountIn: "1" }]);
});

test("default: a yes to the only waiting card approves it, else it shows the buttons", async () => {
  const store = redis.store();
  const chat = questionChat(store);
  const id = "ab".repeat(16);
  const open = async (operationId: string, expiresAtMs = chat.startMs + 180_000) =>
    openOperation.run(store.redis, store.keys, {
      ...{ requestId: newHash(), nowMs: chat.startMs },
      operation: {
        ...{
          id: operationId,
          vault: chat.vaults.own,
          chainId: 8453,
          operator: chat.caller.operator,
        },
        ...{
          tool: "build_vault_swap",
          arguments: {},
          dataHash: "cd".repeat(32),
          data: "0x2213bc0b00",
        },
        ...{
          description: "Swap",
          message: "Waits",
          createdAtMs: chat.startMs,
          expiresAtMs,
          quote: null,
          swap: null,
        },
      },
    });
  await open(id);
  chat.cards(true);
  await chat.send("sell 2 eth for usdc");
  chat.cards(false);
  for (const yesTo of [null, "ef".repeat(16), undefined]) {
    const { response, approves } = await chat.send("yes", { yesTo } as { yesTo: string | null });
    expect([response?.operationId, approves]).toEqual([id, undefined]);
  }
  expect(
    (await chat.send("yes", { yesTo: id, vaultAddress: chat.vaults.other })).approves,
  ).toBeUndefined();
  const no = await chat.send("no", { yesTo: id });
  expect([no.approves, no.rejects, no.response?.reply]).toEqual([
    undefined,
    id,
    "Dropped: nothing was done.",
  ]);
  expect((await chat.send("yes", { yesTo: id })).approves).toBe(id);
  // Words that are more than a yes are about something else, behind which the card is not the last
  // one any more.
  for (const words of ["yes but cheaper", "yes"])
    expect((await chat.send(words, { yesTo: id })).approves).toBeUndefined();

  // A question of before, of whichever vault, is open beside it.
  await chat.send("sell 1 usdc", { vaultAddress: chat.vaults.other });
  chat.cards(true);
  await chat.send("sell 3 eth for usdc");
  chat.cards(false);
  expect((await chat.send("yes", { yesTo: id })).approves).toBeUndefined();
  // Too late it approves nothing: its button shows a fresh one.
  chat.pass(4 * 60_000);
  expect((await chat.send("yes", { yesTo: id })).approves).toBeUndefined();
});

test("attack: a yes that is not to it approves no card that words have changed", async () => {
  const chat = questionChat(redis.store());
  chat.cards(true);
  await chat.send("sell 2 eth for usdc");
  const { rejects } = await chat.send("make it 0.2");
  expect([rejects, chat.ran.at(-1)]).toMatchObject([
    /./,
    ["build_vault_swap", { amountIn: "0.2" }],
  ]);
  for (const words of ["yes", "Yes.", "yes, please", "yes pls"])
    for (const yesTo of [null, "ef".repeat(16), undefined]) {
      const { approves } = await chat.send(words, { yesTo } as { yesTo: string | null });
      expect([words, yesTo, approves, chat.ran]).toEqual([words, yesTo, undefined, []]);
    }
});

test.each([
  [
    "the rest of a message",
    false,
    ["sell 1 eth for usdc, then cancel order 3"],
    ["do it", "Do it!", "do  it", "yes"],
  ],
] as const)(
  "attack: a yes that is not to it runs no question about %s",
  async (_, isCard, before, answers) => {
    const chat = questionChat(redis.store());
    chat.cards(isCard);
    let id = "";
    for (const words of before) id = (await chat.send(words)).response?.question?.id ?? "";
    expect(id).toMatch(/./);
    for (const words of answers)
      for (const yesTo of [null, "ef".repeat(16), undefined]) {
        await chat.send(words, { yesTo } as { yesTo: string | null });
        expect([words, yesTo, chat.ran]).toEqual([words, yesTo, []]);
      }
    await chat.send(answers[0], { yesTo: id });
    expect(chat.ran).toHaveLength(1);
  },
);

test("behavior: a yes to a card with a question below shows buttons, asks no choice", async () => {
  const chat = questionChat(redis.store());
  chat.cards(true);
  const { response: both } = await chat.send("sell 1 eth for usdc, then cancel order 3");
  expect([both?.operationId, both?.question]).toEqual([expect.any(String), expect.anything()]);
  const { response, approves } = await chat.send("yes");
  expect(response?.reply).toContain("The card waits for its own buttons");
  expect([response?.operationId, approves]).toEqual([both?.operationId, undefined]);
});

test("default: an unnamed order is a button, of those that can be changed so", async () => {
  const chat = questionChat(redis.store());
  const order = (id: number, status: TwapOrder["status"]) =>
    ({
      ...orderOf(newAddress(), newAddress()),
      id,
      status,
      active: status !== "completed",
    }) as TwapOrder;
  chat.has([
    order(1, "active"),
    order(2, "paused"),
    order(3, "completed"),
    order(4, "auto_paused"),
  ]);
  const words = async (text: string) =>
    (await chat.send(text)).response?.question?.options.map((each) => each.words);
  expect(await words("cancel order")).toEqual([
    ...["cancel order 1", "cancel order 2", "cancel order 4"],
    "cancel all orders",
  ]);
  expect(await words("pause")).toEqual(["pause order 1"]);
  expect(await words("skip a slice")).toEqual(["skip the next slice of order 1"]);
  expect(await words("resume order")).toEqual(["resume order 2", "resume order 4"]);
  const { id = "" } = (await chat.send("resume")).response?.question ?? {};
  await chat.send("", { answers: { questionId: id, option: 1 } });
  expect(chat.ran).toEqual([["resume_twap_order", { id: 4 }]]);
  chat.has(Array.from({ length: 9 }, (_, at) => order(at + 1, "active")));
  expect(await words("cancel my order")).toHaveLength(6);
  chat.has([order(3, "completed")]);
  expect((await chat.send("pause order")).response).toEqual({
    reply: "There is no running TWAP order of this vault on this chain.",
  });
});

test.each([
  ...[
    "pause everything",
    "pause all",
    "Pause all orders!",
    "please pause all my orders",
    "hold all orders",
  ],
  ...["suspend all my open twap orders", "halt everything", "pause all the running orders"],
])("default: %s pauses all of them", async (text) => {
  const chat = questionChat(redis.store());
  await chat.send(text);
  expect(chat.ran).toEqual([["pause_twap_order", { id: 0 }]]);
});

test.each([
  ...[
    "don't pause everything",
    "pause everything but 3",
    "pause everything until monday",
    "why pause all orders?",
  ],
  ...["pause all except order 3", "resume all", "resume everything", "bob says pause everything"],
])("default: %s pauses nothing", async (text) => {
  const chat = questionChat(redis.store());
  await chat.send(text);
  expect(chat.ran).toEqual([]);
});

test("behavior: the answer to a question of a dry run is one, too", async () => {
  const chat = questionChat(redis.store());
  await chat.send("dry run: sell 1 usdc");
  expect((await chat.send("eth")).code).toBeUndefined();
  expect([chat.ran, chat.dry]).toMatchObject([[["build_vault_swap", { amountIn: "1" }]], [true]]);
});

/** The reading of a message by itself. */
const alone = (text: string) => readMessage(text, onBase);
const SAID = [
  ...[
    "sell 1 usdc",
    "sell 2 usdc",
    "swap 1 eth to usd",
    "cancel order",
    "sell 1.000 usdc for eth",
    "cancel 3 and 4",
  ],
  ...["eth", "3", "1000", "yes", "no", "make it 4", "sell 1 eth for usdc", "hello"],
];

test("behavior: in any order a question runs once, in its vault, in its ten minutes", async () => {
  const step = fc.record({
    say: fc.option(fc.constantFrom(...SAID), { nil: undefined }),
    tap: fc.tuple(fc.nat(20), fc.nat(2)),
    minutes: fc.constantFrom(0, 0, 0, 4, 11),
    isOther: fc.boolean(),
    dies: fc.constantFrom(false, false, false, true),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { minLength: 3, maxLength: 9 }), async (steps) => {
      const store = redis.store();
      const chat = questionChat(store);
      const shown: { id: string; words: string[]; isOther: boolean }[] = [];
      const openIds = async () => {
        const input = { chatId: chat.caller.chatId, nowMs: chat.nowMs() };
        return (await loadQuestions.run(store.redis, store.keys, input)).found.map(({ id }) => id);
      };
      for (const { say, tap, minutes, isOther, dies } of steps) {
        chat.pass(minutes * 60_000);
        chat.dying(dies);
        const before = await openIds();
        const pressed = say === undefined ? shown[tap[0] % Math.max(1, shown.length)] : undefined;
        if (say === undefined && pressed === undefined) continue;
        const vault = isOther ? { vaultAddress: chat.vaults.other } : {};
        const option = tap[1] % Math.max(1, pressed?.words.length ?? 1);
        const answers =
          pressed === undefined ? {} : { answers: { questionId: pressed.id, option } };
        const { response } = await chat.send(say ?? "", { ...vault, ...answers });
        const after = await openIds();
        const gone = before.filter((id) => !after.includes(id));
        expect(chat.ran.length).toBeLessThanOrEqual(1);
        const isCommand = say !== undefined && alone(say).kind === "call";
        // What refers to what ran before is a card of its own.
        if (chat.ran.length === 1 && !isCommand && chat.byPast.length === 0) {
          // One question of this vault that was open is open no more, or was pushed out by the next
          // of several.
          const ended = gone.map((id) => shown.find((question) => question.id === id));
          expect(ended.some((question) => question?.isOther === isOther)).toBe(true);
          if (pressed !== undefined) {
            const meant = alone(pressed.words[option] ?? "");
            expect([
              gone.includes(pressed.id),
              meant.kind === "call" && [meant.tool, meant.args],
            ]).toEqual([true, chat.ran[0]]);
          }
        }
        if (isCommand && !dies) expect(chat.ran.length).toBe(1);
        const question = response?.question;
        if (
          question !== undefined &&
          question.options.length > 0 &&
          !shown.some(({ id }) => id === question.id)
        )
          shown.push({
            id: question.id,
            words: question.options.map(({ words }) => words),
            isOther,
          });
        else if (question !== undefined && !shown.some(({ id }) => id === question.id))
          shown.push({ id: question.id, words: [], isOther });
      }
    }),
    { numRuns: 25 },
  );
});

test("error: what a tool lacks is told as it is, not as words not understood", async () => {
  const chat = questionChat(redis.store());
  chat.dying(new AppError("not_configured", "The venue is not set up."));
  expect(await chat.send("sell 1 eth for usdc")).toEqual({ code: "not_configured" });
  expect((await chat.send("milk")).response?.reply).toMatch(
    /^I did not understand that, and nothing was done/,
  );
});

/** How a chat is told what is a code elsewhere. */
const NOTHING: Readonly<Record<string, RegExp>> = {
  question_not_open:
    /Nothing is open|no open question|question (?:was answered|ended)|did not understand/,
  not_configured: /did not understand/,
  message_unclear: /leaves something open|read in two ways|no symbol/,
};

function expectTurn(
  { want, ...turn }: Turn,
  { response, code, ran, byPast }: Sent & Record<"ran" | "byPast", Ran[]>,
  what: string,
): void {
  const said = `${what}: ${JSON.stringify([code, response, ran])}`;
  if ("code" in want) {
    // A chat is told so, with what is understood: no answer of it is a code.
    const isTold = "say" in turn && want.code !== "died";
    expect([code, ran], said).toEqual([isTold ? undefined : want.code, []]);
    if (isTold) expect(response?.reply, said).toMatch(NOTHING[want.code] ?? /^$/);
    return;
  }
  expect(code, said).toBeUndefined();
  if ("runs" in want || "shows" in want) {
    const [tool, args] = "runs" in want ? want.runs : want.shows;
    expect(ran, said).toMatchObject([[tool, args]]);
    expect(byPast, said).toEqual("shows" in want ? ran : []);
    return;
  }
  // No question and no words run anything.
  expect(ran, said).toEqual([]);
  if ("says" in want) {
    expect([response?.reply, response?.question], said).toEqual([
      expect.stringContaining(want.says),
      undefined,
    ]);
    return;
  }
  expect(response?.question?.text, said).toContain(want.asks);
  if (want.labels !== undefined)
    expect(
      response?.question?.options.map(({ label }) => label),
      said,
    ).toEqual(want.labels);
}
