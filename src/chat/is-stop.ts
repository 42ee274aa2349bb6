import { cancelNavSync } from "../tools/cancel-nav-sync.ts";
import { cancelTriggerOrder } from "../tools/cancel-trigger-order.ts";
import { cancelTwapOrder } from "../tools/cancel-twap-order.ts";
import { freezeVault } from "../tools/freeze-vault.ts";
import { pauseTwapOrder } from "../tools/pause-twap-order.ts";

/** What only stops something, and nobody should have to ask for twice. */
const STOPS: readonly string[] = [cancelNavSync, cancelTriggerOrder, cancelTwapOrder, freezeVault, pauseTwapOrder].map(
  ({ name }) => name,
);

/** Whether a tool only stops something. */
export const isStop = (tool: string): boolean => STOPS.includes(tool);
