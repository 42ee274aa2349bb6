import type { Address } from "viem";
import type { TriggerOrder } from "../../schemas/trigger-order.ts";

type Pair = Pick<TriggerOrder, "side" | "vaultAddress" | "sellTokenAddress" | "buyTokenAddress">;

/** The side token in the other one, as the Swap Shield asks for that trade. */
export const priceAsked = (trigger: Pair): { vault: Address; given: Address; wanted: Address } => {
  const { side, vaultAddress: vault, sellTokenAddress, buyTokenAddress } = trigger;
  const [given, wanted] = side === "sell" ? [sellTokenAddress, buyTokenAddress] : [buyTokenAddress, sellTokenAddress];
  return { vault, given, wanted };
};
