import { type AbiParameter, type Address, type Hex, parseAbiParameters } from "viem";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { lowerHex, selectorOf } from "../lib/normalize-address.ts";
import { bodyOf, decodeAbiStrictly, notStandard, unknownCall } from "./decode-abi-strictly.ts";

/** Maker only, until cancelled, or filled at once and the rest dropped. */
export type HyperliquidTif = "alo" | "gtc" | "ioc";

/**
 * Prices, sizes and spot USDC times 10^8 (`E8`), other USDC with 6 decimals
 * (docs/facts/hyperliquid.md 2).
 */
export type HyperliquidOrder = {
  kind: "hlOrder";
  asset: number;
  isBuy: boolean;
  limitPriceE8: bigint;
  sizeE8: bigint;
  reduceOnly: boolean;
  tif: HyperliquidTif;
  /** Never 0: the order is found again by it. */
  cloid: bigint;
};

type HyperliquidCancel = { kind: "hlCancel"; asset: number } & (
  | { oid: bigint; cloid: null }
  | { oid: null; cloid: bigint }
);

/** Only the spot send names an account. */
export type HyperliquidCall =
  | { kind: "hlDeposit"; amountBase: bigint }
  | HyperliquidOrder
  | HyperliquidCancel
  /** To the spot account. */
  | { kind: "hlClassTransfer"; amountBase: bigint }
  /** To the vault on chain 999, as USDC's system address means. */
  | { kind: "hlSpotSend"; destination: Address; amountE8: bigint };

/** Wire format of encoder and decoder (docs/facts/hyperliquid.md 1 and 2). */
export const HYPERLIQUID_WIRE = {
  selectors: { deposit: "0x2b2dfd2c", depositFor: "0xc23c545a", sendRawAction: "0x17938e13" },
  /** deposit(amount, destinationDex); the adapter takes dex 0 alone, the perpetuals' account. */
  deposit: parseAbiParameters("uint256, uint32"),
  raw: parseAbiParameters("bytes"),
  /** An action begins with a byte of version and three of its number. */
  header: (action: number): string => `01${action.toString(16).padStart(6, "0")}`,
  actions: {
    order: {
      id: 1,
      params: parseAbiParameters("uint32, bool, uint64, uint64, bool, uint8, uint128"),
    },
    spotSend: { id: 6, params: parseAbiParameters("address, uint64, uint64") },
    classTransfer: { id: 7, params: parseAbiParameters("uint64, bool") },
    cancelByOid: { id: 10, params: parseAbiParameters("uint32, uint64") },
    cancelByCloid: { id: 11, params: parseAbiParameters("uint32, uint128") },
  },
  /** Spot, others' markets and outcomes begin here. */
  assetsBelow: 10_000,
  usdcToken: 0n,
  usdcSystemAddress: "0x2000000000000000000000000000000000000000",
  tifs: { alo: 1, gtc: 2, ioc: 3 },
} as const satisfies {
  actions: Record<string, { id: number; params: readonly AbiParameter[] }>;
  tifs: Record<HyperliquidTif, number>;
} & Record<string, unknown>;

const { actions, selectors } = HYPERLIQUID_WIRE;

/** Refused actions by name (docs/facts/hyperliquid.md 2). */
const NAMES = new Map<number, string>([
  [2, "a transfer to a vault of the venue"],
  [3, "a delegation of stake"],
  [4, "a deposit into staking"],
  [5, "a withdrawal from staking"],
  [8, "a registration of a contract"],
  [9, "an API wallet, which could trade in the vault's name"],
  [12, "a builder fee"],
  [13, "a transfer of assets"],
  [15, "borrowing or lending"],
]);

/**
 * Reads an action from its bytes. Anything but the standard encoding of what the adapter accepts is
 * `unknown`: five CoreWriter actions, core perpetuals, USDC to its system address, transfers out of
 * the perpetuals.
 */
