import { describe, expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import { chainAddresses } from "../../../src/chain/addresses.ts";
import { requireContracts } from "../../../src/chain/require-contracts.ts";
import type { ChainDeps } from "../../../src/deps.ts";
import { readOwnPosition } from "../../../src/liquidity/read-own-position.ts";
import { readPositions } from "../../../src/liquidity/read-positions.ts";
import { readOraclePrices } from "../../../src/pipeline/read-oracle-prices.ts";
import { getPoolInfo } from "../../../src/tools/get-pool-info.ts";
import { readStake } from "../../../src/tools/read-stake.ts";
import type { ToolContext } from "../../../src/tools/tool.ts";
import { judgeOracleWindows } from "../../../src/vaults/judge-oracle-windows.ts";
import { oraclePools } from "../../../src/vaults/oracle-pools.ts";
import { quoteWithOracle } from "../../../src/venues/quote-with-oracle.ts";

/*
 * Chain 999 has no Uniswap, no staking and no oracle of the vaults (docs/facts/hyperliquid.md 2):
 * nothing is read there at a made-up address.
 */
const asked: unknown[] = [];
const chainOf = (chainId: ChainId) =>
  ({
    chainId,
    addresses: chainAddresses(chainId),
    rpc: {
      send: async (calls: unknown) => {
        asked.push(calls);
        throw new Error("asked the chain");
      },
    },
  }) as unknown as ChainDeps;
const chain = chainOf(999);
const vault = `0x${"aa".repeat(20)}` as const;
const token = `0x${"bb".repeat(20)}` as const;
const pair = { given: token, wanted: chain.addresses.usdc };
const deps = {
  chain: () => chain,
  clock: { nowMs: () => 1 },
  caches: {},
  venue: () => {
    throw new Error("asked a venue");
  },
};
// Safe: each of them is refused before it reads anything else.
const ctx = { deps, chainId: 999, vault } as unknown as ToolContext;
const around = { chain, tokens: new Map(), nowMs: 1, vault } as unknown as Parameters<
  typeof readPositions
>[0];
const poolId = `0x${"11".repeat(32)}`;
const wanted = { chainId: 999, tokenIn: { address: token }, tokenOut: { address: pair.wanted } };

describe("requireContracts", () => {
  test("default: the addresses of a chain that has what is named", () => {
    const base = chainOf(8453);
    expect(requireContracts(base, "oracle", "stateView")).toEqual({
      ok: true,
      value: base.addresses,
    });
  });

  test.each<[what: string, contract: string, run: () => unknown]>([
    ["the vault's stake", "stakingProxy", () => readStake(ctx)],
    ["one position", "positionManager", () => readOwnPosition(around, 1n)],
    ["all positions", "positionManager", () => readPositions(around)],
    [
      "a pool by its id",
      "positionManager",
      () => getPoolInfo.run?.(ctx as never, { poolId } as never),
    ],
    [
      "the oracle's prices",
      "oracle",
      async () => (await readOraclePrices(chain, [{ vault, ...pair }]))[0],
    ],
    [
      "an oracle's window",
      "oracle",
      async () =>
        judgeOracleWindows(chain, await oraclePools.read(chain, [token]), {
          tokens: [token],
          isDelegated: false,
        }),
    ],
    [
      "a quote beside the oracle",
      "oracle",
      () => quoteWithOracle(deps as never, { asked: ["0x"], unasked: [] }, wanted as never, 100),
    ],
  ])(
    "error: %s is refused by the contract's name, and nothing is asked",
    async (_what, contract, run) => {
      const before = asked.length;
      expect(await run()).toEqual({
        ok: false,
        code: "chain_not_supported",
        message: expect.stringMatching(
          /^There is no .+ on hyperevm \(999\), and this needs it\. Choose another chain\.$/,
        ),
        details: { contract, chainId: 999 },
      });
      expect(asked.length).toBe(before);
    },
  );

  test("behavior: the native coin and its wrapped form need no oracle", async () => {
    const tokens = [chain.addresses.wrappedNative];
    expect(judgeOracleWindows(chain, new Map(), { tokens, isDelegated: true })).toMatchObject({
      ok: true,
    });
  });
});
