import {
  type AbiFunction,
  type Address,
  type DecodeAbiParametersReturnType,
  type Hex,
  toFunctionSelector,
} from "viem";
import type { UnknownCall } from "../kinds/vault-call.ts";
import { lowerHex, selectorOf } from "../lib/normalize-address.ts";
import { bodyOf, decodeAbiStrictly, notStandard } from "./decode-abi-strictly.ts";
import { type GmxCall, type GmxOrderFields, gmxVaultAbi } from "./gmx-call.ts";

const [increase, decrease, update, cancel, claimFunding, claimCollateral] = gmxVaultAbi;
const selector = (method: AbiFunction): Hex => toFunctionSelector(method);
const SELECTORS = {
  increase: selector(increase),
  decrease: selector(decrease),
  update: selector(update),
  cancel: selector(cancel),
  claimFunding: selector(claimFunding),
};

/** Reads a call; anything but the standard encoding is `unknown`. */
export function decodeGmxCall(data: Hex): GmxCall | UnknownCall {
  const method = selectorOf(data);
  const body = bodyOf(data);
  switch (method) {
    case SELECTORS.increase:
    case SELECTORS.decrease: {
      const read = decodeAbiStrictly(increase.inputs, body);
      if (read === null) return notStandard("an order");
      const kind = method === SELECTORS.increase ? "gmxIncrease" : "gmxDecrease";
      return { kind, ...fieldsOf(read[0]) };
    }
    case SELECTORS.update: {
      const read = decodeAbiStrictly(update.inputs, body);
      if (read === null) return notStandard("updateOrder");
      const [
        orderKey,
        sizeDeltaUsd,
        acceptablePrice,
        triggerPrice,
        minOutputBase,
        validFromSec,
        autoCancel,
      ] = read;
      const numbers = {
        sizeDeltaUsd,
        acceptablePrice,
        triggerPrice,
        minOutputBase,
        validFromSec,
        autoCancel,
      };
      return { kind: "gmxUpdate", orderKey: lowerHex(orderKey), ...numbers };
    }
    case SELECTORS.cancel: {
      const read = decodeAbiStrictly(cancel.inputs, body);
      return read === null
        ? notStandard("cancelOrder")
        : { kind: "gmxCancel", orderKey: lowerHex(read[0]) };
    }
    case SELECTORS.claimFunding: {
      const read = decodeAbiStrictly(claimFunding.inputs, body);
      if (read === null) return notStandard("claimFundingFees");
      const [markets, tokens, receiver] = read;
      return { kind: "gmxClaimFunding", ...listed(markets, tokens), receiver: lowerHex(receiver) };
    }
    default: {
      const read = decodeAbiStrictly(claimCollateral.inputs, body);
      if (read === null) return notStandard("claimCollateral");
      const [markets, tokens, timeKeys, receiver] = read;
      return {
        kind: "gmxClaimCollateral",
        ...listed(markets, tokens),
        timeKeys,
        receiver: lowerHex(receiver),
      };
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
