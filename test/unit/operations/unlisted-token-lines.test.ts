import type { Hex } from "viem";
import { expect, test } from "vitest";
import { unlistedTokenLines } from "../../../src/calls/card-of.ts";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import { newAddress } from "../store/support/records.ts";

const addresses = chainAddresses(8453);
const [usdc, weth] = [
  "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
  "0x4200000000000000000000000000000000000006",
] as const;
const coin = "0x0000000000000000000000000000000000000000";
const lines = (tokenIn: Hex, tokenOut: Hex, symbolOut = "OUT") =>
  unlistedTokenLines(addresses, [
    { address: tokenIn, symbol: "IN" },
    { address: tokenOut, symbol: symbolOut },
  ]);

test("default: the coin, its wrapped form and table tokens need no address, in any case", () => {
  expect(lines(usdc, coin)).toEqual([]);
  expect(lines(coin, weth)).toEqual([]);
  expect(lines(`0x${usdc.slice(2).toUpperCase()}`, weth)).toEqual([]);
  expect(unlistedTokenLines(addresses, [])).toEqual([]);
});

test("attack: a token spelled like a listed one in another script is shown by its address", () => {
  const [fake, other] = [newAddress(), newAddress()];
  // The second letter is U+0405, which no normalisation makes an S.
  const told = `Not a listed token: what calls itself U\u0405DC is ${fake}. Check the address.`;
  expect(lines(usdc, fake, "U\u0405DC")).toEqual([told]);
  expect(lines(other, fake, "U\u0405DC")).toEqual([
    `Not a listed token: what calls itself IN is ${other}. Check the address.`,
    told,
  ]);
});
