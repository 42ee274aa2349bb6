import type { Address } from "viem";
import { describe, expect, test } from "vitest";
import { readCallFacts } from "../../../src/pipeline/read-call-facts.ts";
import { readSwapFacts } from "../../../src/pipeline/read-swap-facts.ts";
import { words } from "../../simulation/chain/words.ts";
import { type Asked, type Bench, executionBench } from "./support/execution-bench.ts";

const ZERO: Address = `0x${"0".repeat(40)}`;
const SETTLER: Address = `0x${"5e".repeat(20)}`;
const OLD_SETTLER: Address = `0x${"5d".repeat(20)}`;
const SIMULATED_SETTLER: Address = `0x${"7".repeat(40)}`;
const revert = { error: { code: 3, message: "execution reverted", data: "0x" } };
const addressWord = (address: Address) => ({ result: `0x${words.address(address)}` });
/** The `index`th argument of a call, as an address. */
const argument = ({ params }: Asked, index: number): string =>
  `0x${words.at((params[0] as { data: string }).data.slice(10), index).slice(24)}`;

const UNREADABLE = {
  ok: false,
  code: "rpc_unavailable",
  message: "The chain could not be read. Nothing was built; please try again.",
};

describe("readCallFacts", () => {
  test("default: head, tip and owner in one request; no selectors without an agent", async () => {
    const bench = await executionBench();
    expect(await readCallFacts(bench.chainDeps, bench.vault, undefined)).toEqual({
      ok: true,
      value: {
        // The simulated chain's first block (test/simulation/chain/chain-shape.ts).
        block: { number: 40_000_000n, timestampSec: 1_788_220_800, baseFeePerGas: 5_000_000n },
        tipWei: 1_000_000n,
        owner: bench.operator,
        agentSelectors: [],
        activeTokens: [bench.tokens.weth],
        baseToken: bench.tokens.usdc,
      },
    });
    expect(bench.requests).toHaveLength(1);
    expect(bench.names().toSorted()).toEqual([
      "eth_getBlockByNumber",
      "eth_maxPriorityFeePerGas",
      "getActiveTokens",
      "getPoolIdFromAddress",
      "owner",
    ]);
    expect(bench.requests[0]?.find(({ name }) => name === "getPoolIdFromAddress")?.to).toBe(
      bench.chainDeps.addresses.registry,
    );
  });

  test("behavior: with an agent its selectors on this vault", async () => {
    const bench = await executionBench();
    const facts = await readCallFacts(bench.chainDeps, bench.vault, bench.agent);
    expect(facts).toMatchObject({
      ok: true,
      value: { agentSelectors: ["0x3593564c", "0x24856bc3", "0x2213bc0b", "0x770d096f"] },
    });
    const asked = bench.requests.flat().find(({ name }) => name === "getDelegatedSelectors");
    expect(asked?.to).toBe(bench.vault);
    expect(asked && argument(asked, 0)).toBe(bench.agent);
  });

  test("behavior: a node without a tip suggestion stops nothing: the tip is 0", async () => {
    const bench = await executionBench();
    bench.answer("eth_maxPriorityFeePerGas", "silent");
    expect(await readCallFacts(bench.chainDeps, bench.vault, undefined)).toMatchObject({
      ok: true,
      value: { tipWei: 0n },
    });
  });

  test("error: a vault that is not registered, whatever else could be read", async () => {
    const bench = await executionBench();
    bench.answer("getPoolIdFromAddress", { result: `0x${"0".repeat(64)}` });
    const refusal = {
      ok: false,
      code: "unknown_vault",
      message:
        `${bench.vault} is not a registered vault on chain 8453. Check the address and the ` +
        "chain.",
      details: { vault: bench.vault, chainId: 8453 },
    };
    expect(await readCallFacts(bench.chainDeps, bench.vault, bench.agent)).toEqual(refusal);
    bench.answer("eth_getBlockByNumber", "silent");
    expect(await readCallFacts(bench.chainDeps, bench.vault, bench.agent)).toEqual(refusal);
  });

  test.each(["eth_getBlockByNumber", "owner", "getPoolIdFromAddress", "getDelegatedSelectors"])(
    "error: %s unread is a refusal, never a guess",
    async (name) => {
      const bench = await executionBench();
      bench.answer(name, "silent");
      expect(await readCallFacts(bench.chainDeps, bench.vault, bench.agent)).toEqual(UNREADABLE);
    },
  );

  test.each(["owner", "getPoolIdFromAddress"])(
    "error: a %s that reverts is the chain's answer: no vault, nothing to try again",
    async (name) => {
      const bench = await executionBench();
      bench.answer(name, revert);
      expect(await readCallFacts(bench.chainDeps, bench.vault, bench.agent)).toMatchObject({
        ok: false,
        code: "unknown_vault",
        details: { vault: bench.vault, chainId: 8453 },
      });
    },
  );

  test("behavior: a vault that refuses to tell its delegations has delegated nothing", async () => {
    const bench = await executionBench();
    bench.answer("getDelegatedSelectors", revert);
    expect(await readCallFacts(bench.chainDeps, bench.vault, bench.agent)).toMatchObject({
      ok: true,
      value: { agentSelectors: [] },
    });
  });
});

