import { describe, expect, test } from "vitest";
import type { VenueOrder, VenueOrderEnd } from "../../../schemas/venue-order.ts";
import { decideLook } from "../../../src/venueorders/decide-look.ts";

const T0 = 1_788_220_800_000;
const [MINUTE, HOUR] = [60_000, 3_600_000];
const DAY = 24 * HOUR;
const order: VenueOrder = {
  ...{
    id: "call:1",
    vault: "0xaa",
    chainId: 42161,
    operator: "0xbb",
    family: "perp_a",
    summary: "Long 1 ETH",
  },
  ...{ ordered: {}, hash: "0xcc", createdAt: T0, status: "waiting", looks: 0, nextLookMs: T0 },
};
const waiting = { kind: "waiting" } as const;
const unreadable = { kind: "unreadable" } as const;

describe("decideLook", () => {
  // Decision D52: 5 s before the first, then 15 s, a minute, five, and so on.
  test.each([
    [0, 15_000],
    [1, MINUTE],
    [2, 5 * MINUTE],
    [3, 5 * MINUTE],
    [200, 5 * MINUTE],
  ])("default: after %i looks the next one comes %i ms later", (looks, afterMs) => {
    const decided = { kind: "waits", nextLookMs: T0 + 1 + afterMs, isLate: false };
    expect(decideLook({ ...order, looks }, waiting, T0 + 1)).toEqual({
      ...decided,
      isAnswered: true,
    });
    expect(decideLook({ ...order, looks }, unreadable, T0 + 1)).toEqual({
      ...decided,
      isAnswered: false,
    });
  });

  test("behavior: a resting one over a day old is looked at every quarter hour, never late", () => {
    const resting = { ...order, rests: true, looks: 300 } as const;
    for (const [ageMs, afterMs] of [
      [DAY - 1, 5 * MINUTE],
      [DAY, 15 * MINUTE],
      [400 * DAY, 15 * MINUTE],
    ] as const) {
      const nowMs = T0 + ageMs;
      expect(decideLook({ ...resting, answeredAt: nowMs }, waiting, nowMs)).toEqual({
        ...{ kind: "waits", nextLookMs: nowMs + afterMs, isAnswered: true, isLate: false },
      });
    }
  });

  test("behavior: only the venue's word ends it as executed, cancelled or dropped, any age", () => {
    for (const status of [
      "executed",
      "partly_executed",
      "cancelled",
      "dropped",
      "unknown",
    ] as const) {
      const end: VenueOrderEnd = {
        status,
        amounts: { size: "1 ETH" },
        reason: "x".repeat(500),
        atMs: T0 + 3,
      };
      const said = { kind: "ended", end: { ...end, reason: "x".repeat(400) } };
      expect(decideLook(order, { kind: "ended", ...end }, T0 + 4)).toEqual(said);
      expect(decideLook(order, { kind: "ended", ...end }, T0 + 90 * DAY)).toEqual(said);
    }
  });

  test("behavior: told as late from the fifteenth minute on, until that is written down", () => {
    const late = (ageMs: number, changes: Partial<VenueOrder> = {}) =>
      decideLook({ ...order, ...changes }, waiting, T0 + ageMs);
    expect(late(15 * MINUTE - 1)).toMatchObject({ isLate: false });
    expect(late(15 * MINUTE)).toMatchObject({ isLate: true });
    expect(late(15 * MINUTE, { isLate: true })).toMatchObject({ isLate: false });
    expect(late(15 * MINUTE, { rests: true })).toMatchObject({ isLate: false });
  });

  test("behavior: what the venue leaves till someone acts is told at once, once; rests too", () => {
    const stuck = { kind: "waiting", isStuck: true } as const;
    for (const changes of [{}, { rests: true }] as const) {
      expect(decideLook({ ...order, ...changes }, stuck, T0 + 1)).toMatchObject({
        kind: "waits",
        isLate: true,
      });
      expect(decideLook({ ...order, ...changes, isLate: true }, stuck, T0 + 1)).toMatchObject({
        isLate: false,
      });
    }
  });

  test("behavior: a day without an answer makes it unknown, to the ms from the last", () => {
    const at = (nowMs: number, changes: Partial<VenueOrder> = {}) =>
      decideLook({ ...order, ...changes }, unreadable, nowMs);
    expect(at(T0 + DAY - 1)).toMatchObject({ kind: "waits", isAnswered: false });
    expect(at(T0 + DAY)).toMatchObject({
      kind: "ended",
      end: { status: "unknown", amounts: {}, atMs: T0 + DAY },
    });
    const answered = { answeredAt: T0 + HOUR };
    expect(at(T0 + DAY + HOUR - 1, answered)).toMatchObject({ kind: "waits" });
    expect(at(T0 + DAY + HOUR, answered)).toMatchObject({
      kind: "ended",
      end: { status: "unknown" },
    });
    expect(at(T0 + DAY, { rests: true })).toMatchObject({
      kind: "ended",
      end: { status: "unknown" },
    });
  });

  test("behavior: what was to be done at once is followed for a week, and is unknown then", () => {
    const at = (ageMs: number) =>
      decideLook({ ...order, answeredAt: T0 + ageMs }, waiting, T0 + ageMs);
    expect(at(7 * DAY - 1)).toMatchObject({ kind: "waits" });
    expect(at(7 * DAY)).toMatchObject({ kind: "ended", end: { status: "unknown" } });
  });
});
