import { afterAll, describe, expect, test } from "vitest";
import type { NavSync } from "../../schemas/orders/nav-sync.ts";
import { unitsOf } from "../../src/navsync/decide-sync.ts";
import { saveDelegation } from "../../src/store/vaults/save-delegation.ts";
import { readDeposit } from "./chain/read-deposit.ts";
import { simTokens } from "./chain/sim-tokens.ts";
import { createSimWallet } from "./chain/sim-wallet.ts";
import { baseWorld } from "./world/base-world.ts";
import { createWorld, type World } from "./world/create-world.ts";
import type { Fault } from "./world/fault.ts";
import { PARTIES } from "./world/party.ts";
import { startTick } from "./world/start-tick.ts";
import { startTool } from "./world/start-tool.ts";

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const BRIDGE = "0x770d096f";
const CAPS = { maxPerRun: "1000", maxPerDay: "2500" };
const PARTY = PARTIES[0]!;
const [HIGH, LOW] = [8453, 10] as const;

/**
 * A vault on two chains, a tenth less per unit on the second, which is only read: what is sent
 * there never arrives.
 */
async function vaultOnTwoChains() {
  const { startMs, genesis, redis } = await baseWorld(HIGH);
  const agent = await createSimWallet().address(PARTY.vault, 1);
  const selectors = { ...genesis.selectors, [`${PARTY.vault}:${agent}`]: [BRIDGE] as const };
  const there = simTokens(LOW);
  const balances = {
    [`${PARTY.vault}:${there.usdc}`]: 90_000_000_000n,
    [`${PARTY.vault}:${there.weth}`]: 45n * 10n ** 18n,
  };
  const other = { chainId: LOW, genesis: { ...genesis, nonces: {}, selectors: {}, balances } };
  const world = createWorld({
    ...{
      chainId: HIGH,
      startMs,
      genesis: { ...genesis, selectors },
      redis,
      other,
      choices: [],
      hasMessenger: false,
    },
  });
  world.setFaults(false);
  world.start("delegates", [], (deps) =>
    saveDelegation.run(deps.redis, deps.keys, {
      ...{ requestId: deps.newId(), nowMs: deps.clock.nowMs(), chainNonce: PARTY.nonce },
      record: {
        ...{
          enabled: true,
          vault: PARTY.vault,
          chainId: HIGH,
          operator: PARTY.operator,
          agent,
          keyVersion: 1,
        },
        ...{ selectors: [BRIDGE], confirmedAt: startMs },
      },
    }),
  );
  await world.scheduler.run();
  const args = { intervalMinutes: 5, thresholdBps: 200, ...CAPS };
  const created = startTool(world, PARTY, { name: "create_nav_sync", args, faults: [] });
  await world.scheduler.run();
  expect(created.ended).toMatchObject({ ok: true, value: { data: { configId: 1 } } });
  return {
    startMs,
    genesis: { ...genesis, selectors },
    redis: world.redis,
    other,
    before: world.past(),
  };
}
let made: ReturnType<typeof vaultOnTwoChains> | undefined;

async function play(faultsOf: (tick: number) => readonly Fault[], ticks = 14): Promise<World> {
  made ??= vaultOnTwoChains();
  const world = createWorld({ chainId: HIGH, ...(await made), choices: [], hasMessenger: true });
  world.scheduler.passTime(1_000);
  for (let tick = 0; tick < ticks; tick += 1) {
    startTick(world, "new", faultsOf(tick));
    await world.scheduler.run();
    world.scheduler.passTime(5 * MINUTE);
  }
  return world;
}

const syncOf = ({ redis, keys }: World): NavSync =>
  JSON.parse((redis.read(keys.order(PARTY.vault, 1)) as { json: string }).json);

/** What was sent, oldest first, by the chain's own word. */
const sentOf = ({ chain }: World) =>
  chain.canonical().flatMap(({ tx, status, block }) => {
    const deposit = readDeposit(tx.data);
    return deposit === undefined || status !== "success"
      ? []
      : [{ ...deposit, atMs: chain.timeOf(block), tx }];
  });

