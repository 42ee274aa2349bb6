import {
  type Address,
  concat,
  encodeErrorResult,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  zeroAddress,
  zeroHash,
} from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { ChainHandle } from "../../local/chain/chain-handle.ts";
import { type RunningChain, startChain } from "../../local/chain/start-chain.ts";
import { jsonRpc } from "../support/json-rpc.ts";

// What each action does, and the errors: 0xProject/0x-settler f6b7303, Basic.sol and
// FlashAccountingCommon.sol.
const abi = parseAbi([
  "function exec(address operator, address token, uint256 amount, address target, bytes data) returns (bytes)",
  "function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zid)",
  "function BASIC(address sellToken, uint256 bps, address pool, uint256 offset, bytes data)",
  "function UNISWAPV4(address recipient, address sellToken, uint256 bps, bool feeOnTransfer, uint256 hashMul, uint256 hashMod, bytes fills, uint256 amountOutMin)",
  "error Panic(uint256 code)",
  "error InvalidOffset()",
  "error InvalidTarget()",
  "error TokenHashCollision(address oldToken, address newToken)",
  "error ZeroToken()",
  "error BoughtSellToken(address token)",
]);
const NATIVE: Address = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
const ONE_ETH = 10n ** 18n;
const MINIMUM_LIMIT = 4295128740n;
const OUT_OF_BOUNDS = error("Panic", [0x32n]);
const OVERFLOW = error("Panic", [0x11n]);
const DEPOSIT: Hex = "0xd0e30db0";
/** The hash keeps its factors times 96 in 128 bits. */
const TOO_LARGE = 2n ** 128n / 96n + 1n;

let chain: RunningChain;
let handle: ChainHandle;

beforeAll(async () => {
  chain = await startChain();
  handle = chain.handle;
});

afterAll(() => chain?.stop());

describe("BASIC", () => {
  const wrapped = () => handle.tokens.WETH;
  const wraps = (offset: bigint, data: Hex) =>
    run([basic(NATIVE, wrapped(), offset, data)], { buyToken: wrapped(), minAmountOut: ONE_ETH });

  it("behavior: native coin without data is wrapped by the wrapped coin", async () => {
    expect(await wraps(0n, "0x")).toBe("done");
  });

  it("error: deposit() alone has no room for the amount", async () => {
    expect(await wraps(0n, DEPOSIT)).toBe(OUT_OF_BOUNDS);
    expect(await wraps(4n, concat([DEPOSIT, zeroHash]))).toBe("done");
  });

  it("error: a token's share has no place in a call without data", async () => {
    expect(await run([basic(handle.tokens.USDC, handle.addresses.poolManager, 0n, "0x")])).toBe(
      OUT_OF_BOUNDS,
    );
  });

  it("error: an offset where nothing is written", async () => {
    expect(await wraps(4n, "0x")).toBe(error("InvalidOffset"));
    expect(await run([basic(zeroAddress, wrapped(), 4n, DEPOSIT)])).toBe(error("InvalidOffset"));
  });

  it("error: data for an account without code", async () => {
    expect(await run([basic(zeroAddress, handle.accounts.stranger.address, 0n, DEPOSIT)])).toBe(
      error("InvalidTarget"),
    );
  });
});

describe("UNISWAPV4 finds its tokens by their hash", () => {
  const sell = (hashMul: bigint, hashMod: bigint, fills?: Hex) =>
    run([uniswapV4(hashMul, hashMod, fills)]);
  const collision = () => error("TokenHashCollision", [NATIVE, handle.tokens.USDC]);

  it("behavior: two tokens at two of the eight places are swapped", async () => {
    expect(await sell(1n, 2n)).toBe("done");
  });

  it("error: two tokens at one place", async () => {
    expect(await sell(2n, 2n)).toBe(collision());
    expect(await sell(0n, 0n)).toBe(collision());
  });

  it("error: two hashes that differ, at one of the eight places", async () => {
    const mod = 2n ** 64n - 59n;
    const hash = (token: Address, mul: bigint) => (BigInt(token) * mul) % mod;
    let mul = 1n;
    while ((hash(NATIVE, mul) - hash(handle.tokens.USDC, mul)) % 8n !== 0n) mul++;
    expect(await sell(mul, mod)).toBe(collision());
  });

  it("error: factors that do not fit", async () => {
    expect(await sell(TOO_LARGE, 2n)).toBe(OVERFLOW);
    expect(await sell(1n, TOO_LARGE)).toBe(OVERFLOW);
    expect(await sell(2n ** 255n, 2n)).toBe(OVERFLOW);
  });

  it("error: the zero address is no token, the sold token is not bought", async () => {
    expect(await sell(1n, 8n, fill(zeroAddress))).toBe(error("ZeroToken"));
    expect(await sell(1n, 2n, fill(NATIVE))).toBe(error("BoughtSellToken", [NATIVE]));
  });
});

function error(errorName: string, args: readonly unknown[] = []): Hex {
  return encodeErrorResult({ abi, errorName, args } as never);
}

/** "done", or what the Settler reverted with when one ETH came with the call. */
async function run(actions: Hex[], least = { buyToken: zeroAddress as Address, minAmountOut: 0n }) {
  const { settler, allowanceHolder } = handle.addresses;
  const from = handle.accounts.whale.address;
  const args = [{ recipient: from, ...least }, actions, zeroHash] as const;
  const inner = encodeFunctionData({ abi, functionName: "execute", args });
  const data = encodeFunctionData({
    abi,
    functionName: "exec",
    args: [settler, NATIVE, 0n, settler, inner],
  });
  const call = { from, to: allowanceHolder, data, value: numberToHex(ONE_ETH) };
  const answer = await jsonRpc<Hex>(handle.rpcUrl, "eth_call", [call, "latest"]);
  return answer.error === undefined ? "done" : answer.error.data;
}

function basic(sellToken: Address, pool: Address, offset: bigint, data: Hex): Hex {
  return encodeFunctionData({
    abi,
    functionName: "BASIC",
    args: [sellToken, 10_000n, pool, offset, data],
  });
}

function uniswapV4(hashMul: bigint, hashMod: bigint, fills = fill(handle.tokens.USDC)): Hex {
  const args = [
    handle.addresses.settler,
    NATIVE,
    10_000n,
    false,
    hashMul,
    hashMod,
    fills,
    0n,
  ] as const;
  return encodeFunctionData({ abi, functionName: "UNISWAPV4", args });
}

/** All of the coin for the token, in the coin's pool with USDC. */
function fill(buyToken: Address): Hex {
  const { fee, tickSpacing, hooks } = handle.pools.v4.v4_ETH_USDC ?? {
    fee: 0,
    tickSpacing: 0,
    hooks: zeroAddress,
  };
  const [bps, limit, tokens] = [
    numberToHex(10_000, { size: 2 }),
    numberToHex(MINIMUM_LIMIT, { size: 20 }),
    "0x01" as const,
  ];
  const pool = [numberToHex(fee, { size: 3 }), numberToHex(tickSpacing, { size: 3 }), hooks];
  return concat([bps, limit, tokens, buyToken, ...pool, numberToHex(0, { size: 3 })]);
}
