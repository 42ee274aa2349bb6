import { expect, test } from "vitest";
import { whileTyping } from "../../../src/telegram/answer-request.ts";
import { telegramOver } from "../../support/telegram-over.ts";

/** Sleeps end when the test says so. */
function world() {
  const shown: string[] = [];
  const wake: (() => void)[] = [];
  const deferred: Promise<unknown>[] = [];
  const messenger = {
    typing: async (chatId: string) => {
      shown.push(chatId);
      return { status: "delivered" as const };
    },
  };
  const deps = {
    channels: telegramOver(messenger),
    sleep: () => new Promise<void>((resolve) => wake.push(resolve)),
    defer: (_name: string, work: Promise<unknown>) => void deferred.push(work),
  };
  return { deps, shown, wake, deferred };
}
const soon = () => new Promise((resolve) => setImmediate(resolve));

test("default: it is shown until the work is done, again when Telegram forgets it", async () => {
  const { deps, shown, wake, deferred } = world();
  let end = (_: string) => {};
  const answer = whileTyping(deps, "7", () => new Promise<string>((resolve) => (end = resolve)));
  await soon();
  expect(shown).toEqual(["7"]);
  wake.shift()?.();
  await soon();
  expect(shown).toEqual(["7", "7"]);
  end("done");
  expect(await answer).toBe("done");
  await Promise.all(deferred);
  expect(shown).toEqual(["7", "7"]);
});

test("error: what the work throws is thrown, and no channel is no failure", async () => {
  const { deps, deferred } = world();
  await expect(whileTyping(deps, "7", async () => Promise.reject(new Error("no")))).rejects.toThrow(
    "no",
  );
  await Promise.all(deferred);
  expect(
    await whileTyping({ ...deps, channels: telegramOver(undefined) }, "7", async () => 1),
  ).toBe(1);
});

test("boundary: it is shown eight times at most", async () => {
  const { deps, shown, wake } = world();
  void whileTyping(deps, "7", () => new Promise(() => {}));
  for (let turn = 0; turn < 12; turn += 1) {
    await soon();
    wake.shift()?.();
  }
  expect(shown).toHaveLength(8);
});
