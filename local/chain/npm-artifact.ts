import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Abi, Hex } from "viem";

const root = join(import.meta.dirname, "../../node_modules/@uniswap/");

const paths = {
  UniversalRouter: "universal-router/artifacts/contracts/UniversalRouter.sol/UniversalRouter.json",
  PoolManager: "v4-core/out/PoolManager.sol/PoolManager.json",
  V4Quoter: "v4-periphery/foundry-out/V4Quoter.sol/V4Quoter.json",
  StateView: "v4-periphery/foundry-out/StateView.sol/StateView.json",
  PositionManager: "v4-periphery/foundry-out/PositionManager.sol/PositionManager.json",
  UniswapV3Factory: "v3-core/artifacts/contracts/UniswapV3Factory.sol/UniswapV3Factory.json",
  UniswapV3Pool: "v3-core/artifacts/contracts/UniswapV3Pool.sol/UniswapV3Pool.json",
  QuoterV2: "v3-periphery/artifacts/contracts/lens/QuoterV2.sol/QuoterV2.json",
  NonfungiblePositionManager:
    "v3-periphery/artifacts/contracts/NonfungiblePositionManager.sol/NonfungiblePositionManager.json",
} as const;

export type NpmArtifactName = keyof typeof paths;

/**
 * ABI and creation code of a Uniswap contract as its npm package ships it (hardhat and foundry
 * layouts differ).
 */
export function npmArtifact(name: NpmArtifactName): { abi: Abi; bytecode: Hex } {
  const artifact = JSON.parse(readFileSync(root + paths[name], "utf8"));
  const bytecode =
    typeof artifact.bytecode === "string" ? artifact.bytecode : artifact.bytecode.object;
  return { abi: artifact.abi, bytecode };
}
