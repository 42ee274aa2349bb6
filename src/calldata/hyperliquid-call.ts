import { type AbiParameter, type Address, type Hex, parseAbiParameters } from "viem";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { decodeAbiStrictly } from "./decode-abi-strictly.ts";

/** Only as a maker, until cancelled, or filled at once and the rest dropped. */
export type HyperliquidTif = "alo" | "gtc" | "ioc";

/** `E8`: times 10^8, prices, sizes and spot USDC; `Base`: USDC with its 6 decimals. Source: docs/facts/hyperliquid.md 2. */
export type HyperliquidOrder = {
  kind: "hlOrder";
  /** The venue's index of the perpetual. */
  asset: number;
  isBuy: boolean;
  limitPriceE8: bigint;
  sizeE8: bigint;
  reduceOnly: boolean;
  tif: HyperliquidTif;
  /** The caller's own, never 0: by it the order is found again. */
  cloid: bigint;
};

/** By the venue's number or by the caller's own. */
type HyperliquidCancel = { kind: "hlCancel"; asset: number } & (
  | { oid: bigint; cloid: null }
  | { oid: null; cloid: bigint }
);

/** No field names an account but where USDC comes back. */
export type HyperliquidCall =
  | { kind: "hlDeposit"; amountBase: bigint }
  | HyperliquidOrder
  | HyperliquidCancel
  /** From the perpetuals' account to the spot account of the vault. */
  | { kind: "hlClassTransfer"; amountBase: bigint }
  /** USDC from the spot account to the vault on chain 999: the destination is USDC's system address, which means that. */
  | { kind: "hlSpotSend"; destination: Address; amountE8: bigint };

/** For encoder and decoder. Source: docs/facts/hyperliquid.md 1 and 2. */
export const HYPERLIQUID_WIRE = {
  selectors: { deposit: "0x2b2dfd2c", depositFor: "0xc23c545a", sendRawAction: "0x17938e13" },
  /** deposit(amount, destinationDex): 0 is the perpetuals' account, all the adapter takes. */
  deposit: parseAbiParameters("uint256, uint32"),
  raw: parseAbiParameters("bytes"),
  /** The first byte of an action is its version, the next three its number. */
  header: (action: number): string => `01${action.toString(16).padStart(6, "0")}`,
  actions: {
    order: { id: 1, params: parseAbiParameters("uint32, bool, uint64, uint64, bool, uint8, uint128") },
    spotSend: { id: 6, params: parseAbiParameters("address, uint64, uint64") },
    classTransfer: { id: 7, params: parseAbiParameters("uint64, bool") },
    cancelByOid: { id: 10, params: parseAbiParameters("uint32, uint64") },
    cancelByCloid: { id: 11, params: parseAbiParameters("uint32, uint128") },
  },
  /** From here on come spot, other people's markets and outcomes. */
  assetsBelow: 10_000,
  usdcToken: 0n,
  usdcSystemAddress: "0x2000000000000000000000000000000000000000",
  tifs: { alo: 1, gtc: 2, ioc: 3 },
} as const satisfies {
  actions: Record<string, { id: number; params: readonly AbiParameter[] }>;
  tifs: Record<HyperliquidTif, number>;
} & Record<string, unknown>;

const { actions, selectors } = HYPERLIQUID_WIRE;

/** docs/facts/hyperliquid.md 2: what is refused is refused by its name. */
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
 * From its bytes alone. `unknown` for whatever is not the standard encoding of an action that the vault's adapter accepts: five numbers of
 * CoreWriter, core perpetuals, USDC to its system address, transfers out of the perpetuals' account.
 */
export function decodeHyperliquidCall(data: Hex): HyperliquidCall | UnknownCall {
  const [selector, body] = [data.slice(0, 10).toLowerCase(), `0x${data.slice(10)}` as const];
  if (selector === selectors.deposit) return decodeDeposit(body);
  if (selector !== selectors.sendRawAction) return unknown("a deposit for another account is never made");
  const [raw] = decodeAbiStrictly(HYPERLIQUID_WIRE.raw, body) ?? [];
  if (raw === undefined) return unknown("the arguments of sendRawAction are not in the standard encoding");
  if (!raw.startsWith("0x01") || raw.length < 10) return unknown("the action is not of encoding version 1");
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
      return unknown(`action ${action} of Hyperliquid (${NAMES.get(action) ?? "not known"}) is never built`);
  }
}