/**
 * Whatever happened: within the caps, never twice for one run, never before the last one can have
 * arrived, and counted.
 */
function violationsOf(world: World): string[] {
  const [sync, sent] = [syncOf(world), sentOf(world)];
  const runs = sent.map(({ tx }) =>
    world.ledger.byHash.get(tx.hash)?.attemptId.split(":").slice(0, 4).join(":"),
  );
  const sum = (list: readonly { inputAmountBase: bigint }[]) =>
    list.reduce((a, b) => a + b.inputAmountBase, 0n);
  const counted =
    (sync.sentInDay ?? []).reduce((total, { amount }) => total + unitsOf(amount), 0n) / 10n ** 12n;
  return [
    ...world.ledger.violations,
    ...(new Set(runs).size === runs.length ? [] : ["a run sent twice"]),
    ...(sync.syncsExecuted === sent.length
      ? []
      : [`${sync.syncsExecuted} are counted, ${sent.length} were sent`]),
    ...(counted === sum(sent) ? [] : [`${counted} is counted, ${sum(sent)} was sent`]),
    ...sent.flatMap(({ inputAmountBase, destinationChainId, opType, atMs }, index) => [
      ...(inputAmountBase <= 1_000_000_000n ? [] : ["more than the cap of a run"]),
      ...(destinationChainId === LOW && opType === 1 ? [] : ["no sync to the lowest chain"]),
      ...(atMs - (sent[index - 1]?.atMs ?? 0) >= 15 * MINUTE
        ? []
        : ["sent before the last one can have arrived"]),
      ...(sum(sent.filter((one) => one.atMs > atMs - DAY && one.atMs <= atMs)) <= 2_500_000_000n
        ? []
        : ["more than the cap of a day"]),
    ]),
  ];
}

let swept = 0;
afterAll(() => console.log(`NAV sync: ${swept} faults and kills`));