describe("readSwapFacts", () => {
  const requestOf = (bench: Bench, mode: "exactIn" | "exactOut" = "exactIn") => {
    const { tokenIn, tokenOut } = bench.quote().request;
    return {
      vault: bench.vault,
      agent: bench.agent,
      tokenIn,
      tokenOut,
      mode,
      amountBase: 2_000_000_000n,
    };
  };
  const read = async (bench: Bench, mode?: "exactIn" | "exactOut") => {
    const facts = await readSwapFacts(bench.chainDeps, requestOf(bench, mode));
    if (!facts.ok) throw new Error(facts.message);
    return facts.value;
  };

  test("default: everything the shields and the builder need", async () => {
    const bench = await executionBench();
    const { usdc, weth } = bench.tokens;
    expect(await readSwapFacts(bench.chainDeps, requestOf(bench))).toEqual({
      ok: true,
      value: {
        block: { number: 40_000_000n, timestampSec: 1_788_220_800, baseFeePerGas: 5_000_000n },
        tipWei: 1_000_000n,
        owner: bench.operator,
        agentSelectors: ["0x3593564c", "0x24856bc3", "0x2213bc0b", "0x770d096f"],
        feedIn: true,
        feedOut: true,
        // 2,000 USDC at 2,000 USDC for one.
        oracle: { ok: true, value: 10n ** 18n },
        balanceInBase: 100_000_000_000n,
        activeTokens: [weth],
        baseToken: usdc,
        // The wrapped coin's price in the native coin is 1: it has no pool.
        pools: new Map([
          [usdc, { ok: true, value: { index: 0, cardinality: 320, cardinalityNext: 320 } }],
        ]),
        routerAdapter: { ok: true, value: bench.chainDeps.addresses.uniswapRouterAdapterUr20 },
        // The simulated chain's one Settler, current and previous.
        settlers: [SIMULATED_SETTLER, SIMULATED_SETTLER],
      },
    });
  });

  test("behavior: exact input converts to token bought, exact output to token sold", async () => {
    const bench = await executionBench();
    const { usdc, weth } = bench.tokens;
    const converted = () =>
      bench.requests.flat().findLast(({ name }) => name === "convertTokenAmount")!;
    await read(bench, "exactIn");
    expect([argument(converted(), 0), argument(converted(), 2)]).toEqual([usdc, weth]);
    await read(bench, "exactOut");
    expect([argument(converted(), 0), argument(converted(), 2)]).toEqual([weth, usdc]);
  });

  test("behavior: each token's own feed", async () => {
    const bench = await executionBench();
    const only = (token: Address) => (asked: Asked) => ({
      result: `0x${words.bool(argument(asked, 0) === token)}`,
    });
    bench.answer("hasPriceFeed", only(bench.tokens.usdc));
    expect(await read(bench)).toMatchObject({ feedIn: true, feedOut: false });
    bench.answer("hasPriceFeed", only(bench.tokens.weth));
    expect(await read(bench)).toMatchObject({ feedIn: false, feedOut: true });
  });

  test("behavior: an oracle that reverts is left to the Swap Shield", async () => {
    const bench = await executionBench();
    bench.answer("convertTokenAmount", revert);
    expect((await read(bench)).oracle).toMatchObject({ ok: false, kind: "reverted" });
  });

  test("behavior: the router's adapter is that of execute(bytes,bytes[],uint256)", async () => {
    const bench = await executionBench();
    bench.answer("getApplicationAdapter", addressWord(SETTLER));
    expect((await read(bench)).routerAdapter).toEqual({ ok: true, value: SETTLER });
    const asked = bench.requests.flat().findLast(({ name }) => name === "getApplicationAdapter")!;
    expect(asked.to).toBe(bench.chainDeps.addresses.authority);
    expect((asked.params[0] as { data: string }).data.slice(10, 18)).toBe("3593564c");
    bench.answer("getApplicationAdapter", "silent");
    expect((await read(bench)).routerAdapter).toMatchObject({ ok: false, kind: "unavailable" });
  });

  test.each([
    ["both", SETTLER, OLD_SETTLER, [SETTLER, OLD_SETTLER]],
    ["no previous one", SETTLER, undefined, [SETTLER]],
    ["a previous one of zero", SETTLER, ZERO, [SETTLER]],
    ["a current one of zero", ZERO, OLD_SETTLER, [OLD_SETTLER]],
    ["paused: the previous one may not be used either", undefined, OLD_SETTLER, []],
  ])("behavior: genuine Settlers, %s", async (_what, current, previous, settlers) => {
    const bench = await executionBench();
    bench.answer("ownerOf", current === undefined ? revert : addressWord(current));
    bench.answer("prev", previous === undefined ? revert : addressWord(previous));
    expect((await read(bench)).settlers).toEqual(settlers);
  });

  test("error: what the chain says of the vault comes first", async () => {
    const bench = await executionBench();
    bench.answer("eth_getBlockByNumber", "silent");
    bench.answer("balanceOf", "silent");
    expect(await readSwapFacts(bench.chainDeps, requestOf(bench))).toEqual(UNREADABLE);
  });

  test.each([["balanceOf"], ["getActiveTokens"]])("error: %s unread", async (name) => {
    const bench = await executionBench();
    bench.answer(name, "silent");
    expect(await readSwapFacts(bench.chainDeps, requestOf(bench))).toEqual({
      ok: false,
      code: "rpc_unavailable",
      message: "The vault could not be read from the chain. Nothing was built; please try again.",
    });
  });

  test.each(["usdc", "weth"] as const)("error: the feed of %s unread", async (token) => {
    const bench = await executionBench();
    bench.answer("hasPriceFeed", (asked) =>
      argument(asked, 0) === bench.tokens[token] ? "silent" : undefined,
    );
    expect(await readSwapFacts(bench.chainDeps, requestOf(bench))).toMatchObject({
      code: "rpc_unavailable",
    });
  });
});
