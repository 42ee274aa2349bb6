import { describe, expect, test } from "vitest";
import { allow, refuse } from "../../../src/lib/verdict.ts";
import { decideLook as decideLookAsked } from "../../../src/triggers/decide-look.ts";
import { triggerDueScore } from "../../../src/triggers/refused-trigger.ts";
import { NOW, triggerOf } from "./trigger-fixture.ts";

type Looks = Parameters<typeof decideLookAsked>;
/** Asked and answered in the same moment. */
const decideLook = (trigger: Looks[0], converted: Looks[1], nowMs: number) =>
  decideLookAsked(trigger, converted, nowMs, nowMs);
const at = (usdc: bigint) => allow({ givenBase: 10n ** 18n, wantedBase: usdc * 1_000_000n });
const SHORT = refuse(
  "oracle_window_too_short",
  "The oracle's price of USDC is a mean over 9 s, not 300.",
);
const SILENT = refuse("rpc_unavailable", "The vault's oracle could not be read.");
const HOUR = 3_600_000;

describe("decideLook", () => {
  test("default: met at its price; not met, it notes what it saw, due at the next tick", () => {
    expect(decideLook(triggerOf(), at(3_000n), NOW)).toEqual({
      kind: "met",
      order: triggerOf({ firing: { price: "3000", atMs: NOW } }),
    });
    const noted = decideLook(
      triggerOf({ waiting: { reason: "lane_full", sinceMs: 1 }, unreadSinceMs: 5 }),
      at(3_001n),
      NOW,
    );
    const order = triggerOf({ lastLook: { atMs: NOW, price: "3001" } });
    expect(noted).toEqual({ kind: "noted", order });
    expect(triggerDueScore(order)).toBe(NOW + 240_000);
  });

  test("behavior: a price is as old as its request; an end is judged by now", () => {
    expect(decideLookAsked(triggerOf(), at(3_000n), NOW + 90_000, NOW)).toMatchObject({
      kind: "met",
      order: { firing: { atMs: NOW } },
    });
    expect(decideLookAsked(triggerOf({ expiresAt: NOW + 1 }), at(3_000n), NOW + 1, NOW).kind).toBe(
      "told",
    );
  });

  test.each([
    [NOW + 1, "met"],
    [NOW, "told"],
    [NOW - 1, "told"],
  ])(
    "boundary: its end is the first ms at which it is over, whatever the price: %s",
    (expiresAt, kind) => {
      const look = decideLook(triggerOf({ expiresAt }), at(1n), NOW);
      expect(look.kind).toBe(kind);
      if (look.kind !== "told") return;
      expect(look.result).toMatchObject({
        order: { active: false, status: "expired", completedAt: NOW },
        event: { how: "expired", success: true, condition: "stop: ETH at or below 3000 USDC" },
        notifications: [{ kind: "trigger_ended", how: "expired" }],
        dueMs: null,
      });
    },
  );

  test("behavior: a movable price fires nothing and is told at once, once a cause and day", () => {
    const first = decideLook(triggerOf(), SHORT, NOW);
    if (first.kind !== "told") throw new Error(first.kind);
    expect(first.result.order).toMatchObject({
      ...{ active: true, status: "active", told: [{ code: "oracle_window_too_short", atMs: NOW }] },
      ...{ lastLook: { atMs: NOW, found: expect.stringContaining("mean over 9 s") } },
    });
    expect(first.result.dueMs).toBe(NOW + 240_000);
    expect(first.result.notifications).toMatchObject([
      { kind: "trigger_refused", code: "oracle_window_too_short" },
    ]);
    const day = 24 * HOUR;
    expect(decideLook(first.result.order, SHORT, NOW + day - 1).kind).toBe("noted");
    expect(decideLook(first.result.order, SHORT, NOW + day).kind).toBe("told");
    const other = refuse("no_price_feed", "There is none.");
    expect(decideLook(first.result.order, other, NOW + 1).kind).toBe("told");
  });

  test.each([
    [HOUR - 1, "noted"],
    [HOUR, "told"],
  ])("boundary: a node that is silent is told after an hour of it: %s ms", (passed, kind) => {
    const first = decideLook(triggerOf(), SILENT, NOW);
    if (first.kind !== "noted") throw new Error(first.kind);
    expect(first.order.unreadSinceMs).toBe(NOW);
    expect(decideLook(first.order, SILENT, NOW + passed).kind).toBe(kind);
  });
});
