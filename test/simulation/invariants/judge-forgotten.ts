import type { World } from "../world/create-world.ts";
import { isLaneBehind } from "../world/is-lane-behind.ts";

/** What ran again because the store forgot it has frozen its vault, or will before its wallet signs anything more. */
export function judgeForgotten(world: World): void {
  const { ranAgain, redis, keys, ledger, acceptedWhatWasForgotten, reached } = world;
  for (const [vault, agent] of ranAgain) {
    if (redis.read(keys.frozen(vault)) !== undefined || acceptedWhatWasForgotten(vault)) continue;
    if (isLaneBehind(world, agent)) reached.add("store loss: nothing was asked of the wallet since");
    else ledger.violate(`something of ${vault} ran again, and nobody noticed`);
  }
}
