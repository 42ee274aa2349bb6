import fc from "fast-check";
import { type Address, type Hex, zeroAddress, zeroHash } from "viem";
import { describe, expect, test } from "vitest";
import { checkCall } from "../../../src/calldata/check-call.ts";
import {
  encodeGmxCall,
  type GmxCall,
  type GmxOrderFields,
} from "../../../src/calldata/gmx-call.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import sdk from "../gmx/sdk-figures.data.json" with { type: "json" };

const [market, token, vault] = [sdk.market, sdk.token, sdk.account] as [Address, Address, Address];
const facts = { vault, wrappedNative: zeroAddress, routerVersion: "2.0" } as const;
const USD = 10n ** 30n;
const WETH: Address = "0x00000000000000000000000000000000000082af";
const KEY: Hex = `0x${"ab".repeat(32)}`;

const ORDER: GmxOrderFields = {
  ...{
    receiver: vault,
    cancellationReceiver: vault,
    callbackContract: zeroAddress,
    uiFeeReceiver: vault,
  },
  ...{
    market,
    collateralToken: token,
    swapPath: [],
    sizeDeltaUsd: 5_000n * USD,
    collateralDeltaBase: 1_000_000_000n,
  },
  ...{
    triggerPrice: 0n,
    acceptablePrice: 2_525n * 10n ** 12n,
    executionFeeWei: 0n,
    callbackGasLimit: 0n,
  },
  ...{
    minOutputBase: 0n,
    validFromSec: 0n,
    orderType: 2,
    decreasePositionSwapType: 0,
    isLong: true,
  },
  ...{ shouldUnwrapNativeToken: false, autoCancel: false, referralCode: zeroHash, dataList: [] },
};
const stopLoss = {
  ...{
    sizeDeltaUsd: 2_500n * USD,
    acceptablePrice: 2_277n * 10n ** 12n,
    triggerPrice: 2_300n * 10n ** 12n,
  },
  autoCancel: true,
};
const CALLS: Record<string, GmxCall> = {
  increase: { kind: "gmxIncrease", ...ORDER },
  decrease: {
    kind: "gmxDecrease",
    ...ORDER,
    ...stopLoss,
    collateralDeltaBase: 500_000_000n,
    orderType: 6,
  },
  update: { kind: "gmxUpdate", orderKey: KEY, ...stopLoss, minOutputBase: 0n, validFromSec: 0n },
  cancel: { kind: "gmxCancel", orderKey: KEY },
  claimFunding: {
    kind: "gmxClaimFunding",
    markets: [market, market],
    tokens: [token, WETH],
    receiver: vault,
  },
  claimCollateral: {
    ...{ kind: "gmxClaimCollateral", markets: [market], tokens: [token] },
    ...{ timeKeys: [497_222n], receiver: vault },
  },
};
// The selectors of the vault's own methods (facts, selectors.json); where GMX's differ, its SDK's
// are of createOrder.
const SELECTORS: Record<string, string> = {
  ...{ increase: "13b4312f", decrease: "e478512e", update: "dd5baad2", cancel: "7489ec23" },
  ...{ claimFunding: "c41b1ab3", claimCollateral: "e9249b57" },
};

describe("calls of a vault to GMX", () => {
  test.each(Object.keys(CALLS))(
    "default: %s is written as GMX's own SDK writes it, and read again",
    (name) => {
      const call = CALLS[name] as GmxCall;
      const data = encodeGmxCall(call);
      expect(data).toBe(
        `0x${SELECTORS[name]}${sdk.encodings[name as keyof typeof sdk.encodings].slice(10)}`,
      );
      expect(decodeVaultCall(data, facts)).toEqual(call);
      expect(checkCall(decodeVaultCall(data, facts), call)).toEqual({ ok: true, value: call });
    },
  );

  test.each(Object.keys(CALLS))("error: no bit of %s can change unseen", (name) => {
    const call = CALLS[name] as GmxCall;
    const data = encodeGmxCall(call);
    const bits = fc.integer({ min: 0, max: (data.length - 2) * 4 - 1 });
    fc.assert(
      fc.property(bits, (bit) => {
        const at = 2 + (bit >> 2);
        const digit = (Number.parseInt(data.charAt(at), 16) ^ (1 << (bit & 3))).toString(16);
        const changed = (data.slice(0, at) + digit + data.slice(at + 1)) as Hex;
        expect(checkCall(decodeVaultCall(changed, facts), call)).toMatchObject({
          ok: false,
          code: "calldata_rejected",
        });
      }),
      { numRuns: 300 },
    );
  });

  test("error: what is cut off or has more behind it is not read", () => {
    for (const call of Object.values(CALLS)) {
      const data = encodeGmxCall(call);
      for (const odd of [
        data.slice(0, -2),
        `${data}00`,
        `${data}${"0".repeat(64)}`,
        data.slice(0, 10),
      ] as Hex[])
        expect(decodeVaultCall(odd, facts).kind).toBe("unknown");
    }
  });
});
