import fc from "fast-check";
import { expect, test } from "vitest";
import { runTool } from "../../src/calls/run-tool.ts";
import { onceKind } from "../support/planted-kind/once-kind.ts";
import { type OnceOrder, onceOrder } from "../support/planted-kind/once-order.ts";
import { ONCE_TOOLS } from "../support/planted-kind/once-tools.ts";
import { type History, histories } from "./history.ts";
import { type Planted, runHistory } from "./run-history.ts";
import type { Started, World } from "./world/create-world.ts";
import { loadedTables } from "./world/loaded-tables.ts";
import { PARTIES, type Party } from "./world/party.ts";

const HISTORIES = 400;
const SEED = 20_261_126;
const MINUTE_MS = 60_000;

await onceKind.rules();

type Plan = {
  party: number;
  afterMin: number;
  does: "nothing" | "cancel" | "pause" | "pause and resume";
  step: number;
};
type Asked = Party & {
  id: number;
  startAt: number;
  stopped: "cancel" | "pause" | undefined;
  at: number;
};

/**
 * A history in which an order of a kind that the service does not know is created at the first
 * step, and changed at a later one.
 */
const plans: fc.Arbitrary<Plan> = fc.record({
  party: fc.nat({ max: PARTIES.length - 1 }),
  afterMin: fc.integer({ min: 0, max: 20 }),
  does: fc.constantFrom("nothing", "nothing", "cancel", "pause", "pause and resume"),
  step: fc.integer({ min: 1, max: 6 }),
});

test(`behavior: ${HISTORIES} planted-order histories violate nothing, run, fail, end`, async () => {
  const reached = new Map<string, number>();
  const property = fc.asyncProperty(histories, plans, async (drawn, plan) => {
    // What a store forgets may give its number to another order: that is judged of the service's
    // own kinds.
    const history = { ...drawn, steps: drawn.steps.filter(({ do: does }) => does !== "store") };
    expect(await violationsOf(history, plan, reached)).toEqual([]);
  });
  await fc.assert(property, { seed: SEED, numRuns: HISTORIES, endOnFailure: true });
  for (const state of [
    "completed",
    "cancelled",
    "active",
    "paused",
    "auto_paused",
    "failed",
    "cancelled while out",
  ])
    expect([state, reached.get(state) ?? 0]).toEqual([
      state,
      expect.toSatisfy((count: number) => count > 0),
    ]);
});

async function violationsOf(
  history: History,
  plan: Plan,
  reached: Map<string, number>,
): Promise<readonly string[]> {
  let asked: Asked | undefined;
  const party = PARTIES[plan.party] ?? PARTIES[0]!;
  const planted: Planted = {
    tables: { ...loadedTables, orderKinds: { ...loadedTables.orderKinds, ...{ once: onceKind } } },
    before: (world, step) => {
      const startAt = world.scheduler.nowMs() + plan.afterMin * MINUTE_MS;
      if (step === 0) {
        world.asked.set(party.vault, (world.asked.get(party.vault) ?? 0) + 1);
        call(world, party, "create_once_order", { amount: "25", at: startAt }).onEnd = (ended) => {
          const id = ended.ok && Number((ended.value as { data: { id: number } }).data.id);
          if (id) asked = { ...party, id, startAt, stopped: undefined, at: ended.at };
        };
      }
      if (asked !== undefined && step === plan.step && plan.does !== "nothing")
        stop(world, asked, plan);
      if (asked !== undefined && step === plan.step + 1 && plan.does === "pause and resume")
        call(world, asked, "resume_once_order", { id: asked.id });
    },
    judge: (world) => {
      if (asked !== undefined)
        judge(world, asked, (state) => reached.set(state, (reached.get(state) ?? 0) + 1));
    },
  };
  return (await runHistory(history, undefined, undefined, planted)).violations;
}

