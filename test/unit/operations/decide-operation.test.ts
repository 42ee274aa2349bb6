import type { Address } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { OPERATION_TTL_MS, type Operation } from "../../../schemas/operation.ts";
import { decideOperation } from "../../../src/operations/decide-operation.ts";
import { claimOperation } from "../../../src/store/operations/claim-operation.ts";
import { openOperation } from "../../../src/store/operations/open-operation.ts";
import { startTestRedis, type TestRedis } from "../store/support/start-store.ts";
import { chatWorld } from "../telegram/chat-world.ts";
import { NOW_MS } from "../telegram/updates.ts";

let redis: TestRedis;
beforeAll(async () => {
  redis = await startTestRedis("simulated");
});
afterAll(() => redis?.stop());

const operationOf = ({ vault, operator }: { vault: Address; operator: Address }): Operation => ({
  id: `op-${vault.slice(2, 12)}`,
  vault,
  chainId: 8453,
  operator,
  tool: "build_vault_swap",
  arguments: {},
  data: "0x2213bc0b00",
  dataHash: "ab".repeat(32),
  description: "Swap 1 ETH for about 3000 USDC on 0x",
  message: "Waits for your approval",
  createdAtMs: NOW_MS,
  expiresAtMs: NOW_MS + OPERATION_TTL_MS,
  quote: null,
  swap: null,
});

test("behavior: a chat of several operators decides for each of them, whichever was paired first", async () => {
  const store = redis.store();
  const { pair, handle, press, told, buttons, answers, ownerIs, deps } = chatWorld(store);
  answers.decideOperation = (input) => decideOperation(deps, "request-1", input);
  const pairs = [await pair(), await pair(), await pair()];
  for (const [index, party] of pairs.entries()) {
    const operation = operationOf(party);
    await store.run(openOperation, { operation, nowMs: NOW_MS });
    ownerIs(party.operator as Address);
    await handle(press(`reject:${operation.id}`));
    expect(told.map(({ html }) => html.split("\n")[0]).slice(index)).toEqual([
      "Rejected: Swap 1 ETH for about 3000 USDC on 0x. Nothing was sent, and it cannot be approved any more.",
    ]);
    expect(buttons.filter(([what]) => what === "remove")).toHaveLength(index + 1);
  }
});

test("error: an operation of no operator in this chat is not found, and its vault's owner is not read", async () => {
  const store = redis.store();
  const { pair, handle, press, told, answers, ownerIs, deps } = chatWorld(store);
  answers.decideOperation = (input) => decideOperation(deps, "request-1", input);
  const stranger = await chatWorld(store).pair(undefined, undefined, "77");
  await pair();
  ownerIs("throws");
  const operation = operationOf(stranger);
  await store.run(openOperation, { operation, nowMs: NOW_MS });
  await handle(press(`reject:${operation.id}`));
  expect(told.map(({ html }) => html)).toEqual([expect.stringContaining("There is no such operation")]);
});

test("behavior: after an approval that was held up for a minute, a rejection is answered that nothing was or will be sent", async () => {
  const store = redis.store();
  const { pair, handle, press, told, answers, ownerIs, deps, pass } = chatWorld(store);
  answers.decideOperation = (input) => decideOperation(deps, "request-1", input);
  const party = await pair();
  ownerIs(party.operator as Address);
  const operation = operationOf(party);
  await store.run(openOperation, { operation, nowMs: NOW_MS });
  const word = { operationId: operation.id, decision: "approve" as const, ...party, chainId: 8453 as const };
  expect(await store.run(claimOperation, { ...word, nowMs: NOW_MS })).toEqual({ ok: true });
  await handle(press(`reject:${operation.id}`));
  pass(60_000);
  for (const button of ["reject", "approve"]) await handle(press(`${button}:${operation.id}`));
  expect(told.map(({ html }) => html.split("\n")[0])).toEqual([
    "It was approved already and can be rejected no more.",
    "It was approved, but nothing was or will be sent for it: there is nothing left to reject.",
    "It was approved, but the service was held up, and nothing was or will be sent for it. Ask again.",
  ]);
});
