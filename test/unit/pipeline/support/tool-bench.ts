import {
  type Abi,
  type Address,
  decodeFunctionData,
  encodeFunctionResult,
  type Hex,
  parseEther,
  parseUnits,
  toFunctionSelector,
  toHex,
  zeroAddress,
} from "viem";
import type { ChainId } from "../../../../schemas/chains.ts";
import { erc20Abi } from "../../../../src/chain/account-reads.ts";
import { multicall3Abi } from "../../../../src/chain/aggregate-calls.ts";
import { factoryAbi, findVault } from "../../../../src/chain/find-vault.ts";
import { holderAbi } from "../../../../src/chain/holder-reads.ts";
import { positionManagerAbi } from "../../../../src/chain/liquidity-reads.ts";
import { stateViewAbi } from "../../../../src/chain/oracle-reads.ts";
import { authorityAbi } from "../../../../src/chain/registry-reads.ts";
import { stakingAbi } from "../../../../src/chain/staking-reads.ts";
import { vaultAbi } from "../../../../src/chain/vault-reads.ts";
import { gmxAbi } from "../../../../src/gmx/gmx-reads.ts";
import type { PoolKey } from "../../../../src/kinds/vault-call.ts";
import { allow } from "../../../../src/lib/verdict.ts";
import { poolKey } from "../../../../src/liquidity/pool-key.ts";
import type { ToolContext } from "../../../../src/tools/tool.ts";
import type { BridgeVenue } from "../../../../src/venues/across.ts";
import { fakeApis } from "../../../support/fake-apis.ts";
import { role } from "../../calldata/safety-vectors.ts";
import { bridgeBench } from "./bridge-bench.ts";
import type { Asked } from "./execution-bench.ts";
import { gmxFacts } from "./gmx-facts.ts";
import { hyperliquidFacts } from "./hyperliquid-facts.ts";

export type ToolBench = Awaited<ReturnType<typeof toolBench>>;

/**
 * Of the first position, in the pool of ETH and USDC at 0.05%; the pools' price is 2,000 USDC for 1
 * ETH.
 */
const RANGE = { tickLower: -210_000, tickUpper: -190_000 };
/** sqrt(2000e6 / 1e18) * 2^96. */
const SQRT_PRICE = 3_543_191_142_285_914_205_922_034n;
const MEAN_TICK = -200_312;
const EPOCH = 7n;
const GRG_STAKED = parseEther("100");
const ABI: Abi = [
  ...[...vaultAbi, ...erc20Abi, ...holderAbi, ...stakingAbi],
  ...[...authorityAbi, ...gmxAbi],
  ...[...stateViewAbi, ...positionManagerAbi, ...multicall3Abi, ...factoryAbi],
];

const SELECTORS = new Set<string>(
  ABI.flatMap((item) => (item.type === "function" ? [toFunctionSelector(item)] : [])),
);

type PoolOf = (tokenId: bigint) => PoolKey;

/**
 * Everything that a transaction tool's `plan` reads, in process: the bench of src/pipeline, and on
 * top of its chain positions, stake, a holder of the vault's tokens, a factory and a bridge.
 * `positions`: ids of the vault's positions; `poolOf`: their pools, if not all ETH and USDC at
 * 0.05%. A pool of these at 0.3% does not exist.
 */