export function decodeHyperliquidCall(data: Hex): Read {
  const [selector, body] = [selectorOf(data), bodyOf(data)];
  if (selector === selectors.deposit) return decodeDeposit(body);
  if (selector !== selectors.sendRawAction)
    return unknownCall("a deposit for another account is never made");
  const [raw] = decodeAbiStrictly(HYPERLIQUID_WIRE.raw, body) ?? [];
  if (raw === undefined) return notStandard("sendRawAction");
  if (!raw.startsWith("0x01") || raw.length < 10)
    return unknownCall("the action is not of encoding version 1");
  const action = Number.parseInt(raw.slice(4, 10), 16);
  const params: Hex = `0x${raw.slice(10)}`;
  switch (action) {
    case actions.order.id:
      return decodeOrder(params);
    case actions.spotSend.id:
      return decodeSpotSend(params);
    case actions.classTransfer.id:
      return decodeClassTransfer(params);
    case actions.cancelByOid.id:
    case actions.cancelByCloid.id:
      return decodeCancel(action, params);
    default:
      return unknownCall(
        `action ${action} of Hyperliquid (${NAMES.get(action) ?? "not known"}) is never built`,
      );
  }
}

type Read = HyperliquidCall | UnknownCall;

function decodeDeposit(body: Hex): Read {
  const read = decodeAbiStrictly(HYPERLIQUID_WIRE.deposit, body);
  if (read === null) return notStandard("deposit");
  const [amountBase, destinationDex] = read;
  if (destinationDex !== 0)
    return unknownCall("the deposit is for another account of the venue than that of perpetuals");
  return amountBase === 0n
    ? unknownCall("nothing is deposited")
    : { kind: "hlDeposit", amountBase };
}

const TIFS = new Map(
  Object.entries(HYPERLIQUID_WIRE.tifs).map(([name, code]) => [
    code as number,
    name as HyperliquidTif,
  ]),
);

function decodeOrder(params: Hex): Read {
  const read = decodeAbiStrictly(actions.order.params, params);
  if (read === null) return unknownCall("the order is not in the standard encoding");
  const [asset, isBuy, limitPriceE8, sizeE8, reduceOnly, tifCode, cloid] = read;
  const tif = TIFS.get(tifCode);
  if (asset >= HYPERLIQUID_WIRE.assetsBelow) return notPerpetual(asset);
  if (tif === undefined) return unknownCall(`the order's time in force ${tifCode} does not exist`);
  if (limitPriceE8 === 0n || sizeE8 === 0n) return unknownCall("the order has no price or no size");
  if (cloid === 0n)
    return unknownCall("the order has no id of its own, so that nobody could look it up");
  return { kind: "hlOrder", asset, isBuy, limitPriceE8, sizeE8, reduceOnly, tif, cloid };
}

function decodeSpotSend(params: Hex): Read {
  const read = decodeAbiStrictly(actions.spotSend.params, params);
  if (read === null) return unknownCall("the spot send is not in the standard encoding");
  const [destination, token, amountE8] = read;
  if (token !== HYPERLIQUID_WIRE.usdcToken)
    return unknownCall("the spot send moves another token than USDC");
  if (lowerHex(destination) !== HYPERLIQUID_WIRE.usdcSystemAddress)
    return unknownCall("the spot send goes to another account than back to the vault");
  return amountE8 === 0n
    ? unknownCall("nothing is sent")
    : { kind: "hlSpotSend", destination: lowerHex(destination), amountE8 };
}

function decodeClassTransfer(params: Hex): Read {
  const read = decodeAbiStrictly(actions.classTransfer.params, params);
  if (read === null) return unknownCall("the transfer is not in the standard encoding");
  const [amountBase, toPerp] = read;
  if (toPerp)
    return unknownCall("a transfer into the perpetuals' account is refused by the vault's adapter");
  return amountBase === 0n
    ? unknownCall("nothing is transferred")
    : { kind: "hlClassTransfer", amountBase };
}

function decodeCancel(action: number, params: Hex): Read {
  const byOid = action === actions.cancelByOid.id;
  const read = decodeAbiStrictly(
    byOid ? actions.cancelByOid.params : actions.cancelByCloid.params,
    params,
  );
  if (read === null) return unknownCall("the cancellation is not in the standard encoding");
  const [asset, id] = read;
  if (asset >= HYPERLIQUID_WIRE.assetsBelow) return notPerpetual(asset);
  return byOid
    ? { kind: "hlCancel", asset, oid: id, cloid: null }
    : { kind: "hlCancel", asset, oid: null, cloid: id };
}

const notPerpetual = (asset: number): UnknownCall =>
  unknownCall(
    `asset ${asset} is none of the venue's core perpetuals, which have numbers below ` +
      `${HYPERLIQUID_WIRE.assetsBelow}`,
  );
