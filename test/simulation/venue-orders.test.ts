import { afterAll, describe, expect, test } from "vitest";
import type { VenueOrder } from "../../schemas/orders/venue-order.ts";
import { createToolContext } from "../../src/calls/create-tool-context.ts";
import { unwrap } from "../../src/errors.ts";
import { closeCallAttempt } from "../../src/pipeline/carry-out.ts";
import { broadcastCall } from "../../src/pipeline/execute-plan.ts";
import { prepareCall } from "../../src/pipeline/prepare-call.ts";
import { storedVenueOrder } from "../../src/store/venueorders/stored-venue-order.ts";
import { findTool } from "../../src/tables/find-tool.ts";
import { baseWorld } from "./world/base-world.ts";
import { createWorld, type Started, type World } from "./world/create-world.ts";
import type { Fault } from "./world/fault.ts";
import { PARTIES } from "./world/party.ts";
import { createSimOrderVenue, type KeeperFate } from "./world/sim-order-venue.ts";
import { startTick } from "./world/start-tick.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const CHAIN = 8453;
const PARTY = PARTIES[0]!;
const SUMMARY = "Long 1 ETH at 3,000 or better";

type Play = {
  keeper: KeeperFate;
  rests?: true;
  /** Of the call that orders, and of each tick. */
  faultsOf?: (activity: "order" | number) => readonly Fault[];
  ticks?: number;
  /** Before each tick. */
  before?: (world: World, tick: number) => void;
};

/**
 * A swap's way through the pipeline stands for the venue's own call, which no chain here runs: what
 * is played begins behind it.
 */
function startOrder(world: World, faults: readonly Fault[], rests?: true): Started {
  return world.start("order", faults, async (deps) => {
    const found = unwrap(findTool("build_vault_swap"));
    if (found.effect !== "transaction") throw new Error("no transaction");
    const ctx = await createToolContext(deps, deps.newId(), {
      ...{ tool: found, chainId: CHAIN, vault: PARTY.vault, executionMode: "delegated" },
      caller: {
        kind: "outside",
        credentials: {
          operatorAddress: PARTY.operator,
          authSignature: `0x${"11".repeat(65)}`,
          authTimestamp: deps.clock.nowMs(),
        },
      },
    });
    const input = found.input.parse({
      tokenIn: "USDC",
      tokenOut: "WETH",
      amountIn: "100",
      dex: "uniswap",
    });
    const plan = unwrap(await found.plan(ctx, input));
    if (plan.kind === "owner") throw new Error("no vault call");
    const prepared = await prepareCall(ctx, plan);
    if (!prepared.ok) return prepared;
    const follow = {
      family: "perp_a",
      summary: SUMMARY,
      ordered: { market: "ETH" },
      ...(rests && { rests }),
    } as const;
    const outcome = await broadcastCall(ctx, { ...prepared.value, follow }, { kind: "call" });
    await closeCallAttempt(ctx, outcome).catch(() => undefined);
    return outcome.status;
  });
}

type Played = {
  world: World;
  venue: ReturnType<typeof createSimOrderVenue>;
  keeper: KeeperFate;
  rests: boolean;
};

async function play({
  keeper,
  rests,
  faultsOf = () => [],
  ticks = 7,
  before,
}: Play): Promise<Played> {
  const { startMs, genesis, redis } = await baseWorld(CHAIN);
  const venue = createSimOrderVenue(keeper);
  const world = createWorld({
    ...{
      chainId: CHAIN,
      startMs,
      genesis,
      redis,
      choices: [],
      hasMessenger: true,
      looksOf: venue.looksOf,
    },
  });
  world.scheduler.passTime(1_000);
  startOrder(world, faultsOf("order"), rests);
  await world.scheduler.run();
  world.scheduler.passTime(MINUTE);
  for (let tick = 0; tick < ticks; tick += 1) {
    before?.(world, tick);
    startTick(world, "new", faultsOf(tick));
    await world.scheduler.run();
    world.scheduler.passTime(5 * MINUTE);
  }
  return { world, venue, keeper, rests: rests === true };
}

const attemptIdOf = (world: World): string | undefined => [...world.ledger.attempts.keys()][0];

function orderOf({ redis, keys }: World, id: string): VenueOrder | undefined {
  const fields = redis.read(keys.venueOrder(id)) as Record<string, string> | undefined;
  if (fields === undefined) return undefined;
  const { chain: _, vault: __, looks, nextLookMs, answeredAt, isLate, ...rest } = fields;
  return storedVenueOrder.parse({
    ...rest,
    ...{ looks: Number(looks), nextLookMs: Number(nextLookMs) },
    ...(answeredAt !== undefined && { answeredAt: Number(answeredAt) }),
    ...(isLate !== undefined && { isLate: true }),
  });
}

