import fc from "fast-check";
import {
  type Address,
  encodeAbiParameters,
  type Hex,
  parseAbi,
  parseAbiParameters,
  toFunctionSelector,
  zeroHash,
} from "viem";
import { describe, expect, test } from "vitest";
import { formatUnits } from "../../../src/lib/parse-units.ts";
import {
  epochText,
  readStake,
  refusalOfUnshared,
  stakeAmount,
  withdrawableBase,
} from "../../../src/tools/read-stake.ts";
import type { ToolContext } from "../../../src/tools/tool.ts";
import { fakeRpc } from "../chain/fake-rpc.ts";

const at = (byte: string): Address => `0x${byte.repeat(20)}`;
const [VAULT, PROXY, GRG, BASE, OWNER] = [at("a1"), at("a2"), at("a3"), at("a4"), at("a5")];
/** From the contracts' own sources (IStaking.sol, ISmartPoolState.sol), and not from the code. */
const abi = parseAbi([
  "function getGrgContract()",
  "function poolIdByRbPoolAccount(address)",
  "function currentEpoch()",
  "function getCurrentEpochEarliestEndTimeInSeconds()",
  "function getOwnerStakeByStatus(address,uint8)",
  "function getActiveTokens()",
  "function balanceOf(address)",
  "function getStakingPool(bytes32)",
  "function computeRewardBalanceOfDelegator(bytes32,address)",
  "function computeRewardBalanceOfOperator(bytes32)",
  "function poolStatsByEpoch(bytes32,uint256)",
]);
const word = (types: string, values: readonly unknown[]): Hex =>
  encodeAbiParameters(parseAbiParameters(types), values as never);
type Answer = { result: Hex } | { unavailable: true } | { revert: Hex };
const ANSWERS: Record<string, [Address, Hex]> = {
  getGrgContract: [PROXY, word("address", [GRG])],
  poolIdByRbPoolAccount: [PROXY, word("bytes32", [`0x${"07".repeat(32)}`])],
  currentEpoch: [PROXY, word("uint256", [4n])],
  getCurrentEpochEarliestEndTimeInSeconds: [PROXY, word("uint256", [1_800_000_000n])],
  getOwnerStakeByStatus: [PROXY, word("uint64, uint96, uint96", [4n, 50n, 70n])],
  getActiveTokens: [VAULT, word("(address[] a, address b) t", [{ a: [GRG], b: BASE }])],
  balanceOf: [GRG, word("uint256", [9n])],
  getStakingPool: [
    PROXY,
    word("address, address, uint32, uint32", [OWNER, VAULT, 700_000, 100_000]),
  ],
  computeRewardBalanceOfDelegator: [PROXY, word("uint256", [3n])],
  computeRewardBalanceOfOperator: [PROXY, word("uint256", [8n])],
  poolStatsByEpoch: [PROXY, word("uint256, uint256, uint256", [0n, 0n, 0n])],
};
const keyOf = (name: string, to: Address) =>
  `${to}:${toFunctionSelector(abi.find((item) => item.name === name)!)}`;

function stakeOf(changes: Record<string, Answer> = {}) {
  const answers = Object.entries(ANSWERS).map(([name, [to, result]]) => [
    keyOf(name, to),
    changes[name] ?? { result },
  ]);
  const { rpc, batches } = fakeRpc(Object.fromEntries(answers));
  const tokens = [{ symbol: "GRG", address: GRG, decimals: 18 }];
  const chain = { chainId: 8453, rpc, addresses: { stakingProxy: PROXY, tokens } };
  // Safe: reading a stake takes no more of a call than this.
  const ctx = {
    chainId: 8453,
    vault: VAULT,
    deps: {
      chain: () => chain,
      caches: { tokens: { get: () => undefined, set: () => undefined } },
      clock: { nowMs: () => 0 },
    },
  } as unknown as ToolContext;
  return { read: readStake(ctx), batches };
}

