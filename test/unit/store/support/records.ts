import { createHash, randomBytes } from "node:crypto";
import type { Hex } from "viem";
import type { Attempt } from "../../../../schemas/attempt.ts";
import type { DelegationRecord } from "../../../../schemas/delegation-record.ts";
import type { TwapEvent } from "../../../../schemas/twap-event.ts";
import type { TwapOrder } from "../../../../schemas/twap-order.ts";

/** Each test owns its vault, operator and agent: no test sees another's records. */
export const newAddress = (): Hex => `0x${randomBytes(20).toString("hex")}`;
export const newHash = (): Hex => `0x${randomBytes(32).toString("hex")}`;

/** 2026-09-01T00:00:00Z: thirteen digits, as every time in the records. */
export const T0 = 1_788_220_800_000;

export const orderOf = (
  vault: Hex,
  operator: Hex,
  changes: Partial<TwapOrder> = {},
): Omit<TwapOrder, "id"> => ({
  side: "sell",
  sellToken: "USDC",
  buyToken: "ETH",
  sellTokenAddress: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  buyTokenAddress: "0x0000000000000000000000000000000000000000",
  totalAmount: "100.123456",
  sliceAmount: "20",
  sliceCount: 5,
  intervalMinutes: 5,
  dex: "0x",
  chainId: 8453,
  vaultAddress: vault,
  operatorAddress: operator,
  active: true,
  createdAt: T0,
  consecutiveFailures: 0,
  amountSpent: "0",
  totalBought: "0",
  slicesExecuted: 0,
  autoExecute: true,
  status: "active",
  sellDecimals: 6,
  buyDecimals: 18,
  sellSymbol: 'US"D/C\\é',
  buySymbol: "ETH",
  totalBase: "115792089237316195423570985008687907853269984665640564039457584007913129639935",
  sliceBase: "20000000",
  spentBase: "0",
  boughtBase: "0",
  amountsEstimated: false,
  pointIndex: 0,
  attemptsOfSlice: 0,
  ...changes,
});

export const attemptOf = (
  vault: Hex,
  operator: Hex,
  agent: Hex,
  changes: Partial<Attempt> = {},
): Attempt => ({
  id: `twap:${vault}:1:1:1`,
  vault,
  chainId: 8453,
  agent,
  keyVersion: 1,
  operator,
  venue: "0x",
  orderId: 1,
  sliceNumber: 1,
  nonce: 0,
  to: vault,
  data: "0x2213bc0b00",
  gas: "500000",
  maxFeePerGas: "40000000",
  maxPriorityFeePerGas: "1000000",
  hashes: [hashFor(vault, changes)],
  freeingHashes: [],
  status: "prepared",
  createdAt: T0,
  swap: null,
  ...changes,
});

/**
 * The same transaction, asked for twice, has the same hash; transactions of two attempts have not.
 */
const hashFor = (vault: Hex, { id = "", nonce = 0 }: Partial<Attempt>): Hex =>
  `0x${createHash("sha256").update(`${vault} ${id} ${nonce}`).digest("hex")}`;

export const delegationOf = (
  vault: Hex,
  operator: Hex,
  agent: Hex,
  changes: Partial<DelegationRecord> = {},
): DelegationRecord => ({
  enabled: true,
  vault,
  chainId: 8453,
  operator,
  agent,
  keyVersion: 1,
  selectors: ["0x3593564c", "0x2213bc0b"],
  confirmedAt: T0,
  ...changes,
});

export const eventOf = (changes: Partial<TwapEvent> = {}): TwapEvent => ({
  orderId: 1,
  timestamp: T0,
  sliceNumber: 1,
  totalSlices: 5,
  sellAmount: "20",
  buyAmount: "0.005",
  success: true,
  ...changes,
});