describe("a NAV sync", () => {
  test("default: sends up to its caps, quarter hours apart, till the day is used up", async () => {
    const world = await play(() => []);
    expect(violationsOf(world)).toEqual([]);
    expect(sentOf(world).map(({ inputAmountBase }) => inputAmountBase)).toEqual([
      1_000_000_000n,
      1_000_000_000n,
      500_000_000n,
    ]);
    // Two requests for each of the two chains; eleven more for what is sent, and two for the first
    // sample of its NAV; the next run looks at its deposit first. What `costs` in nav-sync-kind.ts
    // adds up.
    const countsOf = (tick: number) =>
      world.activities.find(({ name }) => name === `tick ${tick}`)?.counts;
    expect(countsOf(0)).toMatchObject({ rpc: 15 + 2, send: 1, venue: 2 });
    expect(countsOf(13)).toMatchObject({ rpc: 6, send: 0, venue: 0, redis: 3 });
    const sync = syncOf(world);
    expect(sync).toMatchObject({ status: "active", syncsExecuted: 3, consecutiveFailures: 0 });
    expect(sync.lastLook?.found).toContain("the cap of 24 hours is used up");
  });

  test("behavior: the next day it sends again", async () => {
    made ??= vaultOnTwoChains();
    const world = await play(() => [], 14);
    world.scheduler.passTime(DAY);
    for (let tick = 0; tick < 2; tick += 1) {
      startTick(world, "new", []);
      await world.scheduler.run();
      world.scheduler.passTime(5 * MINUTE);
    }
    expect(sentOf(world)).toHaveLength(4);
    expect(syncOf(world).sentInDay).toHaveLength(1);
  });

  test("behavior: a quarter-hour run frees neither arrival nor day before their time", async () => {
    const world = await play(() => [], 0);
    startTick(world, "new", []);
    while (!world.ledger.attempts.has(`nav_sync:${PARTY.vault}:1:1:1`))
      await world.scheduler.step();
    world.scheduler.passTime(14 * MINUTE);
    await world.scheduler.run();
    const [first] = sentOf(world);
    expect(first).toBeDefined();
    for (let tick = 0; tick < 4; tick += 1) {
      world.scheduler.passTime(MINUTE);
      startTick(world, "new", []);
      await world.scheduler.run();
    }
    expect(sentOf(world)).toHaveLength(1);
    expect(syncOf(world).sentInDay?.[0]?.atMs).toBeGreaterThanOrEqual(
      first?.atMs ?? Number.POSITIVE_INFINITY,
    );
  });

  test("behavior: three failures in a row stop it, with nothing sent", async () => {
    const silent: Fault[] = [0, 1, 2, 3].map((nth) => ({
      port: "venue",
      nth,
      kind: "unreachable",
      amount: 1,
    }));
    const world = await play(() => silent, 5);
    expect(sentOf(world)).toEqual([]);
    expect(syncOf(world)).toMatchObject({
      status: "auto_paused",
      active: false,
      consecutiveFailures: 3,
    });
  });

  test.each([0, 3])(
    "behavior: killed at any await point of tick %i, its invariants hold",
    async (killed) => {
      const whole = await play(() => [], killed + 1);
      const points = whole.activities.at(-1)?.points ?? 0;
      expect(points).toBeGreaterThan(5);
      const broken: string[] = [];
      for (let nth = 0; nth < points; nth += 1) {
        for (const kind of ["crash before", "crash after"]) {
          const world = await play((tick) =>
            tick === killed ? [{ port: "any", nth, kind, amount: 0 }] : [],
          );
          swept += 1;
          broken.push(
            ...violationsOf(world).map((text) => `${kind} point ${nth} of ${points}: ${text}`),
          );
          if (sentOf(world).length !== 3)
            broken.push(`${kind} point ${nth}: sent ${sentOf(world).length} times`);
        }
      }
      expect(broken).toEqual([]);
    },
  );

  test("behavior: a second tick at any point does nothing; a cancel stops the unsent", async () => {
    made ??= vaultOnTwoChains();
    const broken: string[] = [];
    for (let at = 0; at < 40; at += 1) {
      for (const what of ["tick", "cancel"] as const) {
        const world = createWorld({
          chainId: HIGH,
          ...(await made),
          choices: [1, 0, 1, 1, 0],
          hasMessenger: true,
        });
        world.scheduler.passTime(1_000);
        startTick(world, "new", []);
        await world.scheduler.run(at);
        if (what === "tick") startTick(world, "new", []);
        else
          startTool(world, PARTY, { name: "cancel_nav_sync", args: { configId: 1 }, faults: [] });
        await world.scheduler.run();
        for (let tick = 0; tick < 3; tick += 1) {
          world.scheduler.passTime(5 * MINUTE);
          startTick(world, "new", []);
          await world.scheduler.run();
        }
        swept += 1;
        const [sync, sent] = [syncOf(world), sentOf(world)];
        if (what === "tick")
          broken.push(...violationsOf(world).map((text) => `a tick at ${at}: ${text}`));
        else if (
          sync.status !== "cancelled" ||
          sent.length > 1 ||
          sync.syncsExecuted !== sent.length
        )
          broken.push(
            `a cancel at ${at}: ${sync.status}, ${sent.length} sent, ${sync.syncsExecuted} counted`,
          );
      }
    }
    expect(broken).toEqual([]);
  });

  test.each([
    ["redis", ["fails", "answer lost", "sent twice", "slow"], 8],
    ["rpc", ["unreachable", "partly unreachable", "stale", "slow"], 10],
    ["send", ["refused", "answer lost", "not passed on", "arrives late"], 1],
    ["venue", ["unreachable"], 2],
  ] as const)(
    "behavior: whatever fails once at %s, its invariants hold",
    async (port, kinds, calls) => {
      const broken: string[] = [];
      for (let nth = 0; nth < calls; nth += 1) {
        for (const kind of kinds) {
          const world = await play((tick) => (tick === 0 ? [{ port, nth, kind, amount: 2 }] : []));
          swept += 1;
          broken.push(...violationsOf(world).map((text) => `${kind} at ${port} ${nth}: ${text}`));
        }
      }
      expect(broken).toEqual([]);
    },
  );
});
