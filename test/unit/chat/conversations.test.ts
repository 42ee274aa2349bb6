import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { ChatResponse } from "../../../schemas/chat.ts";
import type { ChatTurn } from "../../../src/chat/chat-turn.ts";
import { runChat } from "../../../src/chat/run-chat.ts";
import { AppError } from "../../../src/errors.ts";
import type { Redis } from "../../../src/store/kernel/redis-port.ts";
import { boundMessage } from "../../support/sign-operator.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { newAddress, newHash } from "../store/support/records.ts";
import { startTestRedis, type TestRedis } from "../store/support/start-store.ts";
import { CONVERSATIONS, type Turn } from "./corpus/conversations.ts";

const START = 1_790_000_000_000;
let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis("simulated");
});
afterAll(() => redis?.stop());

type Sent = { response?: ChatResponse | undefined; code?: string | undefined };
type Ran = [tool: string, args: Record<string, unknown>];

/** A paired chat on Base without a model, over the real scripts; what a tool would run is written down. */
function chatOf(store: ReturnType<TestRedis["store"]>) {
  let nowMs = START;
  let dies = false;
  let isCard = false;
  const ran: Ran[] = [];
  const dry: unknown[] = [];
  const base = storeDeps({ redis: store.redis as Redis, keys: store.keys, nowMs: () => nowMs });
  const vaults = { own: newAddress(), other: newAddress() };
  const caller = { kind: "paired", operator: newAddress(), chatId: newAddress() } as const;
  const run: Parameters<typeof runChat>[3] = async (_deps, _id, { tool, args, dryRun }) => {
    if (dies) throw new Error("died");
    dry.push(dryRun);
    ran.push([tool.name, args as Record<string, unknown>]);
    const operationId = isCard ? "ab".repeat(16) : undefined;
    return { result: { tool: tool.name, message: `${tool.name} ran.`, operationId }, outcome: null } as never;
  };
  const send = async (text: string, more: Partial<ChatTurn> = {}): Promise<Sent> => {
    ran.length = 0;
    dry.length = 0;
    try {
      const turn: ChatTurn = {
        messages: [{ role: "user", text }],
        chainId: 8453,
        vaultAddress: vaults.own,
        executionMode: "manual",
        caller,
        ...more,
      };
      return { response: (await runChat(base, "request-1", turn, run)).response };
    } catch (error) {
      return { code: error instanceof AppError ? error.code : (error as Error).message };
    }
  };
  return {
    ...{ send, ran, dry, vaults },
    pass: (ms: number) => {
      nowMs += ms;
    },
    cards: (is: boolean) => {
      isCard = is;
    },
    dying: (is: boolean) => {
      dies = is;
    },
  };
}

test.each(CONVERSATIONS)("behavior: $about", async ({ turns }) => {
  const chat = chatOf(redis.store());
  let question: { id: string; options: { label: string }[] } | undefined;
  for (const turn of turns) {
    const what = JSON.stringify(turn);
    chat.pass((turn.after ?? 0) * 60_000);
    chat.dying(turn.dies === true);
    chat.cards(turn.card === true);
    const more = turn.vault === "other" ? { vaultAddress: chat.vaults.other } : {};
    const option = question?.options.findIndex(({ label }) => label === turn.tap) ?? -1;
    const answers = turn.tap === undefined ? {} : { answers: { questionId: question?.id ?? "", option } };
    const { response, code } = await chat.send(turn.say ?? "", { ...more, ...answers });
    question = response?.question ?? question;
    expectTurn(turn, { response, code, ran: chat.ran }, what);
  }
});

test("default: over HTTP an answer names its question, which only its asker completes", async () => {
  const chat = chatOf(redis.store());
  const [alice, bob] = [privateKeyToAccount(newHash()), privateKeyToAccount(newHash())];
  const signed = async (account: typeof alice) => ({
    operatorAddress: account.address,
    authSignature: await account.signMessage({ message: boundMessage(START) }),
    authTimestamp: START,
  });
  const as = async (who: typeof alice | undefined, changes: object = {}) => ({
    caller: { kind: "outside" as const, credentials: who === undefined ? {} : await signed(who) },
    ...changes,
  });
  const asks = async (who: typeof alice | undefined, text = "sell 1 eth") =>
    (await chat.send(text, await as(who))).response?.question?.id ?? "";
  const answer = async (questionId: string, who: typeof alice | undefined, changes: object = {}) =>
    chat.send("usdc", { ...(await as(who)), ...changes, answers: { questionId } });

  const of = { alice: await asks(alice), nobody: await asks(undefined) };
  // A stranger who names the operator without a signature asks for nobody.
  const forged = { operatorAddress: alice.address, authSignature: "0x00", authTimestamp: START };
  const lure = await chat.send("sell 1 eth", { caller: { kind: "outside", credentials: forged } });
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
  expect([(await answer(of.nobody, undefined)).code, chat.ran[0]?.[0]]).toEqual([undefined, "build_vault_swap"]);
  const answered = await answer(of.alice, alice);
  expect([answered.response?.question, chat.ran]).toMatchObject([undefined, [["build_vault_swap", { amountIn: "1" }]]]);
  expect((await answer(of.alice, alice)).code).toBe("question_not_open");
  // Without its id nothing is answered, and what is no answer is asked again, under the same id.
  const again = await asks(alice);
  expect((await chat.send("usdc", await as(alice))).code).toBe("not_configured");
  const [no, still] = [await chat.send("milk", { ...(await as(alice)), answers: { questionId: again } }), again];
  expect(no.response).toMatchObject({
    reply: expect.stringMatching(/^That does not answer it/),
    question: { id: still },
  });
});

test("behavior: the answer to a question of a dry run is one, too", async () => {
  const chat = chatOf(redis.store());
  await chat.send("dry run: sell 1 eth");
  expect((await chat.send("usdc")).code).toBeUndefined();
  expect([chat.ran, chat.dry]).toMatchObject([[["build_vault_swap", { amountIn: "1" }]], [true]]);
});

function expectTurn({ want }: Turn, { response, code, ran }: Sent & { ran: Ran[] }, what: string): void {
  const said = `${what}: ${JSON.stringify([code, response, ran])}`;
  if ("code" in want) {
    expect([code, ran], said).toEqual([want.code, []]);
    return;
  }
  expect(code, said).toBeUndefined();
  if ("runs" in want) {
    const [tool, args] = want.runs;
    expect(ran, said).toMatchObject([[tool, args]]);
    return;
  }
  // No question and no words run anything.
  expect(ran, said).toEqual([]);
  if ("says" in want) {
    expect([response?.reply, response?.question], said).toEqual([expect.stringContaining(want.says), undefined]);
    return;
  }
  expect(response?.question?.text, said).toContain(want.asks);
  if (want.labels !== undefined)
    expect(
      response?.question?.options.map(({ label }) => label),
      said,
    ).toEqual(want.labels);
}
