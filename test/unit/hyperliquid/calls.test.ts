import fc from "fast-check";
import {
  encodeAbiParameters,
  encodeFunctionData,
  encodePacked,
  type Hex,
  parseAbi,
  parseAbiParameters,
} from "viem";
import { describe, expect, test } from "vitest";
import { checkCall } from "../../../src/calldata/check-call.ts";
import type { HyperliquidCall } from "../../../src/calldata/hyperliquid-call.ts";
import { encodeCall } from "../../../src/hyperliquid/encode-call.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";

const facts = {
  vault: "0x1111111111111111111111111111111111111111",
  wrappedNative: "0x5555555555555555555555555555555555555555",
  routerVersion: "2.0",
} as const;
const SYSTEM = "0x2000000000000000000000000000000000000000";

// The words of the venue's own description of CoreWriter and of the adapter's interface, not those
// of the code.
const abi = parseAbi([
  "function sendRawAction(bytes data)",
  "function deposit(uint256 amount, uint32 destinationDex)",
  "function depositFor(address recipient, uint256 amount, uint32 destinationDex)",
]);
const send = (data: Hex): Hex =>
  encodeFunctionData({ abi, functionName: "sendRawAction", args: [data] });
const action = (id: number, types: string, values: readonly unknown[], version = 1): Hex =>
  send(
    encodePacked(
      ["uint8", "uint24", "bytes"],
      [version, id, encodeAbiParameters(parseAbiParameters(types), values as never)],
    ),
  );
const ORDER = "uint32, bool, uint64, uint64, bool, uint8, uint128";
const AMOUNT = "address, uint64, uint64";
const deposit = (amount: bigint, dex: number): Hex =>
  encodeFunctionData({ abi, functionName: "deposit", args: [amount, dex] });
const reasonOf = (data: Hex): string => {
  const call = decodeVaultCall(data, facts);
  return call.kind === "unknown" ? call.reason : `read as ${call.kind}`;
};

const uint64 = fc.bigInt({ min: 1n, max: 2n ** 64n - 1n });
const asset = fc.integer({ min: 0, max: 9_999 });
const cloid = fc.bigInt({ min: 1n, max: 2n ** 128n - 1n });
const call: fc.Arbitrary<HyperliquidCall> = fc.oneof(
  fc.record({
    kind: fc.constant("hlDeposit" as const),
    amountBase: fc.bigInt({ min: 1n, max: 2n ** 256n - 1n }),
  }),
  fc.record({
    kind: fc.constant("hlOrder" as const),
    asset,
    isBuy: fc.boolean(),
    limitPriceE8: uint64,
    sizeE8: uint64,
    reduceOnly: fc.boolean(),
    tif: fc.constantFrom("alo" as const, "gtc" as const, "ioc" as const),
    cloid,
  }),
  fc.record({
    kind: fc.constant("hlCancel" as const),
    asset,
    oid: uint64,
    cloid: fc.constant(null),
  }),
  fc.record({ kind: fc.constant("hlCancel" as const), asset, oid: fc.constant(null), cloid }),
  fc.record({ kind: fc.constant("hlClassTransfer" as const), amountBase: uint64 }),
  fc.record({
    kind: fc.constant("hlSpotSend" as const),
    destination: fc.constant(SYSTEM),
    amountE8: uint64,
  }),
);

/** Another encoder: viem's own, from the venue's words. */
function written(wanted: HyperliquidCall): Hex {
  switch (wanted.kind) {
    case "hlDeposit":
      return deposit(wanted.amountBase, 0);
    case "hlOrder":
      return action(1, ORDER, [
        ...[wanted.asset, wanted.isBuy, wanted.limitPriceE8, wanted.sizeE8, wanted.reduceOnly],
        ...[{ alo: 1, gtc: 2, ioc: 3 }[wanted.tif], wanted.cloid],
      ]);
    case "hlCancel":
      return wanted.cloid === null
        ? action(10, "uint32, uint64", [wanted.asset, wanted.oid])
        : action(11, "uint32, uint128", [wanted.asset, wanted.cloid]);
    case "hlClassTransfer":
      return action(7, "uint64, bool", [wanted.amountBase, false]);
    case "hlSpotSend":
      return action(6, AMOUNT, [wanted.destination, 0n, wanted.amountE8]);
  }
}