describe("a vault's stake", () => {
  test("default: every figure, from two turns of reads", async () => {
    const { read } = stakeOf();
    expect(await read).toEqual({
      ok: true,
      value: {
        proxy: PROXY,
        grg: { symbol: "GRG", address: GRG, decimals: 18 },
        isGrgCounted: true,
        baseToken: BASE,
        heldBase: 9n,
        delegated: { nowBase: 50n, nextBase: 70n },
        undelegated: { nowBase: 50n, nextBase: 70n },
        epoch: 4n,
        epochEndsAtSec: 1_800_000_000,
        pool: {
          ...{ poolId: `0x${"07".repeat(32)}`, operator: OWNER, stakingPal: VAULT },
          ...{ operatorShare: 700_000, stakingPalShare: 100_000 },
          ...{ rewardBase: 3n, operatorRewardBase: 8n, isFinalized: true, earnsNow: false },
        },
      },
    });
  });

  test("behavior: a vault that never staked has no pool, and nothing is asked of one", async () => {
    const { read } = stakeOf({
      poolIdByRbPoolAccount: { result: zeroHash },
      getStakingPool: { unavailable: true },
      getActiveTokens: { result: word("(address[] a, address b) t", [{ a: [], b: BASE }]) },
    });
    expect(await read).toMatchObject({ ok: true, value: { pool: null, isGrgCounted: false } });
  });

  test.each(Object.keys(ANSWERS))(
    "error: without %s nothing is known, and nothing planned",
    async (name) => {
      for (const answer of [{ unavailable: true }, { result: "0x" }, { revert: "0x" }] as const)
        expect(await stakeOf({ [name]: answer }).read).toMatchObject({
          ok: false,
          code: "rpc_unavailable",
        });
    },
  );
});

test("property: any token's amount is taken to the last unit there is, and no further", () => {
  fc.assert(
    fc.property(
      fc.constantFrom(0, 6, 8, 18, 24),
      fc.bigInt({ min: 1n, max: 2n ** 96n - 1n }),
      fc.bigInt({ min: 0n, max: 2n ** 96n - 1n }),
      (decimals, amount, most) => {
        const stake = { grg: { address: GRG, symbol: "GRG", decimals } };
        const verdict = stakeAmount(stake, formatUnits(amount, decimals), {
          most,
          what: "stake is delegated",
        });
        if (amount <= most) expect(verdict).toEqual({ ok: true, value: amount });
        else
          expect(verdict).toMatchObject({
            ok: false,
            code: "insufficient_balance",
            details: { balanceBase: String(most) },
          });
      },
    ),
  );
});

test("args: withdrawable is what is undelegated now and stays so", () => {
  expect(withdrawableBase({ undelegated: { nowBase: 5n, nextBase: 9n } })).toBe(5n);
  expect(withdrawableBase({ undelegated: { nowBase: 9n, nextBase: 5n } })).toBe(5n);
});

test("default: an epoch's end in words, before and after its time", () => {
  const of = { epoch: 3n, epochEndsAtSec: 1_788_220_800 };
  expect(epochText(of, 1_788_220_799_999)).toBe(
    "any account may end epoch 3 from 2026-09-01 00:00 UTC on",
  );
  expect(epochText(of, 1_788_220_800_000)).toBe(
    "epoch 3 is over since 2026-09-01 00:00 UTC and any account may end it now",
  );
});

test("error: stake is not moved before the last epoch's rewards are shared", async () => {
  const stake = await stakeOf({
    poolStatsByEpoch: { result: word("uint256, uint256, uint256", [1n, 0n, 0n]) },
  }).read;
  if (!stake.ok) throw new Error(stake.message);
  expect(refusalOfUnshared(stake.value)).toMatchObject({
    code: "rewards_unclaimed",
    details: { epoch: "3", rewardBase: "3" },
  });
  expect(refusalOfUnshared({ epoch: 4n, pool: null })).toBeUndefined();
});
