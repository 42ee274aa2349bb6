import { expect, test } from "vitest";
import type { FollowedCall, VenueOrderEnd } from "../../../schemas/venue-order.ts";
import { AppError } from "../../../src/errors.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import { followedOrders } from "../../../src/tools/followed-orders.ts";
import type { ToolContext } from "../../../src/tools/tool.ts";
import { storeDeps } from "../../support/store-deps.ts";

const T0 = 1_788_220_800_000;
const VAULT = `0x${"c3".repeat(20)}` as const;
const stored = (id: string, family: FollowedCall["family"], changes: object = {}) => ({
  json: JSON.stringify({
    ...{
      id,
      vault: VAULT,
      chainId: 42161,
      operator: VAULT,
      family,
      summary: `Order ${id}`,
      ordered: {},
      createdAt: T0,
    },
  }),
  ...{ status: "waiting", hash: `0x${"ab".repeat(32)}`, looks: 1, nextLookMs: T0 },
  ...changes,
});
const END: VenueOrderEnd = {
  status: "executed",
  amounts: { size: "1 ETH" },
  reason: "",
  atMs: T0 + 5,
};

/** Where the store answers with these, or fails. */
const contextOf = (answer: object | undefined): ToolContext =>
  ({
    vault: VAULT,
    deps: storeDeps({
      keys: createKeys("sx:"),
      nowMs: () => T0,
      redis: {
        run: async () => {
          if (answer === undefined) throw new AppError("store_unavailable", "No.");
          return JSON.stringify(answer);
        },
      },
    }),
  }) as unknown as ToolContext;

test("default: one venue's, the open ones first, each with what became of it", async () => {
  const answer = {
    open: [stored("b", "perp_a", { isLate: true }), stored("x", "perp_b")],
    ended: [stored("a", "perp_a", { status: "executed", end: JSON.stringify(END) })],
  };
  const followed = await followedOrders.read(contextOf(answer), "perp_a");
  expect(followedOrders.output().parse(followed)).toEqual([
    {
      ...{
        attempt: "b",
        ordered: "Order b",
        status: "waiting",
        isLate: true,
        amounts: {},
        reason: "",
      },
      ...{ orderedAt: T0, endedAt: null },
    },
    {
      ...{
        attempt: "a",
        ordered: "Order a",
        status: "executed",
        isLate: false,
        amounts: { size: "1 ETH" },
      },
      ...{ reason: "", orderedAt: T0, endedAt: T0 + 5 },
    },
  ]);
  expect(followedOrders.lines(followed)).toEqual([
    "Followed: Order b, since 2026-09-01 00:00 UTC, late: the venue has not acted on it.",
  ]);
});

test("error: a store that fails is not read as none", async () => {
  expect(await followedOrders.read(contextOf(undefined), "perp_a")).toBeNull();
  expect(await followedOrders.read(contextOf({ open: {}, ended: {} }), "perp_a")).toEqual([]);
  expect(followedOrders.lines(null)).toEqual([]);
});
