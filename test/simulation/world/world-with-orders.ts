import type { ChainId } from "../../../schemas/chains.ts";
import type { OrderPlan } from "../history.ts";
import { type Base, baseWorld } from "./base-world.ts";
import { createWorld, type Past } from "./create-world.ts";
import { createOrder } from "./run-command.ts";

const MADE = new Map<string, Promise<Base & { before: Past }>>();
const MAX_MADE = 2_000;

/** Where histories of a chain with these orders begin: made by the service's own tool, without a fault, once for all of them. */
export function worldWithOrders(chainId: ChainId, orders: readonly OrderPlan[]): Promise<Base & { before: Past }> {
  const name = JSON.stringify([chainId, orders]);
  const known = MADE.get(name);
  if (known !== undefined) return known;
  if (MADE.size >= MAX_MADE) MADE.clear();
  const made = make(chainId, orders);
  MADE.set(name, made);
  return made;
}

async function make(chainId: ChainId, orders: readonly OrderPlan[]): Promise<Base & { before: Past }> {
  const base = await baseWorld(chainId);
  const world = createWorld({ chainId, ...base, choices: [], hasMessenger: false });
  world.setFaults(false);
  for (const plan of orders) createOrder(world, plan);
  await world.scheduler.run();
  if (world.orders.length !== orders.length || world.ledger.violations.length > 0)
    throw new Error(`a world could not begin: ${world.ledger.violations.join(", ")}`);
  return { ...base, redis: world.redis, before: world.past() };
}
