import type { ChainId } from "../../../schemas/chains.ts";
import type { ChainState } from "../chain/chain-state.ts";
import { simTokens } from "../chain/sim-tokens.ts";
import type { History } from "../history.ts";
import { type Base, baseWorld } from "./base-world.ts";
import { createWorld, type Past } from "./create-world.ts";
import { PARTIES } from "./party.ts";
import { createOrder, createSync } from "./run-command.ts";
import { giveGrant } from "./run-grant-command.ts";
import { createTrigger } from "./run-trigger-command.ts";
import { setLimits } from "./set-limits.ts";

type Beginning = Base & {
  before: Past;
  other: { chainId: ChainId; genesis: ChainState } | undefined;
};
const MADE = new Map<string, Promise<Beginning>>();
/** Of histories with a NAV sync; only read. */
const OTHER_CHAIN = 10;
const MAX_MADE = 2_000;

type Plans = Pick<History, "orders" | "navSync" | "limits" | "triggers" | "grant">;

/**
 * Where histories of a chain with these orders begin: made by the service's own tool, without a
 * fault, once for all of them.
 */
export function worldWithOrders(chainId: ChainId, plans: Plans): Promise<Beginning> {
  const name = JSON.stringify([chainId, plans]);
  const known = MADE.get(name);
  if (known !== undefined) return known;
  if (MADE.size >= MAX_MADE) MADE.clear();
  const made = make(chainId, plans);
  MADE.set(name, made);
  return made;
}

async function make(
  chainId: ChainId,
  { orders, navSync, limits, triggers = [], grant }: Plans,
): Promise<Beginning> {
  const base = await baseWorld(chainId);
  const other = navSync && ({ chainId: OTHER_CHAIN, genesis: genesisThere(base.genesis) } as const);
  const world = createWorld({ chainId, ...base, other, choices: [], hasMessenger: false });
  world.setFaults(false);
  for (const plan of orders) createOrder(world, plan);
  if (navSync !== undefined) createSync(world, navSync);
  for (const plan of triggers) createTrigger(world, plan);
  await world.scheduler.run();
  if (limits !== undefined) setLimits(world, `limits: ${limits.set}`, []);
  await world.scheduler.run();
  if (grant !== undefined) giveGrant(world, grant);
  await world.scheduler.run();
  if (
    world.grants.length !== (grant === undefined ? 0 : 1) ||
    world.orders.length !== orders.length ||
    world.syncs.length !== (navSync === undefined ? 0 : 1) ||
    world.triggers.length !== triggers.length ||
    world.limits.length !== (limits === undefined ? 0 : 1) ||
    world.ledger.violations.length > 0
  )
    throw new Error(
      `a world could not begin: ${[...world.ledger.violations, ...world.reached].join(", ")}`,
    );
  return { ...base, redis: world.redis, other, before: world.past() };
}

/** The same vaults, a tenth less per unit, and no agent who may do anything. */
function genesisThere(genesis: ChainState): ChainState {
  const { usdc, weth } = simTokens(OTHER_CHAIN);
  const balances = Object.fromEntries(
    PARTIES.flatMap(({ vault }) => [
      [`${vault}:${usdc}`, 90_000_000_000n],
      [`${vault}:${weth}`, 45n * 10n ** 18n],
    ]),
  );
  return { ...genesis, nonces: {}, selectors: {}, balances };
}
