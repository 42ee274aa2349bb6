import type { World } from "../world/create-world.ts";
import { isNonceQueueBehind } from "../world/is-lane-behind.ts";

/**
 * What ran again because the store forgot it has frozen its vault, or will before its wallet signs
 * anything more. Nothing is taken for a loss where none was: that would stop a vault for no reason.
 */
export function judgeForgotten(world: World): void {
  const {
    ranAgain,
    redis,
    keys,
    ledger,
    acceptedWhatWasForgotten,
    reached,
    hasForgotten,
    takenBack,
  } = world;
  if (reached.has("log: history_lost") && !hasForgotten() && takenBack.size === 0)
    ledger.violate("a vault was frozen for a loss that never was");
  for (const [vault, agent] of ranAgain) {
    if (redis.read(keys.frozen(vault)) !== undefined || acceptedWhatWasForgotten(vault)) continue;
    if (isNonceQueueBehind(world, agent))
      reached.add("store loss: nothing was asked of the wallet since");
    else ledger.violate(`something of ${vault} ran again, and nobody noticed`);
  }
}