const messagesOf = ({ ledger }: World) =>
  ledger.messages.filter(({ html }) => html.includes("GMX order"));
const lateOf = (world: World) =>
  messagesOf(world).filter(({ html }) => html.includes("is not done yet"));
/** One text: who delivers again after a lost answer says the same, under the same visible id. */
const endsOf = (world: World) =>
  [...new Set(messagesOf(world).map(({ html }) => html))].filter(
    (html) => !html.includes("is not done yet"),
  );
const listOf = ({ redis, keys }: World, key: "events" | "audit"): string[] =>
  (redis.read(key === "events" ? keys.events(PARTY.vault) : keys.audit(CHAIN, PARTY.vault)) as
    | string[]
    | undefined) ?? [];
const SAID: Record<string, string> = {
  executed: "executed:",
  partly_executed: "executed in part:",
  cancelled: "cancelled:",
  dropped: "not taken by the venue:",
  unknown: "lost sight of:",
};

/**
 * Whatever happened: nothing is said that the venue's records do not say, every end is told once,
 * and nothing is forgotten.
 */
function violationsOf(
  { world, venue, rests }: Played,
  { mayBeUnknown = false, settled = true } = {},
): string[] {
  const { chain, redis, keys, ledger, scheduler } = world;
  const said = [...ledger.violations];
  const id = attemptIdOf(world);
  if (id === undefined)
    return messagesOf(world).length === 0 ? said : [...said, "told of what was never ordered"];
  const status = (redis.read(keys.attempt(id)) as { status?: string } | undefined)?.status;
  const order = orderOf(world, id);
  const [ends, events, audited] = [
    endsOf(world),
    listOf(world, "events").filter((text) => text.includes('"venue_order"')),
    listOf(world, "audit").filter((text) => text.includes('"venue_order_ended"')),
  ];
  if (status === "prepared" || status === "sent") said.push(`the attempt is still ${status}`);
  if (order === undefined) {
    if (status === "confirmed") said.push("a confirmed order is not followed");
    if (ends.length + events.length + audited.length > 0) said.push("told of what is not followed");
    return said;
  }
  // Kept for a day only.
  if (status !== "confirmed" && status !== undefined)
    said.push(`followed, and its attempt is ${status}`);
  const known = venue.recordOf(chain, order.hash, scheduler.nowMs());
  const isEnded = order.status !== "waiting";
  const count = isEnded ? 1 : 0;
  for (const [what, list] of [
    ["messages", ends],
    ["events", events],
    ["audit entries", audited],
  ] as const)
    if (list.length !== count) said.push(`${order.status}, with ${list.length} ${what} of its end`);
  if (isEnded && order.status !== "unknown") {
    const { status: ended, amounts, reason, atMs } = order.end!;
    const truth = known?.kind === "ended" ? known : undefined;
    if (
      JSON.stringify([truth?.status, truth?.amounts, truth?.reason, truth?.atMs]) !==
      JSON.stringify([ended, amounts, reason, atMs])
    )
      said.push(`called ${ended}, and the venue says ${JSON.stringify(known)}`);
  }
  if (order.status === "unknown" && !mayBeUnknown)
    said.push("called unknown, and the venue answers");
  if (isEnded && !ends.every((html) => html.includes(SAID[order.status]!)))
    said.push("told otherwise than written");
  if (
    settled &&
    !isEnded &&
    known?.kind === "ended" &&
    known.atMs < scheduler.nowMs() - 11 * MINUTE
  )
    said.push(`the venue has ended it, and it is ${order.status}`);
  const isDue = redis.command("ZSCORE", keys.venueOrdersDue(CHAIN), id) !== null;
  const isOpen = redis.command("SISMEMBER", keys.venueOrdersOpen(PARTY.vault), id) === 1;
  if (isDue === isEnded || isOpen === isEnded)
    said.push(`${order.status}, due ${isDue}, listed as open ${isOpen}`);
  if (new Set(lateOf(world).map(({ html }) => html)).size > 1)
    said.push("told twice that it is late");
  if (rests && lateOf(world).length > 0) said.push("what rests was told to be late");
  if (Object.keys(redis.read(keys.outbox("telegram")) ?? {}).length > 0)
    said.push("something is left to be told");
  return said;
}

