import { setTimeout as delay } from "node:timers/promises";
import type { GmxParts } from "../gmx/start-gmx.ts";
import type { HyperliquidParts } from "../hyperliquid/start-hyperliquid.ts";

/**
 * How long an order waits for GMX's keeper or Hyperliquid's core at most: a second or so, as out
 * there.
 */
const LOOK_MS = 500;

/**
 * From now on GMX's keeper executes what was ordered, and Hyperliquid's core takes up what it was
 * sent, without being told. A look that fails is told, and followed by the next one.
 */
export function actByThemselves(
  { gmx, hyperliquid }: { gmx: GmxParts | undefined; hyperliquid: HyperliquidParts | undefined },
  tell: (failure: string) => void,
): { stop(): Promise<void> } {
  const stopping = new AbortController();
  const runs = [gmx?.keeper.executeAll, hyperliquid?.settle].map(async (look) => {
    while (look !== undefined && !stopping.signal.aborted) {
      await look().catch((error: unknown) => {
        if (!stopping.signal.aborted) tell(`a venue could not act: ${error}`);
      });
      await delay(LOOK_MS, undefined, { signal: stopping.signal }).catch(() => {});
    }
  });
  return {
    stop: async () => {
      stopping.abort();
      await Promise.all(runs);
    },
  };
}
