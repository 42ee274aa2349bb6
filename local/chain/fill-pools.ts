import { type Abi, type Address, getAddress } from "viem";
import type { ChainClient } from "./chain-client.ts";
import type { ChainLayout } from "./chain-layout.ts";
import { npmArtifact } from "./npm-artifact.ts";
import { tokenDevAbi } from "./token-dev-abi.ts";
import { v3UsdcWeth } from "./v3-usdc-weth.ts";
import { writeContract } from "./write-contract.ts";

/**
 * Fills every pool from the whale, which keeps enough to move any price. Returns the v3 pool's
 * address.
 */
export async function fillPools(
  client: ChainClient,
  { addresses, tokens, pools }: ChainLayout,
  { keeper, whaleAbi }: { keeper: Address; whaleAbi: Abi },
): Promise<Address> {
  const whale = { account: keeper, address: addresses.whale, abi: whaleAbi };
  await client.setBalance({ address: addresses.whale, value: 10n ** 28n });
  for (const [symbol, token] of Object.entries(tokens)) {
    if (symbol === "ETH" || symbol === "WETH") continue;
    const args = [addresses.whale, 10n ** BigInt(token.decimals + 12)];
    await writeContract(client, {
      account: keeper,
      address: token.address,
      abi: tokenDevAbi as Abi,
      functionName: "mint",
      args,
    });
  }
  await giveWrappedNative(client, addresses, 10n ** 26n);
  const manager = {
    account: keeper,
    address: addresses.poolManager,
    abi: npmArtifact("PoolManager").abi,
  };
  for (const { key, sqrtPriceX96, liquidity } of pools) {
    await writeContract(client, {
      ...manager,
      functionName: "initialize",
      args: [key, sqrtPriceX96],
    });
    const edge = fullRangeTick(key.tickSpacing);
    await writeContract(client, {
      ...whale,
      functionName: "addLiquidity",
      args: [key, -edge, edge, liquidity],
    });
    if (key.fee === 0) continue;
    for (const zeroForOne of [false, true]) {
      // There and back: fee growth is then not zero, and gas is that of a pool in use.
      const limit = zeroForOne ? sqrtPriceX96 : sqrtPriceX96 + sqrtPriceX96 / 100_000n;
      await writeContract(client, {
        ...whale,
        functionName: "moveTo",
        args: [key, zeroForOne, limit],
      });
    }
  }
  const pair = [addresses.wrappedNative, tokens.USDC.address, v3UsdcWeth.fee] as const;
  const factory = {
    account: keeper,
    address: addresses.v3Factory,
    abi: npmArtifact("UniswapV3Factory").abi,
  };
  await writeContract(client, { ...factory, functionName: "createPool", args: pair });
  const pool = getAddress(
    (await client.readContract({ ...factory, functionName: "getPool", args: pair })) as string,
  );
  const v3Pool = { account: keeper, address: pool, abi: npmArtifact("UniswapV3Pool").abi };
  await writeContract(client, {
    ...v3Pool,
    functionName: "initialize",
    args: [v3UsdcWeth.sqrtPriceX96],
  });
  const edge = fullRangeTick(v3UsdcWeth.tickSpacing);
  await writeContract(client, {
    ...whale,
    functionName: "addLiquidityV3",
    args: [pool, -edge, edge, v3UsdcWeth.liquidity],
  });
  return pool;
}

async function giveWrappedNative(
  client: ChainClient,
  { whale: to, wrappedNative }: ChainLayout["addresses"],
  amountWei: bigint,
): Promise<void> {
  await client.impersonateAccount({ address: to });
  const hash = await client.sendTransaction({ account: to, to: wrappedNative, value: amountWei });
  await client.waitForTransactionReceipt({ hash });
  await client.stopImpersonatingAccount({ address: to });
}

function fullRangeTick(tickSpacing: number): number {
  return Math.floor(887_272 / tickSpacing) * tickSpacing;
}
