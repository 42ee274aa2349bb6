import { type Abi, type Address, getAddress } from "viem";
import { chainAddresses } from "./chain-addresses.ts";
import type { ChainClient } from "./chain-client.ts";
import { chainPools } from "./chain-pools.ts";
import { chainTokens } from "./chain-tokens.ts";
import { derivedAddresses } from "./derived-addresses.ts";
import { npmArtifact } from "./npm-artifact.ts";
import { tokenDevAbi } from "./token-dev-abi.ts";
import { v3UsdcWeth } from "./v3-usdc-weth.ts";
import { writeContract } from "./write-contract.ts";

/** Fills every pool from the whale, which keeps enough to move any price. Returns the v3 pool's address. */
export async function fillPools(client: ChainClient, keeper: Address, whaleAbi: Abi): Promise<Address> {
  const whale = { account: keeper, address: derivedAddresses.whale, abi: whaleAbi };
  await client.setBalance({ address: derivedAddresses.whale, value: 10n ** 28n });
  for (const [symbol, token] of Object.entries(chainTokens)) {
    if (symbol === "ETH" || symbol === "WETH") continue;
    const args = [derivedAddresses.whale, 10n ** BigInt(token.decimals + 12)];
    await writeContract(client, {
      account: keeper,
      address: token.address,
      abi: tokenDevAbi as Abi,
      functionName: "mint",
      args,
    });
  }
  await giveWrappedNative(client, derivedAddresses.whale, 10n ** 26n);
  const manager = { account: keeper, address: chainAddresses.poolManager, abi: npmArtifact("PoolManager").abi };
  for (const { key, sqrtPriceX96, liquidity } of chainPools) {
    await writeContract(client, { ...manager, functionName: "initialize", args: [key, sqrtPriceX96] });
    const edge = fullRangeTick(key.tickSpacing);
    await writeContract(client, { ...whale, functionName: "addLiquidity", args: [key, -edge, edge, liquidity] });
    if (key.fee === 0) continue;
    for (const zeroForOne of [false, true]) {
      // There and back: fee growth is then not zero, and gas is that of a pool in use.
      const limit = zeroForOne ? sqrtPriceX96 : sqrtPriceX96 + sqrtPriceX96 / 100_000n;
      await writeContract(client, { ...whale, functionName: "moveTo", args: [key, zeroForOne, limit] });
    }
  }
  const tokens = [chainAddresses.wrappedNative, chainTokens.USDC.address, v3UsdcWeth.fee] as const;
  const factory = { account: keeper, address: derivedAddresses.v3Factory, abi: npmArtifact("UniswapV3Factory").abi };
  await writeContract(client, { ...factory, functionName: "createPool", args: tokens });
  const pool = getAddress((await client.readContract({ ...factory, functionName: "getPool", args: tokens })) as string);
  const v3Pool = { account: keeper, address: pool, abi: npmArtifact("UniswapV3Pool").abi };
  await writeContract(client, { ...v3Pool, functionName: "initialize", args: [v3UsdcWeth.sqrtPriceX96] });
  const edge = fullRangeTick(v3UsdcWeth.tickSpacing);
  await writeContract(client, {
    ...whale,
    functionName: "addLiquidityV3",
    args: [pool, -edge, edge, v3UsdcWeth.liquidity],
  });
  return pool;
}

async function giveWrappedNative(client: ChainClient, to: Address, amountWei: bigint): Promise<void> {
  await client.impersonateAccount({ address: to });
  const hash = await client.sendTransaction({ account: to, to: chainAddresses.wrappedNative, value: amountWei });
  await client.waitForTransactionReceipt({ hash });
  await client.stopImpersonatingAccount({ address: to });
}

function fullRangeTick(tickSpacing: number): number {
  return Math.floor(887_272 / tickSpacing) * tickSpacing;
}
