import type { World } from "../world/create-world.ts";

/** What ran again because the store forgot it has frozen its vault, where nobody has looked at it since. */
export function judgeForgotten({ ranAgain, redis, keys, ledger, acceptedWhatWasForgotten }: World): void {
  for (const vault of ranAgain) {
    if (redis.read(keys.frozen(vault)) === undefined && !acceptedWhatWasForgotten(vault))
      ledger.violate(`something of ${vault} ran again, and nobody noticed`);
  }
}
