import { expect, test } from "vitest";
import type { TwapOrder } from "../../../schemas/twap-order.ts";
import { prepareAttempt } from "../../../src/store/attempts/prepare-attempt.ts";
import { pauseOrder } from "../../../src/store/orders/pause-order.ts";
import { recordWaiting } from "../../../src/store/orders/record-waiting.ts";
import { resumeOrder } from "../../../src/store/orders/resume-order.ts";
import { eachRedis } from "./support/each-redis.ts";
import { pairTelegram } from "./support/pair-telegram.ts";
import { T0 } from "./support/records.ts";
import type { TestStore } from "./support/start-store.ts";
import {
  attemptFor,
  claim,
  claimedOrder,
  LEASE_MS,
  LIMITS,
  preparedOrder,
} from "./support/steps.ts";

const waiting = { reason: "lane_unclear", sinceMs: T0, toldAt: T0 + 9 } as const;
type Slice = Awaited<ReturnType<typeof claimedOrder>>;

const noteOf = ({ order, guard: { leaseToken } }: Pick<Slice, "order" | "guard">) => ({
  order,
  leaseToken,
  waiting,
  alarm: null,
});
const stored = async (store: TestStore, { vault }: Slice): Promise<TwapOrder> =>
  JSON.parse(String(await store.command("HGET", store.keys.order(vault, 1), "json")));

eachRedis((redis) => {
  test("default: the order says it waits; lease and due time stay for the next claim", async () => {
    const store = redis().store();
    const slice = await claimedOrder(store);
    const rest = async () => {
      // The order's own record, and that of its slice, say that it waits.
      const {
        [`order:${slice.vault}:1`]: _,
        [`slices:${slice.vault}:1`]: __,
        ...others
      } = await store.snapshot();
      return {
        others,
        lease: await store.command("HGET", store.keys.order(slice.vault, 1), "lease"),
      };
    };
    const before = await rest();
    expect(await store.run(recordWaiting, noteOf(slice))).toEqual({ changed: true });
    expect(await stored(store, slice)).toEqual({ ...slice.order, waiting });
    expect(await rest()).toEqual(before);
    expect(before.lease).toBe(`${slice.guard.leaseToken}:${T0 + 1 + LEASE_MS}`);
    expect((await claim(store, T0 + LEASE_MS + 2)).orders).toMatchObject([{ order: { waiting } }]);
  });

  test("behavior: its operator's alarm goes out with it", async () => {
    const store = redis().store();
    const slice = await claimedOrder(store);
    await pairTelegram(store, slice.operator);
    const alarm = {
      id: "waits",
      operator: slice.operator,
      dueMs: T0,
      payload: { kind: "order_waiting" },
    };
    await store.run(recordWaiting, { ...noteOf(slice), alarm });
    expect((await store.snapshot())[`outbox-of:telegram:${slice.operator}`]).toEqual(["waits"]);
  });

  test("error: another claim's order, at rest, slice out or gone, is left alone", async () => {
    const store = redis().store();
    const [other, paused, gone] = [
      await claimedOrder(store),
      await claimedOrder(store),
      await claimedOrder(store),
    ];
    const out = await preparedOrder(store);
    await store.run(pauseOrder, {
      kind: "twap",
      vault: paused.vault,
      chainIds: [8453],
      id: 1,
      operator: paused.operator,
    });
    await store.command("DEL", store.keys.order(gone.vault, 1));
    const before = await store.snapshot();
    const later = { ...noteOf(other), leaseToken: other.guard.leaseToken + 1 };
    for (const note of [later, noteOf(paused), noteOf(gone), noteOf(out)])
      expect(await store.run(recordWaiting, note)).toEqual({ changed: false });
    expect(await store.snapshot()).toEqual(before);
  });

  test("behavior: a slice that is written down, and a resumed order, wait no more", async () => {
    const store = redis().store();
    const [out, rested] = [await claimedOrder(store), await claimedOrder(store)];
    for (const slice of [out, rested]) await store.run(recordWaiting, noteOf(slice));
    const prepared = await store.run(prepareAttempt, {
      attempt: attemptFor(out),
      chainNonce: 0,
      nextCheckMs: T0 + LEASE_MS,
      order: { ...out.guard, version: out.guard.version + 1 },
    });
    expect(prepared).toMatchObject({ ok: true, order: { status: "pending_confirmation" } });
    expect(await stored(store, out)).not.toHaveProperty("waiting");
    const ofOrder = {
      vault: rested.vault,
      chainIds: [8453] as const,
      id: 1,
      operator: rested.operator,
    };
    await store.run(pauseOrder, { ...ofOrder, kind: "twap" });
    expect(await stored(store, rested)).toMatchObject({ status: "paused", waiting });
    await store.run(resumeOrder, { ...ofOrder, dueMs: T0, ...LIMITS });
    expect(await stored(store, rested)).not.toHaveProperty("waiting");
  });
});
