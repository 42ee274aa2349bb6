import type { Address } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import {
  CHANGE_TTL_MS,
  type ChangeOperation,
  OPERATION_TTL_MS,
  type Operation,
} from "../../../schemas/operation.ts";
import { changeHash } from "../../../src/calls/offer-change.ts";
import { decideOperation } from "../../../src/operations/decide-operation.ts";
import { claimOperation } from "../../../src/store/operations/claim-operation.ts";
import { openOperation } from "../../../src/store/operations/open-operation.ts";
import { freezeVault } from "../../../src/store/vaults/freeze-vault.ts";
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

test("behavior: a chat of several operators decides for each, whoever paired first", async () => {
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
      "Rejected: Swap 1 ETH for about 3000 USDC on 0x. Nothing was sent, and it cannot be " +
        "approved any more.",
    ]);
    expect(buttons.filter(([what]) => what === "remove")).toHaveLength(index + 1);
  }
});

test("error: operation of no operator in this chat is not found, vault owner unread", async () => {
  const store = redis.store();
  const { pair, handle, press, told, answers, ownerIs, deps } = chatWorld(store);
  answers.decideOperation = (input) => decideOperation(deps, "request-1", input);
  const stranger = await chatWorld(store).pair(undefined, undefined, "77");
  await pair();
  ownerIs("throws");
  const operation = operationOf(stranger);
  await store.run(openOperation, { operation, nowMs: NOW_MS });
  await handle(press(`reject:${operation.id}`));
  expect(told.map(({ html }) => html)).toEqual([
    expect.stringContaining("There is no such operation"),
  ]);
});

test("behavior: a rejection after a minute's held approval says nothing will be sent", async () => {
  const store = redis.store();
  const { pair, handle, press, told, answers, ownerIs, deps, pass } = chatWorld(store);
  answers.decideOperation = (input) => decideOperation(deps, "request-1", input);
  const party = await pair();
  ownerIs(party.operator as Address);
  const operation = operationOf(party);
  await store.run(openOperation, { operation, nowMs: NOW_MS });
  const word = {
    operationId: operation.id,
    decision: "approve" as const,
    ...party,
    chainId: 8453 as const,
  };
  expect(await store.run(claimOperation, { ...word, nowMs: NOW_MS })).toEqual({ ok: true });
  await handle(press(`reject:${operation.id}`));
  pass(60_000);
  for (const button of ["reject", "approve"]) await handle(press(`${button}:${operation.id}`));
  expect(told.map(({ html }) => html.split("\n")[0])).toEqual([
    "It was approved already and can be rejected no more.",
    "It was approved, but nothing was or will be sent for it: there is nothing left to reject.",
    "It was approved, but the service was held up, and nothing was or will be sent for it. " +
      "Ask again.",
  ]);
});

const changeOf = (
  party: { vault: Address; operator: Address },
  tool: string,
  args: Record<string, unknown>,
): ChangeOperation => ({
  kind: "change",
  id: `ch-${party.vault.slice(2, 12)}`,
  vault: party.vault,
  chainId: 8453,
  operator: party.operator,
  tool,
  arguments: args,
  dataHash: changeHash(tool, args),
  description: "Cancels a TWAP order",
  message: "Waits for your approval",
  createdAtMs: NOW_MS,
  expiresAtMs: NOW_MS + CHANGE_TTL_MS,
});

/** A chat of one operator with a change that waits. */
async function waitingChange(
  tool: string,
  args: Record<string, unknown>,
  changes: Partial<ChangeOperation> = {},
) {
  const store = redis.store();
  const world = chatWorld(store);
  world.answers.decideOperation = (input) => decideOperation(world.deps, "request-1", input);
  const party = await world.pair();
  world.ownerIs(party.operator as Address);
  const operation = { ...changeOf(party, tool, args), ...changes };
  await store.run(openOperation, { operation, nowMs: NOW_MS });
  const press = async (word: string) => {
    await world.handle(world.press(`${word}:${operation.id}`));
    return world.told.at(-1)?.html.split("\n")[0];
  };
  return { ...world, store, party, operation, press };
}

test("default: an approved change is made once; a second approval tells its answer", async () => {
  const { press } = await waitingChange("cancel_twap_order", { id: 0 });
  expect(await press("approve")).toBe("There are no active TWAP orders to cancel.");
  expect(await press("approve")).toBe(
    "Approved already, and done. There are no active TWAP orders to cancel.",
  );
  expect(await press("reject")).toBe("It was approved already and can be rejected no more.");
});

test("behavior: stops are approved on a frozen vault too, end where the tool refuses", async () => {
  const { press, store, party } = await waitingChange("cancel_twap_order", { id: 7 });
  await store.run(freezeVault, {
    vault: party.vault,
    chainId: 8453,
    operator: party.operator,
    nowMs: NOW_MS,
  });
  const refused = "There is no open TWAP order #7 of this vault on this chain.";
  expect(await press("approve")).toContain(refused);
  expect(await press("approve")).toContain(`It was approved, and refused: ${refused}`);
});

test("behavior: rejected or too old, it is not made", async () => {
  const rejected = await waitingChange("cancel_twap_order", { id: 0 });
  expect(await rejected.press("reject")).toContain(
    "Nothing was changed, and it cannot be approved any more.",
  );
  expect(await rejected.press("approve")).toContain("It was rejected");
  const old = await waitingChange("cancel_twap_order", { id: 0 });
  old.pass(CHANGE_TTL_MS);
  expect(await old.press("approve")).toContain("That card was too old, and nothing was done by it");
});

test("error: only what was shown is made, and no transaction comes of a change", async () => {
  const args = { id: 0 };
  const other = await waitingChange("cancel_twap_order", args, { arguments: { id: 7 } });
  expect(await other.press("approve")).toContain("This is not the change that was approved");
  const transaction = await waitingChange("build_vault_swap", args);
  expect(await transaction.press("approve")).toContain("This is not the change that was approved");
});

test("error: where a change began and nobody knows its outcome, that is said", async () => {
  const { press, store, party, operation, pass } = await waitingChange("cancel_twap_order", {
    id: 0,
  });
  const word = {
    operationId: operation.id,
    decision: "approve" as const,
    ...party,
    chainId: 8453 as const,
  };
  expect(await store.run(claimOperation, { ...word, nowMs: NOW_MS })).toEqual({ ok: true });
  expect(await press("approve")).toContain("It was approved a moment ago and is being carried out");
  pass(60_000);
  expect(await press("approve")).toBe(
    "It was approved, and whether it was done is not known: look before you ask for it again.",
  );
  expect(await press("reject")).toBe("It was approved already and can be rejected no more.");
});
