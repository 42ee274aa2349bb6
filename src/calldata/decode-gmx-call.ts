import { type AbiFunction, type Address, type DecodeAbiParametersReturnType, type Hex, toFunctionSelector } from "viem";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { decodeAbiStrictly } from "./decode-abi-strictly.ts";
import { type GmxCall, type GmxOrderFields, gmxVaultAbi } from "./gmx-call.ts";

const [increase, decrease, update, cancel, claimFunding, claimCollateral] = gmxVaultAbi;
const selectorOf = (method: AbiFunction): Hex => toFunctionSelector(method);
const SELECTORS = {
  increase: selectorOf(increase),
  decrease: selectorOf(decrease),
  update: selectorOf(update),
  cancel: selectorOf(cancel),
  claimFunding: selectorOf(claimFunding),
};

/** From its bytes alone. `unknown` for whatever is not its standard encoding. */
export function decodeGmxCall(data: Hex): GmxCall | UnknownCall {
  const selector = lowerHex(data.slice(0, 10) as Hex);
  const body: Hex = `0x${data.slice(10)}`;
  switch (selector) {
    case SELECTORS.increase:
    case SELECTORS.decrease: {
      const read = decodeAbiStrictly(increase.inputs, body);
      if (read === null) return unknown("an order");
      const kind = selector === SELECTORS.increase ? "gmxIncrease" : "gmxDecrease";
      return { kind, ...fieldsOf(read[0]) };
    }
    case SELECTORS.update: {
      const read = decodeAbiStrictly(update.inputs, body);
      if (read === null) return unknown("updateOrder");
      const [orderKey, sizeDeltaUsd, acceptablePrice, triggerPrice, minOutputBase, validFromSec, autoCancel] = read;
      const numbers = { sizeDeltaUsd, acceptablePrice, triggerPrice, minOutputBase, validFromSec, autoCancel };
      return { kind: "gmxUpdate", orderKey: lowerHex(orderKey), ...numbers };
    }
    case SELECTORS.cancel: {
      const read = decodeAbiStrictly(cancel.inputs, body);
      return read === null ? unknown("cancelOrder") : { kind: "gmxCancel", orderKey: lowerHex(read[0]) };
    }
    case SELECTORS.claimFunding: {
      const read = decodeAbiStrictly(claimFunding.inputs, body);
      if (read === null) return unknown("claimFundingFees");
      const [markets, tokens, receiver] = read;
      return { kind: "gmxClaimFunding", ...listed(markets, tokens), receiver: lowerHex(receiver) };
    }
    default: {
      const read = decodeAbiStrictly(claimCollateral.inputs, body);
      if (read === null) return unknown("claimCollateral");
      const [markets, tokens, timeKeys, receiver] = read;
      return { kind: "gmxClaimCollateral", ...listed(markets, tokens), timeKeys, receiver: lowerHex(receiver) };
    }
  }
}

type Params = DecodeAbiParametersReturnType<typeof increase.inputs>[0];

const fieldsOf = ({ addresses, numbers, ...rest }: Params): GmxOrderFields => ({
  receiver: lowerHex(addresses.receiver),
  cancellationReceiver: lowerHex(addresses.cancellationReceiver),
  callbackContract: lowerHex(addresses.callbackContract),
  uiFeeReceiver: lowerHex(addresses.uiFeeReceiver),
  market: lowerHex(addresses.market),
  collateralToken: lowerHex(addresses.initialCollateralToken),
  swapPath: addresses.swapPath.map(lowerHex),
  sizeDeltaUsd: numbers.sizeDeltaUsd,
  collateralDeltaBase: numbers.initialCollateralDeltaAmount,
  triggerPrice: numbers.triggerPrice,
  acceptablePrice: numbers.acceptablePrice,
  executionFeeWei: numbers.executionFee,
  callbackGasLimit: numbers.callbackGasLimit,
  minOutputBase: numbers.minOutputAmount,
  validFromSec: numbers.validFromTime,
  ...rest,
  referralCode: lowerHex(rest.referralCode),
  dataList: rest.dataList.map(lowerHex),
});

const listed = (markets: readonly Address[], tokens: readonly Address[]) => ({
  markets: markets.map(lowerHex),
  tokens: tokens.map(lowerHex),
});

const unknown = (what: string): UnknownCall => ({
  kind: "unknown",
  reason: `the arguments of ${what} are not in the standard encoding`,
});
