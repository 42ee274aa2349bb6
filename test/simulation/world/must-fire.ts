import type { AskedTrigger, World } from "./create-world.ts";
import { isMet } from "./is-met.ts";

/** More than a venue and the pools take together, in basis points. */
const COST_BPS = 40n;
const ALL_BPS = 10_000n;

/**
 * Whether a trigger order that watches has to fire now: of a `limit`, at what a venue would give
 * for it.
 */
export function mustFire({ chain }: World, trigger: AskedTrigger): boolean {
  const { oraclePrice } = chain.stateAt(chain.head());
  if (trigger.type !== "limit") return isMet(trigger, { oraclePrice });
  const worse = trigger.buys === "WETH" ? ALL_BPS + COST_BPS : ALL_BPS - COST_BPS;
  return isMet(trigger, { oraclePrice: (oraclePrice * worse) / ALL_BPS });
}