export async function toolBench({
  positions = [14n] as readonly bigint[],
  poolOf: own = undefined as PoolOf | undefined,
} = {}) {
  const bridge = await bridgeBench();
  const { here, there } = bridge;
  const { addresses } = here.chainDeps;
  const startSec = here.startMs / 1_000;
  const gmx = gmxFacts({
    vault: here.vault,
    weth: addresses.wrappedNative,
    usdc: here.tokens.usdc,
  });
  const pool = (fee: number, tickSpacing: number) => ({
    ...{
      currency0: zeroAddress,
      currency1: here.tokens.usdc,
      fee,
      tickSpacing,
      hooks: zeroAddress,
    },
  });
  const poolOf = own ?? (() => pool(500, 10));
  const unopened = poolKey.id(pool(3_000, 60));
  const info =
    (BigInt.asUintN(24, BigInt(RANGE.tickUpper)) << 32n) |
    (BigInt.asUintN(24, BigInt(RANGE.tickLower)) << 8n);
  const facts: Record<string, (args: readonly unknown[], to: Address) => unknown> = {
    ...gmx.facts,
    balanceOf: () => parseUnits("1", 24),
    getApplicationAdapter: ([selector]) =>
      AT_VENUE.has(String(selector)) ? VAULT_TO_BE : undefined,
    decimals: (_, to) => ([here.tokens.usdc, USDT].includes(to) ? 6 : 18),
    allowance: () => 5n,
    getPoolParams: () => ({
      minPeriod: 2_592_000,
      spread: 10,
      transactionFee: 0,
      feeCollector: zeroAddress,
      kycProvider: zeroAddress,
    }),
    getUserAccount: () => ({ userBalance: 10n ** 12n, activation: 1 }),
    createPool: ([name]) => [
      VAULT_TO_BE,
      findVault.id({ name: String(name), creator: here.operator }),
    ],
    getGrgContract: () => GRG,
    poolIdByRbPoolAccount: () => STAKING_POOL,
    currentEpoch: () => EPOCH,
    getCurrentEpochEarliestEndTimeInSeconds: () => BigInt(startSec - 10),
    getOwnerStakeByStatus: () => ({
      currentEpoch: EPOCH,
      currentEpochBalance: GRG_STAKED,
      nextEpochBalance: GRG_STAKED,
    }),
    computeRewardBalanceOfDelegator: () => parseEther("5"),
    computeRewardBalanceOfOperator: () => 0n,
    getStakingPool: () => ({
      operator: here.operator,
      stakingPal: here.vault,
      operatorShare: 0,
      stakingPalShare: 0,
    }),
    // The last epoch's rewards are shared, and the running one has earned some.
    poolStatsByEpoch: ([, epoch]) => [epoch === EPOCH ? 1n : 0n, 0n, 0n],
    aggregatedStatsByEpoch: () => [0n, 0n, 0n, 0n, 0n],
    getUniV4TokenIds: () => positions,
    getPoolAndPositionInfo: ([tokenId]) => [poolOf(tokenId as bigint), info],
    getPositionLiquidity: () => 10n ** 15n,
    getSlot0: ([id]) => [id === unopened ? 0n : SQRT_PRICE, MEAN_TICK, 0, 500],
    getLiquidity: () => 10n ** 24n,
    getFeeGrowthInside: () => [2n ** 127n, 2n ** 127n],
    getPositionInfo: () => [10n ** 15n, 0n, 0n],
    getTwap: ([token]) => (token === zeroAddress ? 0 : MEAN_TICK),
    aggregate3: ([calls]) =>
      (calls as { target: Address; callData: Hex }[]).map(({ target, callData }) => {
        const returnData = answerOf(target, callData);
        return { success: returnData !== undefined, returnData: returnData ?? "0x" };
      }),
  };
  function answerOf(to: Address, data: Hex): Hex | undefined {
    if (!SELECTORS.has(data.slice(0, 10))) return undefined;
    const { functionName, args = [] } = decodeFunctionData({ abi: ABI, data });
    const fact = facts[functionName]?.(args, to.toLowerCase() as Address);
    if (fact === undefined) return undefined;
    return encodeFunctionResult({ abi: ABI, functionName, result: fact as never });
  }
  const answer = ({ params: [call] }: Asked) => {
    const { to, data } = call as { to: Address; data: Hex };
    const result = hyperliquidFacts.precompile(to) ?? answerOf(to, data);
    return result === undefined ? undefined : { result };
  };
  for (const name of [...Object.keys(facts), "the call"]) here.answer(name, answer);
  here.answer("ownerOf", { result: `0x${role("settler").slice(2).padStart(64, "0")}` });
  here.answer("eth_getBalance", { result: toHex(parseEther("1000")) });
  const across: BridgeVenue = {
    quote: async ({ amountBase }) =>
      allow({
        outputAmountBase: (amountBase * 999n) / 1_000n,
        ...{ isAmountTooLow: false, quoteTimestampSec: startSec, estimatedFillSec: 60 },
        spokePool: addresses.acrossSpokePool,
      }),
  };
  const env = { addressOverrides: {}, rpcUrls: {} };
  return {
    bench: here,
    there,
    context: (changes: Partial<ToolContext> = {}): ToolContext => {
      const ctx = bridge.context({ executionMode: "manual" });
      // A venue's own chain says here what it says there.
      const chain = (id: ChainId) => (id === changes.chainId ? here.chainDeps : ctx.deps.chain(id));
      const api = fakeApis({ across, hyperliquid: hyperliquidFacts.venue, gmx: gmx.venue });
      const own = { chain, api, env };
      const deps = { ...ctx.deps, ...own } as unknown as ToolContext["deps"];
      return {
        ...{
          ...ctx,
          deps,
          actor: { kind: "operator", operator: here.operator },
          signedForm: "bound",
        },
        ...{
          owner: async () => allow(here.operator),
          slippageBps: undefined,
          amountBase: undefined,
        },
        ...changes,
      };
    },
  };
}

/** deposit(uint256,uint32) and sendRawAction(bytes): of chain 999. */
const AT_VENUE = new Set(["0x2b2dfd2c", "0x17938e13"]);
const GRG: Address = "0x09188484e1ab980daef53a9755241d759c5b7d60";
const USDT: Address = "0xfde4c96c8593536e31f229ea8f37b2ada2699bb2";
const VAULT_TO_BE: Address = `0x${"7e".repeat(20)}`;
const STAKING_POOL: Hex = `0x${"ab".repeat(32)}`;
