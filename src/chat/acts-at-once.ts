import { cancelNavSync } from "../navsync/tools/cancel-nav-sync.ts";
import { findTool } from "../tables/find-tool.ts";
import { freezeVault } from "../tools/freeze-vault.ts";
import { cancelTriggerOrder } from "../triggers/tools/cancel-trigger-order.ts";
import { cancelTwapOrder } from "../twap/tools/cancel-twap-order.ts";
import { pauseTwapOrder } from "../twap/tools/pause-twap-order.ts";

/** What only stops something, and nobody should have to ask for twice. */
const STOPS: readonly string[] = [cancelNavSync, cancelTriggerOrder, cancelTwapOrder, freezeVault, pauseTwapOrder].map(
  ({ name }) => name,
);

/** Whether words that anything but the plain grammar has read may act at once: reads, and what stops something. Every other write waits as a card. */
export function actsAtOnce(tool: string): boolean {
  const found = findTool(tool);
  return STOPS.includes(tool) || (found.ok && found.value.effect === "read");
}
