import { describe, expect, test } from "vitest";
import { notification } from "../../../schemas/notification.ts";
import { noteWaiting } from "../../../src/twap/note-waiting.ts";
import { MINUTE, orderFixture, T0 } from "./order-fixture.ts";

const VAULT = "0x00000000000000000000000000000000000000c3";
const HOUR = 60 * MINUTE;
const unclear = { reason: "lane_unclear", sinceMs: T0 } as const;
const at = (nowMs: number) => ({ reason: "lane_unclear", nowMs, paired: true }) as const;

describe("noteWaiting", () => {
  test("default: the first slice that has to wait is noted and not notified", () => {
    expect(noteWaiting(orderFixture(), at(T0))).toEqual({ waiting: unclear, alarm: null });
  });

  test("behavior: within the hour nothing is written, after it the operator is told once", () => {
    const order = orderFixture({ waiting: unclear, slicesExecuted: 1, lastExecution: T0 - MINUTE });
    expect(noteWaiting(order, at(T0 + HOUR - 1))).toBeNull();
    const told = noteWaiting(order, at(T0 + HOUR));
    expect(told).toEqual({
      waiting: { ...unclear, toldAt: T0 + HOUR },
      alarm: {
        kind: "order_waiting",
        id: `twap:${VAULT}:7:2:${T0}:order_waiting`,
        vault: VAULT,
        chainId: 8453,
        operator: "0x00000000000000000000000000000000000000d4",
        createdAt: T0 + HOUR,
        orderId: 7,
        sliceNumber: 2,
        progress: "1/3",
        waitingSince: T0,
        code: "lane_unclear",
        reason:
          "an earlier nonce of the agent wallet is used, and it is not known yet by which " +
          "transaction",
      },
    });
    expect(notification.parse(told?.alarm)).toEqual(told?.alarm);
    expect(noteWaiting({ ...order, waiting: told!.waiting }, at(T0 + 9 * HOUR))).toBeNull();
  });

  test("behavior: another reason is noted, one wait: notified once, an hour after start", () => {
    const changed = { reason: "lane_full", paired: true } as const;
    const order = orderFixture({ waiting: unclear });
    expect(noteWaiting(order, { ...changed, nowMs: T0 + MINUTE })).toEqual({
      waiting: { reason: "lane_full", sinceMs: T0 },
      alarm: null,
    });
    expect(noteWaiting(order, { ...changed, nowMs: T0 + HOUR })).toMatchObject({
      waiting: { reason: "lane_full", sinceMs: T0, toldAt: T0 + HOUR },
      alarm: { code: "lane_full" },
    });
    const told = orderFixture({ waiting: { ...unclear, toldAt: T0 + HOUR } });
    expect(noteWaiting(told, { ...changed, nowMs: T0 + 2 * HOUR })).toEqual({
      waiting: { reason: "lane_full", sinceMs: T0, toldAt: T0 + HOUR },
      alarm: null,
    });
  });

  test("behavior: without a channel no alarm is sent until there is one", () => {
    const order = orderFixture({ waiting: unclear });
    expect(noteWaiting(order, { ...at(T0 + 2 * HOUR), paired: false })).toBeNull();
    expect(noteWaiting(order, at(T0 + 3 * HOUR))).toMatchObject({
      waiting: { sinceMs: T0, toldAt: T0 + 3 * HOUR },
      alarm: { waitingSince: T0, createdAt: T0 + 3 * HOUR },
    });
  });
});
