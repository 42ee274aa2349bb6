import type { Hex } from "viem";
import type { AnyOrder } from "../../../../schemas/any-order.ts";
import type { Attempt } from "../../../../schemas/attempt.ts";
import type { ChainId } from "../../../../schemas/chains.ts";
import { kindOfOrder } from "../../../../schemas/kind-of-order.ts";
import { type TwapOrder, twapOrder } from "../../../../schemas/twap-order.ts";
import { prepareAttempt } from "../../../../src/store/attempts/prepare-attempt.ts";
import { type Claim, claimDue } from "../../../../src/store/orders/claim-due.ts";
import { createOrder } from "../../../../src/store/orders/create-order.ts";
import { saveDelegation } from "../../../../src/store/vaults/save-delegation.ts";
import { twapKind } from "../../../../src/twap/twap-kind.ts";
import { newOrders } from "../../../support/new-orders.ts";
import { putDue } from "../../../support/put-due.ts";
import { attemptOf, delegationOf, newAddress, orderOf, T0 } from "./records.ts";
import type { TestStore } from "./start-store.ts";

export const LIMITS = { kind: "twap" as const, most: twapKind.most };
export const LEASE_MS = 120_000;

export type Party = { vault: Hex; operator: Hex; agent: Hex };
export const newParty = (): Party => ({
  vault: newAddress(),
  operator: newAddress(),
  agent: newAddress(),
});

/** A new order, by its id. */
export async function create(
  store: TestStore,
  { vault, operator }: Party,
  changes: Partial<TwapOrder> = {},
): Promise<number> {
  const created = await store.run(createOrder, newOrders.twap(orderOf(vault, operator, changes)));
  if (!created.ok) throw new Error(created.code);
  return created.id;
}

type Claiming = { limit?: number; jti?: string; chainIds?: readonly ChainId[] };
export async function claim(store: TestStore, nowMs: number, changes: Claiming = {}) {
  return claimed(
    await store.run(claimDue, {
      nowMs,
      limit: 100,
      leaseMs: LEASE_MS,
      chainIds: [8453],
      ...changes,
    }),
  );
}

/** As if the store had put it there itself. */
export const due = (
  store: TestStore,
  { vault, operator }: Party,
  dueMs: number,
  id = 1,
): Promise<void> =>
  putDue((parts) => store.command(...parts), store.keys.prefix, { vault, operator, id }, dueMs);

export function claimed(answer: Claim): Exclude<Claim, { duplicate: true }> {
  if (answer.duplicate) throw new Error("the claim was taken for a duplicate");
  return answer;
}

/** A delegated vault with one order, claimed at T0 + 1. */
export async function claimedOrder(store: TestStore, party: Party = newParty()) {
  const id = await create(store, party);
  await store.run(saveDelegation, {
    record: delegationOf(party.vault, party.operator, party.agent),
  });
  const { token, orders } = await claim(store, T0 + 1);
  const { version, order } = orders.find(
    (one) => one.order.vaultAddress === party.vault && one.order.id === id,
  )!;
  return {
    ...party,
    id,
    order: twapOf(order),
    guard: { vault: party.vault, id, leaseToken: token, version },
  };
}

export const attemptFor = (
  { vault, operator, agent, id }: Party & { id: number },
  changes: Partial<Attempt> = {},
): Attempt =>
  attemptOf(vault, operator, agent, { id: `twap:${vault}:${id}:1:1`, orderId: id, ...changes });

/** The same, with its first attempt prepared at T0 + 2. */
export async function preparedOrder(
  store: TestStore,
  party: Party = newParty(),
  changes: Partial<Attempt> = {},
) {
  const slice = await claimedOrder(store, party);
  const attempt = attemptFor(slice, changes);
  const prepared = await store.run(prepareAttempt, {
    nowMs: T0 + 2,
    attempt,
    chainNonce: attempt.nonce,
    nextCheckMs: T0 + LEASE_MS,
    order: slice.guard,
  });
  if (!prepared.ok || prepared.order === null || prepared.version === null)
    throw new Error(JSON.stringify(prepared));
  return { ...slice, attempt, order: twapOf(prepared.order), version: prepared.version };
}

/** What a resolver calls when the chain has confirmed the slice. */
export const confirmation = ({
  attempt,
  order,
  version,
}: {
  attempt: Attempt;
  order: TwapOrder;
  version: number;
}) => ({
  guard: { attemptId: attempt.id },
  expectedVersion: version,
  order: {
    ...order,
    status: "active" as const,
    slicesExecuted: order.slicesExecuted + 1,
    spentBase: "20000000",
    pendingAttempt: undefined,
  },
  dueMs: T0 + 300_000,
  event: null,
  outbox: [],
  attempt: { record: { ...attempt, status: "confirmed" as const } },
});

/** Of a test that created TWAP orders alone. */
export function twapOf(order: AnyOrder): TwapOrder {
  if (kindOfOrder(order) !== "twap") throw new Error(`#${order.id} is no TWAP order`);
  return twapOrder.parse(order);
}