function stop(world: World, asked: Asked, { does }: Plan): void {
  const name = does === "cancel" ? "cancel" : "pause";
  const started = call(world, asked, `${name}_once_order`, { id: asked.id });
  started.onEnd = (ended) => {
    if (!ended.ok) return;
    if (does !== "pause and resume") asked.stopped = name;
    const script = name === "cancel" ? "cancel-orders" : "pause-order";
    // Nothing of it may go out after this, unless it was resumed: the ledger holds every send to
    // it.
    if (does === "pause and resume") return;
    const { vault, id: orderId } = asked;
    const effectAt = started.activity.firstEffects.get(script) ?? ended.at;
    const { chainId } = world;
    world.ledger.stops.push({
      kind: `${name} once`,
      vault,
      chainId,
      orderId,
      effectAt,
      ackAt: ended.at,
      named: undefined,
    });
  };
}

/** A tool of the kind, as its operator calls it. */
function call(world: World, party: Party, name: string, args: Record<string, unknown>): Started {
  const tool = ONCE_TOOLS.find((one) => one.name === name);
  if (tool === undefined) throw new Error(`there is no ${name}`);
  return world.start(name, [], async (deps) => {
    const credentials = {
      ...{ operatorAddress: party.operator, authTimestamp: deps.clock.nowMs() },
      authSignature: `0x${"11".repeat(65)}` as const,
    };
    const { result } = await runTool(deps, deps.newId(), {
      ...{ tool, args, chainId: world.chainId, vaultAddress: party.vault, executionMode: "manual" },
      ...{ caller: { kind: "outside", credentials }, purpose: { kind: "call" } },
    });
    return result;
  });
}

/**
 * At rest it says what the chain says, stands in the indexes as it says of itself, and has nothing
 * open.
 */
function judge(world: World, asked: Asked, reach: (state: string) => void): void {
  const { redis, keys, ledger, chain, takenBack, chainId, scheduler } = world;
  const { vault, id, operator } = asked;
  const say = (text: string) => ledger.violate(`once order ${id} of ${vault.slice(0, 6)} ${text}`);
  const { json, attempt, lease } = Object(redis.read(keys.order(vault, id)) ?? {}) as Record<
    string,
    string
  >;
  if (json === undefined) {
    say("is gone");
    return;
  }
  const order: OnceOrder = onceOrder.parse(JSON.parse(json));
  reach(order.status);
  if (order.lastError !== undefined) reach("failed");
  if (
    attempt !== undefined ||
    order.pendingAttempt !== undefined ||
    order.status === "pending_confirmation"
  )
    say("keeps its attempt open for ever");
  if (Number(lease?.split(":")[1] ?? 0) > scheduler.nowMs()) say("stays leased");
  const isIn = (key: string, item: string) => {
    const set = redis.read(key);
    return (set instanceof Set || set instanceof Map) && set.has(item);
  };
  const member = `${vault}:${id}`;
  if (isIn(keys.activeOrders(vault, chainId), String(id)) !== order.active)
    say("the vault's active set is wrong");
  if (isIn(keys.operatorOrders(operator, "once"), member) !== order.active)
    say("the operator's active set is wrong");
  for (const key of [keys.due(chainId), keys.dueOf(chainId, operator)])
    if (isIn(key, member) !== (order.status === "active"))
      say(`(${order.status}) the due index is wrong`);
  const own = [...ledger.byHash].filter(([, one]) =>
    one.attemptId.startsWith(`once:${vault}:${id}:`),
  );
  if (own.some(([, one]) => one.signedMs < asked.startAt)) say("was signed for before its time");
  if (own.some(([, one]) => (takenBack.get(one.attemptId) ?? 0) >= chain.shape.confirmations))
    return;
  const done = chain
    .canonical()
    .filter(
      ({ tx, status }) =>
        status === "success" && tx.to !== tx.from && own.some(([hash]) => hash === tx.hash),
    );
  if (done.length > 1) say(`has sold ${done.length} times`);
  if (done.length !== order.slicesExecuted)
    say(`says ${order.slicesExecuted}, and has sold ${done.length} times`);
  if (asked.stopped === "cancel" && order.status !== "cancelled" && order.status !== "completed")
    say(`was cancelled, and is ${order.status}`);
  if (order.status === "cancelled" && own.length > 0) reach("cancelled while out");
}
