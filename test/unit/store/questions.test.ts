import { expect, test } from "vitest";
import { loadQuestions } from "../../../src/store/questions/load-questions.ts";
import { putQuestion } from "../../../src/store/questions/put-question.ts";
import type { StoredQuestion } from "../../../src/store/questions/stored-question.ts";
import { takeQuestions } from "../../../src/store/questions/take-questions.ts";
import { eachRedis } from "./support/each-redis.ts";
import { newAddress, newHash, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";

const TEN_MINUTES = 600_000;
const ANSWER = { words: "sell 1 eth for usdc", turnId: "turn-1" };
const newId = () => newHash().slice(2, 34);

async function put(
  store: TestStore,
  changes: Partial<StoredQuestion> = {},
): Promise<StoredQuestion> {
  const question: StoredQuestion = {
    id: newId(),
    operator: newAddress(),
    vault: newAddress(),
    chainId: 8453,
    chatId: null,
    dryRun: false,
    text: "For which token?",
    options: [{ label: "USDC", words: "sell 1 eth for usdc", next: "cancel order 3" }],
    completes: ["sell 1 eth for {}"],
    of: "sell 1 eth",
    expiresAtMs: T0 + TEN_MINUTES,
    ...changes,
  };
  await store.run(putQuestion, { question });
  return question;
}
const load = async (store: TestStore, questionId: string, nowMs = T0) =>
  (await store.run(loadQuestions, { questionId, nowMs })).found;
const take = async (store: TestStore, questionIds: string[], nowMs = T0) =>
  (await store.run(takeQuestions, { questionIds, nowMs, answer: ANSWER })).ok;

eachRedis((redis) => {
  test("default: a question is found as it was put, and taken once", async () => {
    const store = redis().store();
    const question = await put(store);
    expect(await load(store, question.id)).toEqual([question]);
    expect(await take(store, [question.id])).toBe(true);
    expect([await load(store, question.id), await take(store, [question.id])]).toEqual([[], false]);
    const { answered } = await store.run(loadQuestions, {
      questionId: question.id,
      nowMs: T0 + TEN_MINUTES,
    });
    expect(answered).toEqual([{ question, answer: { ...ANSWER, atMs: T0 }, attempt: null }]);
    expect(
      Number(await store.command("PTTL", store.keys.questionAnswer(question.id))),
    ).toBeGreaterThan(TEN_MINUTES);
  });

  test("attack: of twenty answers at the same time one gets it", async () => {
    const store = redis().store();
    const { id } = await put(store);
    const all = await Promise.all(Array.from({ length: 20 }, () => take(store, [id])));
    expect(all.filter(Boolean)).toHaveLength(1);
  });

  test.each([
    [TEN_MINUTES - 1, true],
    [TEN_MINUTES, false],
  ])("boundary: %s ms later it is open: %s", async (laterMs, isOpen) => {
    const store = redis().store();
    const { id } = await put(store);
    expect((await load(store, id, T0 + laterMs)).length === 1).toBe(isOpen);
    expect(await take(store, [id], T0 + laterMs)).toBe(isOpen);
  });

  test("behavior: a chat has its newest four, newest first, its own, not for ever", async () => {
    const store = redis().store();
    const ids: string[] = [];
    for (const _ of Array.from({ length: 5 })) ids.push((await put(store, { chatId: "1" })).id);
    await put(store, { chatId: "2" });
    const { found } = await store.run(loadQuestions, { chatId: "1", nowMs: T0 });
    expect(found.map(({ id }) => id)).toEqual(ids.slice(1).reverse());
    for (const key of [store.keys.chatQuestions("1"), store.keys.question(ids[4] ?? "")]) {
      const ttlMs = Number(await store.command("PTTL", key));
      expect(ttlMs).toBeGreaterThan(TEN_MINUTES);
      expect(ttlMs).toBeLessThanOrEqual(1_800_000);
    }
  });

  test("behavior: of several all are taken, or none", async () => {
    const store = redis().store();
    const [one, other] = [await put(store), await put(store)];
    expect(await take(store, [one.id, newId()])).toBe(false);
    expect(await take(store, [one.id, other.id])).toBe(true);
  });
});
