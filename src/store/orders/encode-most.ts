import { CHAIN_IDS } from "../../../schemas/chains.ts";
import type { OrderMost } from "../../kinds/order-kind.ts";

/** As `limit_refusal` (lua-orders.ts) takes it. */
export const encodeMost = ({ ofVault, ofOperator }: OrderMost) => ({
  ofVault: ofVault.most,
  ofOperator: ofOperator.most,
  with: ofOperator.with,
  ...(ofVault.on !== "each chain" && { chains: CHAIN_IDS }),
});
