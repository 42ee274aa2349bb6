import type { TestStore } from "./start-store.ts";

/** Pairs an operator with a chat as a finished pairing leaves it, or with a record that is none. */
export const pairTelegram = (
  store: TestStore,
  operator: string,
  record = '{"chatId":"7"}',
): Promise<unknown> =>
  store.command(
    ...["MSET", store.keys.channels(operator), "telegram"],
    ...[store.keys.pairing("telegram", operator), record],
  );
