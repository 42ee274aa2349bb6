import { cancelNavSync } from "../navsync/tools/cancel-nav-sync.ts";
import { freezeVault } from "../tools/freeze-vault.ts";
import { cancelTriggerOrder } from "../triggers/tools/cancel-trigger-order.ts";
import { cancelTwapOrder } from "../twap/tools/cancel-twap-order.ts";
import { pauseTwapOrder } from "../twap/tools/pause-twap-order.ts";

const STOPS: readonly string[] = [
  cancelNavSync,
  cancelTriggerOrder,
  cancelTwapOrder,
  freezeVault,
  pauseTwapOrder,
].map(({ name }) => name);

/** Whether a tool only stops something: nobody should have to ask for that twice. */
export const isStop = (tool: string): boolean => STOPS.includes(tool);
