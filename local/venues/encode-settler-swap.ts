import {
  type Address,
  bytesToHex,
  concatHex,
  encodeFunctionData,
  type Hex,
  hexToBytes,
  isAddressEqual,
  numberToHex,
  zeroAddress,
  zeroHash,
} from "viem";
import { NATIVE_0X } from "./native-0x.ts";
import type { Route } from "./route.ts";
import type { SwapIntent } from "./swap-intent.ts";
import { allowanceHolderAbi, settlerAbi, settlerActionsAbi, wrappedAbi } from "./venue-abi.ts";

/**
 * Ends of the price range, where a swap is not limited by price; source: @uniswap/v4-core 1.0.2,
 * TickMath.sol.
 */
const MIN_SQRT_PRICE_LIMIT = 4_295_128_740n;
const MAX_SQRT_PRICE_LIMIT = 1_461_446_703_485_210_103_287_273_052_203_988_822_378_723_970_341n;
const ALL_BPS = 10_000n;
/** BASIC writes the amount into withdraw(uint256), behind its selector. */
const WITHDRAWN_AT = 4n;
/** Places for tokens; source: 0x-settler, FlashAccountingCommon.sol, MAX_TOKENS. */
const TOKEN_PLACES = 8n;

type Options = {
  /** False: a sale of the native coin carries no deadline. */
  datesNative?: boolean;
  /** The wrapped coin, where it is what is sold or bought in the route's native coin's place. */
  wrappedIn?: Address | undefined;
  wrappedOut?: Address | undefined;
};

/**
 * `AllowanceHolder.exec` around `Settler.execute`, byte for byte as the zeroex vectors:
 * TRANSFER_FROM to the Settler, then one UNISWAPV4 with a fill per hop; the minimum is checked
 * once, at the end. Native has no permit: there NATIVE_CHECK comes first and carries the deadline
 * (0x-settler, Settler.sol), unless `datesNative` is false. The wrapped coin is unwrapped before
 * the pools, or wrapped behind them, by BASIC.
 *
 * Settler only sells exact amounts: an exactOut intent sells all of `limitBase` and demands
 * `amountBase` at least.
 */
export function encodeSettlerSwap(
  intent: SwapIntent,
  settler: Address,
  options: Options = {},
): Hex {
  const { datesNative = true, wrappedIn, wrappedOut } = options;
  const exactIn = intent.mode === "exactIn";
  const soldBase = exactIn ? intent.amountBase : intent.limitBase;
  const minOutBase = exactIn ? intent.limitBase : intent.amountBase;
  const traded = asZeroEx(intent.route[0].tokenIn);
  const tokenIn = wrappedIn ?? traded;
  const tokenOut = wrappedOut ?? asZeroEx(intent.route.at(-1)!.tokenOut);
  const { deadlineSec: deadline } = intent;
  const pull =
    tokenIn === NATIVE_0X
      ? encodeFunctionData({
          abi: settlerActionsAbi,
          functionName: "NATIVE_CHECK",
          args: [deadline, soldBase],
        })
      : encodeFunctionData({
          abi: settlerActionsAbi,
          functionName: "TRANSFER_FROM",
          args: [
            settler,
            { permitted: { token: tokenIn, amount: soldBase }, nonce: 0n, deadline },
            "0x",
          ],
        });
  const [hashMul, hashMod] = perfectHash(intent.route);
  const swap = encodeFunctionData({
    abi: settlerActionsAbi,
    functionName: "UNISWAPV4",
    args: [settler, traded, ALL_BPS, false, hashMul, hashMod, encodeFills(intent.route), 0n],
  });
  const actions = [
    ...(tokenIn === NATIVE_0X && !datesNative ? [] : [pull]),
    ...(wrappedIn === undefined ? [] : [unwrap(wrappedIn)]),
    swap,
    ...(wrappedOut === undefined ? [] : [wrap(wrappedOut)]),
  ];
  const data = encodeFunctionData({
    abi: settlerAbi,
    functionName: "execute",
    args: [
      { recipient: intent.recipient, buyToken: tokenOut, minAmountOut: minOutBase },
      actions,
      zeroHash,
    ],
  });
  return encodeFunctionData({
    abi: allowanceHolderAbi,
    functionName: "exec",
    args: [settler, tokenIn, soldBase, settler, data],
  });
}

function unwrap(wrapped: Address): Hex {
  const data = encodeFunctionData({ abi: wrappedAbi, functionName: "withdraw", args: [0n] });
  return basic([wrapped, ALL_BPS, wrapped, WITHDRAWN_AT, data]);
}

/**
 * Without data: BASIC has to write the amount of native coin into any other, and deposit() has no
 * room for it.
 */
function wrap(wrapped: Address): Hex {
  return basic([NATIVE_0X, ALL_BPS, wrapped, 0n, "0x"]);
}

const basic = (args: readonly [Address, bigint, Address, bigint, Hex]): Hex =>
  encodeFunctionData({ abi: settlerActionsAbi, functionName: "BASIC", args });

/**
 * Each fill: share of the running balance, price limit, packing key, tokens the key requires, pool,
 * hook data.
 */
function encodeFills(route: Route): Hex {
  return concatHex(
    route.flatMap(({ pool, tokenIn, tokenOut }, index) => [
      numberToHex(ALL_BPS, { size: 2 }),
      numberToHex(
        BigInt(tokenIn) < BigInt(tokenOut) ? MIN_SQRT_PRICE_LIMIT : MAX_SQRT_PRICE_LIMIT,
        { size: 20 },
      ),
      // 1: the sold token stays; 2: what the hop before bought is now sold. Both read the bought
      // token.
      numberToHex(index === 0 ? 1 : 2, { size: 1 }),
      lower(asZeroEx(tokenOut)),
      numberToHex(pool.fee, { size: 3 }),
      numberToHex(pool.tickSpacing, { size: 3 }),
      lower(pool.hooks),
      numberToHex(0, { size: 3 }),
    ]),
  );
}

/**
 * Settler has each token's note at `token * mul % mod % 8`: no two tokens of a swap may share a
 * place.
 */
function perfectHash(route: Route): [bigint, bigint] {
  const tokens = [route[0].tokenIn, ...route.map((hop) => hop.tokenOut)].map((token) =>
    BigInt(asZeroEx(token)),
  );
  for (let mod = BigInt(tokens.length); ; mod++) {
    for (let mul = 1n; mul < mod; mul++) {
      const places = new Set(tokens.map((token) => ((token * mul) % mod) % TOKEN_PLACES));
      if (places.size === tokens.length) return [mul, mod];
    }
  }
}

/** Packed bytes keep the case they were given. */
function lower(address: Address): Hex {
  return bytesToHex(hexToBytes(address));
}

function asZeroEx(token: Address): Address {
  return isAddressEqual(token, zeroAddress) ? NATIVE_0X : token;
}
