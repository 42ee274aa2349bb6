import { expect, test } from "vitest";
import { trySlice } from "../../../src/schedule/try-slice.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import type { Redis } from "../../../src/store/kernel/redis-port.ts";
import type { ClaimedOrder } from "../../../src/store/orders/claimed-order.ts";
import { storeDeps } from "../../support/store-deps.ts";
import { orderFixture, T0 } from "../twap/order-fixture.ts";

const START = T0 + 3_600_000;
/** Its first slice was skipped, then it was paused and resumed: the record that had it traded an hour early. */
const order = orderFixture({
  startAt: START,
  anchorMs: START,
  pointIndex: 1,
  skippedSlices: [1],
  skippedBase: "20000000",
});
const redis: Redis = {
  run: () => {
    throw new Error("the store is asked for nothing");
  },
};

test.each([true, false])(
  "behavior: no slice of an order is tried before its start (autoExecute %s)",
  async (autoExecute) => {
    const deps = storeDeps({ redis, keys: createKeys("sx:"), nowMs: () => START - 1 });
    const claimed = { order: { ...order, autoExecute }, version: 1, context: {} } as ClaimedOrder & {
      order: typeof order;
    };
    expect(await trySlice(deps, claimed, 1, T0 + 1)).toEqual({ status: "not_started" });
  },
);