function decodeDeposit(body: Hex): HyperliquidCall | UnknownCall {
  const read = decodeAbiStrictly(HYPERLIQUID_WIRE.deposit, body);
  if (read === null) return unknown("the arguments of deposit are not in the standard encoding");
  const [amountBase, destinationDex] = read;
  if (destinationDex !== 0) return unknown("the deposit is for another account of the venue than that of perpetuals");
  return amountBase === 0n ? unknown("nothing is deposited") : { kind: "hlDeposit", amountBase };
}

const TIFS = new Map(
  Object.entries(HYPERLIQUID_WIRE.tifs).map(([name, code]) => [code as number, name as HyperliquidTif]),
);

function decodeOrder(params: Hex): HyperliquidCall | UnknownCall {
  const read = decodeAbiStrictly(actions.order.params, params);
  if (read === null) return unknown("the order is not in the standard encoding");
  const [asset, isBuy, limitPriceE8, sizeE8, reduceOnly, tifCode, cloid] = read;
  const tif = TIFS.get(tifCode);
  if (asset >= HYPERLIQUID_WIRE.assetsBelow) return notPerpetual(asset);
  if (tif === undefined) return unknown(`the order's time in force ${tifCode} does not exist`);
  if (limitPriceE8 === 0n || sizeE8 === 0n) return unknown("the order has no price or no size");
  if (cloid === 0n) return unknown("the order has no id of its own, so that nobody could look it up");
  return { kind: "hlOrder", asset, isBuy, limitPriceE8, sizeE8, reduceOnly, tif, cloid };
}

function decodeSpotSend(params: Hex): HyperliquidCall | UnknownCall {
  const read = decodeAbiStrictly(actions.spotSend.params, params);
  if (read === null) return unknown("the spot send is not in the standard encoding");
  const [destination, token, amountE8] = read;
  if (token !== HYPERLIQUID_WIRE.usdcToken) return unknown("the spot send moves another token than USDC");
  if (lowerHex(destination) !== HYPERLIQUID_WIRE.usdcSystemAddress)
    return unknown("the spot send goes to another account than back to the vault");
  return amountE8 === 0n
    ? unknown("nothing is sent")
    : { kind: "hlSpotSend", destination: lowerHex(destination), amountE8 };
}

function decodeClassTransfer(params: Hex): HyperliquidCall | UnknownCall {
  const read = decodeAbiStrictly(actions.classTransfer.params, params);
  if (read === null) return unknown("the transfer is not in the standard encoding");
  const [amountBase, toPerp] = read;
  if (toPerp) return unknown("a transfer into the perpetuals' account is refused by the vault's adapter");
  return amountBase === 0n ? unknown("nothing is transferred") : { kind: "hlClassTransfer", amountBase };
}

function decodeCancel(action: number, params: Hex): HyperliquidCall | UnknownCall {
  const byOid = action === actions.cancelByOid.id;
  const read = decodeAbiStrictly(byOid ? actions.cancelByOid.params : actions.cancelByCloid.params, params);
  if (read === null) return unknown("the cancellation is not in the standard encoding");
  const [asset, id] = read;
  if (asset >= HYPERLIQUID_WIRE.assetsBelow) return notPerpetual(asset);
  return byOid ? { kind: "hlCancel", asset, oid: id, cloid: null } : { kind: "hlCancel", asset, oid: null, cloid: id };
}

const notPerpetual = (asset: number): HyperliquidCall | UnknownCall =>
  unknown(
    `asset ${asset} is none of the venue's core perpetuals, which have numbers below ${HYPERLIQUID_WIRE.assetsBelow}`,
  );
const unknown = (reason: string): UnknownCall => ({ kind: "unknown", reason });
