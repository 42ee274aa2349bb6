import { expect, test } from "vitest";
import type { Operation } from "../../../schemas/calls/operation.ts";
import { openOperation } from "../../../src/store/operations/open-operation.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { markBoundForm } from "../../../src/store/vaults/load-call-context.ts";
import { readAsOperator } from "../../../src/store/vaults/read-as-operator.ts";
import { saveDelegation } from "../../../src/store/vaults/save-delegation.ts";
import { newOrders } from "../../support/new-orders.ts";
import { eachRedis } from "./support/each-redis.ts";
import { delegationOf, newAddress, orderOf, T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import { newParty, type Party } from "./support/steps.ts";

const HOUR = 3_600_000;
const call = (operator: string, changes: object = {}) => ({
  ...{
    network: "a",
    operator,
    isOwner: false,
    isPlain: false,
    claimedFrom: "a",
    token: "t",
    holdMs: 0,
  },
  ...{ idempotency: null, ...changes },
});
const operationOf = (
  { vault, operator }: Party,
  id: string,
  changes: Partial<Operation> = {},
): Operation => ({
  ...{
    id,
    vault,
    operator,
    chainId: 8453,
    tool: "cancel_twap_order",
    arguments: {},
    dataHash: "ab".repeat(32),
  },
  ...{
    description: "Cancel",
    message: "Waits",
    createdAtMs: T0,
    expiresAtMs: T0 + HOUR,
    kind: "change" as const,
  },
  ...(changes as object),
});
const create = (store: TestStore, { vault, operator }: Party, changes: object = {}) =>
  store.run(createOrder, {
    ...newOrders.twap({ ...orderOf(vault, operator), ...changes }),
  });

eachRedis((redis) => {
  test("default: what is asked for comes with the count, in one request, only that", async () => {
    const store = redis().store();
    const { vault, operator } = newParty();
    redis().proxy.reset();
    const read = await store.run(readAsOperator, {
      vault,
      chainId: 8453,
      operator,
      call: call(operator),
    });
    expect(redis().proxy.log().length).toBe(1);
    expect(read).toMatchObject({
      begun: { kind: "run" },
      context: { frozen: false, delegation: null, settings: {} },
    });
    expect([read.orders, read.operations, read.losses, read.venueOrders]).toEqual([
      undefined,
      undefined,
      undefined,
      undefined,
    ]);
  });

  test("behavior: known operators count alone, others by network, refusals read none", async () => {
    const store = redis().store();
    const { vault, operator } = newParty();
    const read = (changes: object = {}) =>
      store.run(readAsOperator, { vault, chainId: 8453, operator, call: call(operator, changes) });
    const windowOf = Math.floor(T0 / 60_000);
    const counts = () =>
      Promise.all(
        ["ip:a", `operator:${operator}`].map((name) =>
          store.command("GET", `${store.keys.prefix}rate:${name}:${windowOf}`),
        ),
      );
    await read();
    expect(await counts()).toEqual(["1", "1"]);
    await read({ isOwner: true });
    expect(await counts()).toEqual(["1", "2"]);
    await store.run(markBoundForm, { operator });
    await read();
    expect(await counts()).toEqual(["1", "3"]);
    // Signed without a time: nobody's from now on.
    await read({ isPlain: true, isOwner: true });
    expect(await counts()).toEqual(["2", "3"]);
    await store.command("SET", `${store.keys.prefix}rate:ip:a:${windowOf}`, "60");
    expect((await read()).begun.kind).toBe("run");
    expect(await read({ isPlain: true })).toMatchObject({
      begun: { kind: "rate_limited", ofNetwork: true },
    });
    await store.command("SET", `${store.keys.prefix}rate:operator:${operator}:${windowOf}`, "120");
    const refused = await read();
    expect([refused.begun.kind, refused.begun.ofNetwork, refused.context]).toEqual([
      "rate_limited",
      undefined,
      undefined,
    ]);
  });

  test("security: another than who confirmed the delegation makes nobody read the log", async () => {
    const store = redis().store();
    const { vault, operator, agent } = newParty();
    const readBy = async (by: string) =>
      (
        await store.run(readAsOperator, {
          ...{ nowMs: T0, vault, chainId: 8453, operator: by, trades: true },
        })
      ).trades;
    // Nothing long can be in the log of a vault that never had an agent.
    expect(await readBy(newAddress())).toBeDefined();
    const record = delegationOf(vault, operator, agent);
    await store.run(saveDelegation, { nowMs: T0, record });
    expect([await readBy(newAddress()), (await readBy(operator))?.n]).toEqual([undefined, 1]);
  });

  test("default: orders of the chain by pages, the newest first", async () => {
    const store = redis().store();
    const party = newParty();
    const { vault, operator } = party;
    for (const changes of [{}, { chainId: 10 }, {}, {}])
      expect((await create(store, party, changes)).ok).toBe(true);
    const page = async (orders: { cursor?: number; limit: number; isOpen: boolean }) => {
      const { orders: read } = await store.run(readAsOperator, {
        vault,
        chainId: 8453,
        operator,
        orders,
      });
      return [read?.orders.map(({ order }) => order.id), read?.nextCursor];
    };
    expect(await page({ limit: 2, isOpen: false })).toEqual([[4, 3], 3]);
    expect(await page({ limit: 2, isOpen: false, cursor: 3 })).toEqual([[1], null]);
    expect(await page({ limit: 3, isOpen: false })).toEqual([[4, 3, 1], null]);
  });

  test("default: an operator's operations by vault, chain, page, newest first, a day", async () => {
    const store = redis().store();
    const [party, former] = [newParty(), newParty()];
    const open = (id: string, nowMs: number, changes: Partial<Operation> = {}) =>
      store.run(openOperation, { operation: operationOf(party, id, changes), nowMs });
    await open("a", T0);
    await open("b", T0 + 1, { operator: former.operator });
    await open("c", T0 + 2, { chainId: 10 });
    await open("d", T0 + 3);
    await open("e", T0 + 4);
    const page = async (operations: { cursor?: string; limit: number }) => {
      const { vault, operator } = party;
      const { operations: read } = await store.run(readAsOperator, {
        vault,
        chainId: 8453,
        operator,
        operations,
      });
      return [read?.found.map(({ operation }) => operation.id), read?.nextCursor];
    };
    expect(await page({ limit: 2 })).toEqual([["e", "d"], "d"]);
    expect(await page({ limit: 2, cursor: "d" })).toEqual([["a"], null]);
    expect(await page({ limit: 9, cursor: "gone" })).toEqual([[], null]);
    await open("f", T0 + 24 * HOUR + 2);
    const left = await store.command(
      "ZRANGE",
      store.keys.operationsOf(8453, party.vault),
      "0",
      "-1",
    );
    expect(left).toEqual(["d", "e", "f"]);
  });
});
