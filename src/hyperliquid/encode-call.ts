import { type AbiParameter, encodeAbiParameters, type Hex } from "viem";
import { HYPERLIQUID_WIRE, type HyperliquidCall } from "../calldata/hyperliquid-call.ts";

const { actions, selectors, tifs } = HYPERLIQUID_WIRE;

/** A deposit or a raw CoreWriter action (docs/facts/hyperliquid.md 1 and 2). */
export function encodeCall(call: HyperliquidCall): Hex {
  switch (call.kind) {
    case "hlDeposit":
      return `${selectors.deposit}${body(HYPERLIQUID_WIRE.deposit, [call.amountBase, 0])}`;
    case "hlOrder": {
      const { asset, isBuy, limitPriceE8, sizeE8, reduceOnly, tif, cloid } = call;
      return raw(actions.order, [asset, isBuy, limitPriceE8, sizeE8, reduceOnly, tifs[tif], cloid]);
    }
    case "hlCancel":
      return call.cloid === null
        ? raw(actions.cancelByOid, [call.asset, call.oid])
        : raw(actions.cancelByCloid, [call.asset, call.cloid]);
    case "hlClassTransfer":
      return raw(actions.classTransfer, [call.amountBase, false]);
    case "hlSpotSend":
      return raw(actions.spotSend, [call.destination, HYPERLIQUID_WIRE.usdcToken, call.amountE8]);
  }
}

type Action = { id: number; params: readonly AbiParameter[] };

const raw = ({ id, params }: Action, values: readonly unknown[]): Hex =>
  `${selectors.sendRawAction}${body(HYPERLIQUID_WIRE.raw, [`0x${HYPERLIQUID_WIRE.header(id)}${body(params, values)}`])}`;

const body = (params: readonly AbiParameter[], values: readonly unknown[]): string =>
  encodeAbiParameters(params, values).slice(2);
