import type { OrderKindId } from "../../schemas/order-kinds.ts";

/** How many may be active. */
export type OrderMost = {
  /** A vault's are counted on each chain, or over all of them for each operator. */
  ofVault: { most: number; on: "each chain" | "all chains, of its operator" };
  /** Over all vaults, with the other kinds that are counted together with it. */
  ofOperator: { most: number; with: readonly OrderKindId[] };
};