describe("calls for Hyperliquid", () => {
  test("default: an order byte for byte, as the venue describes it", () => {
    const data = encodeCall({
      ...{
        kind: "hlOrder",
        asset: 1,
        isBuy: true,
        limitPriceE8: 300_000_000_000n,
        sizeE8: 15_000_000n,
      },
      ...{ reduceOnly: false, tif: "gtc", cloid: 7n },
    });
    const word = (hex: string) => hex.padStart(64, "0");
    const params = [1n, 1n, 300_000_000_000n, 15_000_000n, 0n, 2n, 7n]
      .map((value) => word(value.toString(16)))
      .join("");
    expect(data).toBe(`0x17938e13${word("20")}${word("e4")}01000001${params}${"00".repeat(28)}`);
  });

  test("behavior: every call is encoded as another encoder does, and read back as meant", () => {
    fc.assert(
      fc.property(call, (wanted) => {
        const data = encodeCall(wanted);
        expect(data).toBe(written(wanted));
        expect(decodeVaultCall(data, facts)).toEqual(wanted);
      }),
    );
  });

  test("behavior: a changed byte is never read as the same call", () => {
    fc.assert(
      fc.property(call, fc.nat(), fc.integer({ min: 1, max: 255 }), (wanted, at, by) => {
        const data = encodeCall(wanted);
        const bytes = Buffer.from(data.slice(2), "hex");
        const place = at % bytes.length;
        bytes.writeUInt8((bytes.readUInt8(place) + by) % 256, place);
        expect(checkCall(decodeVaultCall(`0x${bytes.toString("hex")}`, facts), wanted).ok).toBe(
          false,
        );
      }),
      { numRuns: 400 },
    );
  });

  test.each([2, 3, 4, 5, 8, 9, 12, 13, 15, 99, 0])(
    "error: action %i of CoreWriter is refused by its number",
    (id) => {
      expect(reasonOf(action(id, AMOUNT, [SYSTEM, 0n, 5n]))).toMatch(
        new RegExp(`^action ${id} of Hyperliquid \\(.+\\) is never built$`),
      );
    },
  );

  test.each([
    [
      "another version",
      action(1, ORDER, [0, true, 1n, 1n, false, 1, 1n], 2),
      "not of encoding version 1",
    ],
    ["no action at all", send("0x01"), "not of encoding version 1"],
    [
      "a spot asset",
      action(1, ORDER, [10_000, true, 1n, 1n, false, 1, 1n]),
      "none of the venue's core perpetuals",
    ],
    [
      "a cancellation of one",
      action(10, "uint32, uint64", [10_001, 5n]),
      "none of the venue's core perpetuals",
    ],
    ["no size", action(1, ORDER, [0, true, 1n, 0n, false, 1, 1n]), "no price or no size"],
    ["no price", action(1, ORDER, [0, true, 0n, 1n, false, 1, 1n]), "no price or no size"],
    [
      "time in force 0",
      action(1, ORDER, [0, true, 1n, 1n, false, 0, 1n]),
      "time in force 0 does not exist",
    ],
    [
      "time in force 4",
      action(1, ORDER, [0, true, 1n, 1n, false, 4, 1n]),
      "time in force 4 does not exist",
    ],
    [
      "an order without its own id",
      action(1, ORDER, [0, true, 1n, 1n, false, 1, 0n]),
      "no id of its own",
    ],
    ["another token", action(6, AMOUNT, [SYSTEM, 150n, 5n]), "another token than USDC"],
    [
      "a stranger",
      action(6, AMOUNT, [facts.vault, 0n, 5n]),
      "another account than back to the vault",
    ],
    ["nothing sent", action(6, AMOUNT, [SYSTEM, 0n, 0n]), "nothing is sent"],
    ["spot to perpetuals", action(7, "uint64, bool", [5n, true]), "into the perpetuals' account"],
    [
      "trailing bytes",
      action(7, "uint64, bool, uint8", [5n, false, 1]),
      "not in the standard encoding",
    ],
    ["another deposit account", deposit(5n, 4_294_967_295), "another account of the venue"],
    ["an empty deposit", deposit(0n, 0), "nothing is deposited"],
    [
      "a deposit for somebody",
      encodeFunctionData({ abi, functionName: "depositFor", args: [facts.vault, 5n, 0] }),
      "for another account",
    ],
  ] as const)("error: %s", (_name, data, reason) => {
    expect(reasonOf(data)).toContain(reason);
  });
});
