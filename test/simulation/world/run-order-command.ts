import { FIRST_PRICE } from "../chain/market.ts";
import type { ORDER_COMMANDS } from "../options-plan.ts";
import type { AskedOrder, World } from "./create-world.ts";
import type { Fault } from "./fault.ts";
import { limitPriceAt, type Terms, termsAt } from "./order-terms.ts";
import { PARTIES } from "./party.ts";
import { startTool } from "./start-tool.ts";

type OrderCommand = (typeof ORDER_COMMANDS)[number];
type Change = { args: Record<string, unknown>; terms: Partial<Terms> };

const MINUTE_MS = 60_000;

/**
 * What the operator of an order with options does about it: a slice is skipped, or something of it
 * is set anew.
 */
export function runOrderCommand(
  world: World,
  command: OrderCommand,
  order: AskedOrder | undefined,
  faults: readonly Fault[],
): void {
  const party = PARTIES.find(({ vault }) => vault === order?.vault);
  if (order === undefined || party === undefined) return;
  const noteEnd = (started: ReturnType<typeof startTool>) => {
    started.onEnd = ({ ok }) => world.reached.add(`command${ok ? "" : " refused"}: ${command}`);
  };
  if (command === "skip") {
    const started = startTool(world, party, {
      name: "skip_twap_slice",
      args: { id: order.id },
      faults,
    });
    world.onEffect(started.activity, CHANGE, (at) => {
      // Of a random size nobody knows what a slice is but the service: judged by the cut.
      const sum = order.skips.reduce((total, { amountBase }) => total + amountBase, 0n);
      order.skips.push({ at, amountBase: BigInt(skippedIn(world, order)) - sum });
    });
    noteEnd(started);
    return;
  }
  const change = changeOf(world, command);
  const started = startTool(world, party, {
    name: "edit_twap_order",
    args: { id: order.id, ...change.args },
    faults,
  });
  const { nowMs } = world.scheduler;
  world.onEffect(started.activity, CHANGE, (at) => {
    const last = termsAt(order, at);
    if (last !== undefined)
      order.terms?.push({ ...last, slices: undefined, ...change.terms, at, atMs: nowMs() });
  });
  noteEnd(started);
}

/** The script of both. */
const CHANGE = "change-order";

function skippedIn({ redis, keys }: World, { vault, id }: AskedOrder): string {
  const { json = "{}" } = Object(redis.read(keys.order(vault, id)) ?? {}) as { json?: string };
  return (JSON.parse(json) as { skippedBase?: string }).skippedBase ?? "0";
}

function changeOf(world: World, command: Exclude<OrderCommand, "skip">): Change {
  const nowMs = world.scheduler.nowMs();
  switch (command) {
    case "edit interval":
      return { args: { intervalMinutes: 10 }, terms: { intervalMs: 10 * MINUTE_MS } };
    case "edit limit price": {
      // Of the price that the pools have now: a little above it or below it, by turns.
      const { poolPrice } = world.chain.stateAt(world.chain.head());
      const bps =
        Number((poolPrice * 10_000n) / FIRST_PRICE) -
        10_000 +
        (world.activities.length % 2 === 0 ? 60 : -60);
      const { text, limit } = limitPriceAt(bps, "WETH");
      return { args: { limitPrice: text, limitPriceOf: "buyToken" }, terms: { limit } };
    }
    case "edit limit price away":
      return { args: { remove: ["limitPrice"] }, terms: { limit: undefined } };
    case "edit expiry": {
      const expiresMs = nowMs + 12 * MINUTE_MS;
      return { args: { expiresAt: expiresMs }, terms: { expiresMs } };
    }
    case "edit expiry away":
      return { args: { remove: ["expiresAt"] }, terms: { expiresMs: undefined } };
    case "edit slices":
      return { args: { remainingSlices: 2 }, terms: { slices: 2 } };
  }
}
