import type { TriggerOrder } from "../../../schemas/orders/trigger-order.ts";

export const NOW = 1_795_000_000_000;

/** A stop that sells 1 ETH when ETH is at or below 3000 USDC. */
export const triggerOf = (changes: Partial<TriggerOrder> = {}): TriggerOrder => ({
  kind: "trigger",
  id: 7,
  type: "stop",
  side: "sell",
  sellToken: "ETH",
  buyToken: "USDC",
  sellTokenAddress: "0x0000000000000000000000000000000000000000",
  buyTokenAddress: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  sellDecimals: 18,
  buyDecimals: 6,
  sellSymbol: "ETH",
  buySymbol: "USDC",
  totalAmount: "1",
  totalBase: "1000000000000000000",
  price: "3000",
  priceOf: "sellToken",
  venue: "uniswap",
  chainId: 8453,
  vaultAddress: "0x00000000000000000000000000000000000000c3",
  operatorAddress: "0x00000000000000000000000000000000000000d4",
  autoExecute: true,
  active: true,
  status: "active",
  createdAt: NOW,
  consecutiveFailures: 0,
  attemptsOfSlice: 0,
  ...changes,
});

export const FIRING = { price: "2990.5", atMs: NOW + 1_000 };

/** With its trade out. */
export const pendingOf = (changes: Partial<TriggerOrder> = {}): TriggerOrder =>
  triggerOf({
    status: "pending_confirmation",
    pendingAttempt: "trigger:x:7:1",
    attemptsOfSlice: 1,
    lastExecution: NOW + 1_000,
    firing: FIRING,
    ...changes,
  });
