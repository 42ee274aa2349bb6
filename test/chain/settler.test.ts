import {
  type Address,
  concat,
  encodeAbiParameters,
  encodeFunctionData,
  type Hex,
  numberToHex,
  parseAbi,
  parseAbiParameters,
  zeroHash,
} from "viem";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type ChainClient, chainClient } from "../../local/chain/chain-client.ts";
import type { ChainHandle, V4Pool } from "../../local/chain/chain-handle.ts";
import { createVault } from "../../local/chain/create-vault.ts";
import { readBalances } from "../../local/chain/read-balances.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { type RunningChain, startChain } from "../../local/chain/start-chain.ts";

const nativeInAggregator = "0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE";
const minimumLimit = 4295128740n;
const maximumLimit = 1461446703485210103287273052203988822378723970341n;
/**
 * hashMul and hashMod that give ETH, USDC and USDT places of their own: their last three bits
 * differ.
 */
const PERFECT_HASH = [1n, 8n] as const;
const abi = parseAbi([
  "function exec(address operator, address token, uint256 amount, address target, bytes data) returns (bytes)",
  "function execute((address recipient, address buyToken, uint256 minAmountOut) slippage, bytes[] actions, bytes32 zid)",
]);
const quoterAbi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "struct Params { PoolKey poolKey; bool zeroForOne; uint128 exactAmount; bytes hookData; }",
  "function quoteExactInputSingle(Params params) returns (uint256 amountOut, uint256 gasEstimate)",
]);

let chain: RunningChain;
let handle: ChainHandle;
let client: ChainClient;
let vault: Address;

beforeAll(async () => {
  chain = await startChain();
  handle = chain.handle;
  client = chainClient(handle);
  vault = await createVault(handle);
});

afterAll(() => chain?.stop());

describe("Settler through the vault", () => {
  it("behavior: two fills, second selling what first bought, give both pools' quotes", async () => {
    const sellBase = 1_000_000_000n;
    const [toNative, toUsdt] = [pool("v4_ETH_USDC"), pool("v4_ETH_USDT")];
    const fills = concat([
      fill({ zeroForOne: false, tokens: 1, buyToken: nativeInAggregator, pool: toNative }),
      fill({ zeroForOne: true, tokens: 2, buyToken: handle.tokens.USDT, pool: toUsdt }),
    ]);
    const expected = await quote(toUsdt, true, await quote(toNative, false, sellBase));
    await swap({ buyToken: handle.tokens.USDT, sellBase, fills, minimumBase: expected });
    expect((await readBalances(handle, vault)).USDT).toBe(expected);
  });

  it("error: one unit more than there is, refused with TooMuchSlippage", async () => {
    const sellBase = 1_000_000_000n;
    const toNative = pool("v4_ETH_USDC");
    const fills = fill({
      zeroForOne: false,
      tokens: 1,
      buyToken: nativeInAggregator,
      pool: toNative,
    });
    const minimumBase = (await quote(toNative, false, sellBase)) + 1n;
    const call = { account: handle.accounts.operator.address, to: vault };
    const data = execData({ buyToken: nativeInAggregator, sellBase, fills, minimumBase });
    const error = await client.call({ ...call, data }).catch((e: Error) => e);
    expect(String((error as Error & { details?: string }).details ?? error)).toContain("97a6f3b9");
  });
});

type Swap = { buyToken: Address; sellBase: bigint; fills: Hex; minimumBase: bigint };

async function swap(input: Swap): Promise<void> {
  await sendTransaction(handle, {
    from: handle.accounts.operator.address,
    to: vault,
    data: execData(input),
  });
}

function execData({ buyToken, sellBase, fills, minimumBase }: Swap): Hex {
  const { settler } = handle.addresses;
  const { USDC } = handle.tokens;
  const transferFrom = encodeAbiParameters(
    parseAbiParameters(
      "address recipient, ((address token, uint256 amount) permitted, uint256 nonce, uint256 deadline) permit, bytes sig",
    ),
    [
      settler,
      { permitted: { token: USDC, amount: sellBase }, nonce: 0n, deadline: 2n ** 40n },
      "0x",
    ],
  );
  const uniswapV4 = encodeAbiParameters(
    parseAbiParameters(
      "address recipient, address sellToken, uint256 bps, bool feeOnTransfer, uint256 hashMul, uint256 hashMod, bytes fills, uint256 amountOutMin",
    ),
    [settler, USDC, 10_000n, false, ...PERFECT_HASH, fills, 0n],
  );
  const slippage = { recipient: vault, buyToken, minAmountOut: minimumBase };
  const actions = [concat(["0xc1fb425e", transferFrom]), concat(["0xaf72634f", uniswapV4])];
  const data = encodeFunctionData({
    abi,
    functionName: "execute",
    args: [slippage, actions, zeroHash],
  });
  return encodeFunctionData({
    abi,
    functionName: "exec",
    args: [settler, USDC, sellBase, settler, data],
  });
}

function fill(input: { zeroForOne: boolean; tokens: 1 | 2; buyToken: Address; pool: V4Pool }): Hex {
  const { fee, tickSpacing, hooks } = input.pool;
  const limit = input.zeroForOne ? minimumLimit : maximumLimit;
  return concat([
    numberToHex(10_000, { size: 2 }),
    numberToHex(limit, { size: 20 }),
    numberToHex(input.tokens, { size: 1 }),
    input.buyToken,
    numberToHex(fee, { size: 3 }),
    numberToHex(tickSpacing, { size: 3 }),
    hooks,
    numberToHex(0, { size: 3 }),
  ]);
}

async function quote(poolKey: V4Pool, zeroForOne: boolean, exactAmount: bigint): Promise<bigint> {
  const args = [{ poolKey, zeroForOne, exactAmount, hookData: "0x" }] as const;
  const call = {
    address: handle.addresses.v4Quoter,
    abi: quoterAbi,
    functionName: "quoteExactInputSingle",
    args,
  } as const;
  return (await client.simulateContract(call)).result[0];
}

function pool(name: string): V4Pool {
  const found = handle.pools.v4[name];
  if (!found) throw new Error(`no pool ${name}`);
  return found;
}