function takenBack(world: World, fate: "dropped" | "mined again"): void {
  const gone = world.chain.reorg(1, fate);
  expect(gone).toHaveLength(1);
  world.noteDeep(gone);
}

const KEEPERS: KeeperFate[] = [
  { does: "executed", afterMs: 3_000 },
  { does: "executed", afterMs: 12 * MINUTE },
  { does: "executed worse", afterMs: 3_000 },
  { does: "partly_executed", afterMs: 6 * MINUTE },
  { does: "cancelled", afterMs: 2 * MINUTE },
  { does: "dropped", afterMs: 20_000 },
];
const named = KEEPERS.map(
  (keeper) => [`${keeper.does} after ${keeper.afterMs / 1_000} s`, keeper] as const,
);

let swept = 0;
afterAll(() => console.log(`orders at venues: ${swept} faults and kills`));

describe("an order at a venue that acts later", () => {
  test.each(named)(
    "default: %s: that is what is written down and told, with the venue's amounts",
    async (_, keeper) => {
      const played = await play({ keeper });
      const { world } = played;
      expect(violationsOf(played)).toEqual([]);
      const order = orderOf(world, attemptIdOf(world)!)!;
      expect(order.status).toBe(keeper.does === "executed worse" ? "executed" : keeper.does);
      expect(endsOf(world)[0]).toContain(SUMMARY);
      if (order.status.includes("executed"))
        expect(endsOf(world)[0]).toContain(
          keeper.does === "executed worse" ? "price 3050" : "price 3000",
        );
      // The tick that finds nothing due, no sample of NAV either, makes its one trip, as ever.
      expect(
        world.activities.findLast(({ name, counts }) => name.startsWith("tick") && counts.rpc === 0)
          ?.counts,
      ).toMatchObject({
        redis: 2,
        venue: 0,
      });
    },
  );

  test("behavior: a keeper that never comes is told late once, unknown after a week", async () => {
    const played = await play({ keeper: { does: "never", afterMs: 0 } });
    const { world } = played;
    expect(violationsOf(played)).toEqual([]);
    expect([lateOf(world).length, endsOf(world).length]).toEqual([1, 0]);
    expect(orderOf(world, attemptIdOf(world)!)).toMatchObject({ status: "waiting", isLate: true });
    world.scheduler.passTime(7 * 24 * HOUR);
    for (let tick = 0; tick < 2; tick += 1) {
      startTick(world, "new", []);
      await world.scheduler.run();
      world.scheduler.passTime(5 * MINUTE);
    }
    expect(orderOf(world, attemptIdOf(world)!)).toMatchObject({
      status: "unknown",
      end: { amounts: {} },
    });
    expect(endsOf(world)).toHaveLength(1);
  });

  test("behavior: what rests is never late, and is found executed whenever that is", async () => {
    const played = await play({
      keeper: { does: "executed", afterMs: 30 * 24 * HOUR },
      rests: true,
    });
    const { world } = played;
    expect([violationsOf(played), messagesOf(world)]).toEqual([[], []]);
    world.scheduler.passTime(30 * 24 * HOUR);
    startTick(world, "new", []);
    await world.scheduler.run();
    expect(orderOf(world, attemptIdOf(world)!)?.status).toBe("executed");
    expect(endsOf(world)).toHaveLength(1);
  });

  test("behavior: a venue unread for a day makes it unknown, not dropped or executed", async () => {
    const silent: Fault[] = [{ port: "venue", nth: 0, kind: "unreachable", amount: 1 }];
    const keeper: KeeperFate = { does: "dropped", afterMs: 1_000 };
    const played = await play({ keeper, faultsOf: (one) => (one === "order" ? [] : silent) });
    const { world } = played;
    expect(orderOf(world, attemptIdOf(world)!)?.status).toBe("waiting");
    world.scheduler.passTime(24 * HOUR);
    startTick(world, "new", silent);
    await world.scheduler.run();
    expect(violationsOf(played, { mayBeUnknown: true })).toEqual([]);
    expect(orderOf(world, attemptIdOf(world)!)?.status).toBe("unknown");
  });

  test("behavior: two lookers at once, one too slow for its lease: its end told once", async () => {
    const slow: Fault[] = [{ port: "venue", nth: 0, kind: "slow", amount: 200 }];
    const keeper: KeeperFate = { does: "executed", afterMs: 1_000 };
    const { startMs, genesis, redis } = await baseWorld(CHAIN);
    const venue = createSimOrderVenue(keeper);
    const world = createWorld({
      ...{
        chainId: CHAIN,
        startMs,
        genesis,
        redis,
        choices: [],
        hasMessenger: true,
        looksOf: venue.looksOf,
      },
    });
    startOrder(world, []);
    await world.scheduler.run();
    world.scheduler.passTime(MINUTE);
    startTick(world, "new", slow);
    const first = world.activities.at(-1)!;
    while (first.counts.venue === 0) await world.scheduler.run(1);
    world.scheduler.passTime(130_000);
    startTick(world, "new", []);
    await world.scheduler.run();
    world.scheduler.passTime(5 * MINUTE);
    startTick(world, "new", []);
    await world.scheduler.run();
    expect(
      world.activities.filter(({ counts }) => counts.venue > 0 && counts.send === 0),
    ).toHaveLength(2);
    expect(violationsOf({ world, venue, keeper, rests: false })).toEqual([]);
  });

  test("behavior: a reorg undoing its transaction ends it unknown, beside the freeze", async () => {
    const keeper: KeeperFate = { does: "executed", afterMs: 20 * MINUTE };
    const played = await play({
      keeper,
      before: (world, tick) => {
        if (tick === 0) takenBack(world, "dropped");
      },
    });
    const { world } = played;
    expect(orderOf(world, attemptIdOf(world)!)?.status).toBe("unknown");
    expect(violationsOf(played, { mayBeUnknown: true })).toEqual([]);
    expect(world.redis.read(world.keys.frozen(PARTY.vault))).toBeDefined();
    expect(world.ledger.messages.filter(({ html }) => html.includes("Vault frozen"))).toHaveLength(
      1,
    );
  });

  test("behavior: mined again in another block it is followed to the venue's own end", async () => {
    const played = await play({
      keeper: { does: "executed", afterMs: 11 * MINUTE },
      before: (world, tick) => {
        if (tick === 0) takenBack(world, "mined again");
      },
    });
    expect(violationsOf(played)).toEqual([]);
    expect(orderOf(played.world, attemptIdOf(played.world)!)?.status).toBe("executed");
  });

  test.each(["order", 0, 1, 2] as const)(
    "behavior: killed at any await point of %s, its invariants hold",
    async (killed) => {
      const broken: string[] = [];
      for (const keeper of [KEEPERS[0]!, KEEPERS[3]!]) {
        const whole = await play({ keeper });
        const name = killed === "order" ? "order" : `tick ${killed}`;
        const points = whole.world.activities.find((one) => one.name === name)?.points ?? 0;
        expect(points).toBeGreaterThan(0);
        for (let nth = 0; nth < points; nth += 1) {
          for (const kind of ["crash before", "crash after"]) {
            const faults: Fault[] = [{ port: "any", nth, kind, amount: 0 }];
            const played = await play({
              keeper,
              faultsOf: (one) => (one === killed ? faults : []),
            });
            swept += 1;
            broken.push(
              ...violationsOf(played).map(
                (text) => `${keeper.does}, ${kind} point ${nth} of ${points}: ${text}`,
              ),
            );
          }
        }
      }
      expect(broken).toEqual([]);
    },
  );

  test.each([
    ["redis", ["fails", "answer lost", "sent twice", "arrives late", "slow"], 6],
    ["venue", ["unreachable", "garbage", "slow"], 2],
    ["rpc", ["unreachable", "partly unreachable", "stale", "slow"], 4],
    ["send", ["refused", "answer lost", "not passed on", "arrives late"], 1],
    ["messenger", ["unreachable"], 2],
  ] as const)(
    "behavior: whatever fails once at %s, its invariants hold",
    async (port, kinds, calls) => {
      const broken: string[] = [];
      const where =
        port === "send"
          ? (["order"] as const)
          : port === "messenger"
            ? ([0, 1] as const)
            : (["order", 0, 1] as const);
      for (const activity of where) {
        for (let nth = 0; nth < calls; nth += 1) {
          for (const kind of kinds) {
            const keeper = KEEPERS[(nth + (activity === "order" ? 2 : activity)) % KEEPERS.length]!;
            const faults: Fault[] = [{ port, nth, kind, amount: 2 }];
            const played = await play({
              keeper,
              faultsOf: (one) => (one === activity ? faults : []),
            });
            swept += 1;
            broken.push(
              ...violationsOf(played).map(
                (text) => `${kind} at ${port} ${nth} of ${activity}: ${text}`,
              ),
            );
          }
        }
      }
      expect(broken).toEqual([]);
    },
  );
});
