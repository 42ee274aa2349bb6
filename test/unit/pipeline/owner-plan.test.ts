import { encodeFunctionData, type Hex, parseAbi, parseEther } from "viem";
import { describe, expect, test } from "vitest";
import type { OwnerCall, OwnerPlan, OwnerStep } from "../../../src/kinds/plan.ts";
import { baseTokenMemory } from "../../../src/pipeline/base-token-memory.ts";
import { executeOwnerPlan } from "../../../src/pipeline/execute-owner-plan.ts";
import { judgeOwnerSteps } from "../../../src/pipeline/judge-owner-steps.ts";
import { prepareForApproval } from "../../../src/pipeline/prepare-for-approval.ts";
import { recordNav } from "../../../src/store/attempts/record-nav.ts";
import { words } from "../../simulation/chain/words.ts";
import { type Bench, executionBench } from "./support/execution-bench.ts";

const STRANGER = `0x${"66".repeat(20)}` as const;
const ZERO = `0x${"00".repeat(20)}` as const;
const NAV_SELECTOR = "0xe7d8724e";
const abi = parseAbi([
  "struct PoolKey { address currency0; address currency1; uint24 fee; int24 tickSpacing; address hooks; }",
  "function approve(address,uint256)",
  "function transfer(address,uint256)",
  "function mint(address,uint256,uint256)",
  "function burn(uint256,uint256)",
  "function setOwner(address)",
  "function createPool(string,string,address)",
  "function endEpoch()",
  "function initialize(PoolKey,uint160)",
  "function increaseCardinalityNext(PoolKey,uint16)",
  "function execute(bytes,bytes[],uint256)",
]);

const step = (to: Hex, data: Hex, expected: OwnerCall, valueWei = 0n): OwnerStep => ({
  ...{ to, data, expected, valueWei, description: `${expected.kind} for a test` },
});
const approve = (
  bench: Bench,
  amountBase: bigint,
  { token = bench.tokens.usdc, spender = bench.vault } = {},
) =>
  step(token, encodeFunctionData({ abi, functionName: "approve", args: [spender, amountBase] }), {
    ...{ kind: "approve", token, spender, amountBase },
  });
const mint = (
  bench: Bench,
  amountInBase: bigint,
  { recipient = bench.operator as Hex, minOutBase = 1n, valueWei = 0n } = {},
) =>
  step(
    bench.vault,
    encodeFunctionData({ abi, functionName: "mint", args: [recipient, amountInBase, minOutBase] }),
    { kind: "mint", recipient, amountInBase, minOutBase },
    valueWei,
  );
const burn = (bench: Bench, amountInBase: bigint, minOutBase = 1n) =>
  step(
    bench.vault,
    encodeFunctionData({ abi, functionName: "burn", args: [amountInBase, minOutBase] }),
    {
      ...{ kind: "burn", amountInBase, minOutBase },
    },
  );
const endEpoch = (bench: Bench) =>
  step(
    bench.chainDeps.addresses.stakingProxy,
    encodeFunctionData({ abi, functionName: "endEpoch" }),
    {
      kind: "endEpoch",
    },
  );

const planOf = (bench: Bench, steps: OwnerStep[], changes: Partial<OwnerPlan> = {}): OwnerPlan => ({
  ...{ kind: "owner", sender: bench.operator, steps, message: "m" },
  head: { block: { number: 5n, timestampSec: 1, baseFeePerGas: 1_000n }, tipWei: 7n },
  ...changes,
});

type Simulated = { status: string; returnData: string; gasUsed: string };
const done = (returnData = "0x", gasUsed = "0x186a0"): Simulated => ({
  status: "0x1",
  returnData,
  gasUsed,
});
const nav = (unitaryValue: bigint): Simulated =>
  done(`0x${words.uint(unitaryValue)}${words.uint(unitaryValue * 100_000n)}${words.uint(0)}`);

/**
 * A bench whose vault is bought with `baseToken`, and whose node simulates as told: NAV before,
 * each step, NAV after.
 */
async function world({
  baseToken = undefined as Hex | undefined,
  navs = [2_000_000n, 2_000_000n] as [bigint, bigint],
  steps = (count: number) => Array.from({ length: count }, () => done()),
} = {}) {
  const bench = await executionBench();
  const token = baseToken ?? bench.tokens.usdc;
  const tuple = [
    words.uint(160),
    words.uint(224),
    words.uint(6),
    words.address(bench.operator),
    words.address(token),
  ];
  const text = words.uint(0) + words.uint(0);
  bench.answer("getPool", { result: `0x${words.uint(32)}${tuple.join("")}${text}${text}` });
  bench.answer("eth_getBalance", { result: "0xde0b6b3a7640000" });
  bench.answer("eth_simulateV1", ({ params }) => {
    const [{ blockStateCalls }] = params as [{ blockStateCalls: [{ calls: { input: string }[] }] }];
    const { calls } = blockStateCalls[0];
    const isMeasured = calls[0]?.input === NAV_SELECTOR;
    const inner = steps(calls.length - (isMeasured ? 2 : 0));
    return { result: [{ calls: isMeasured ? [nav(navs[0]), ...inner, nav(navs[1])] : inner }] };
  });
  return bench;
}
const manual = (bench: Bench, changes = {}) =>
  bench.context({ executionMode: "manual", ...changes });
const run = async (bench: Bench, plan: OwnerPlan, changes = {}) =>
  executeOwnerPlan(manual(bench, changes), plan);
const codeOf = async (bench: Bench, plan: OwnerPlan, changes = {}) => {
  const outcome = await run(bench, plan, changes);
  expect(outcome).not.toHaveProperty("transaction");
  return outcome.status === "refused" ? outcome.refusal.code : outcome.status;
};

describe("what comes out", () => {
  test("default: all transactions in order with coin, gas, fees and NAV's figures", async () => {
    const bench = await world({ steps: () => [done("0x", "0xb71b"), done("0x", "0x4c9c8")] });
    const plan = planOf(bench, [approve(bench, 10n), mint(bench, 10n)], {
      unmeasured: ["The weather."],
    });
    const outcome = await run(bench, plan);
    if (outcome.status !== "unsigned" || outcome.transactions === undefined)
      throw new Error(outcome.status);
    // 46,875 and 313,800 units, and half of it on top; no tip of the node's fits under no cap, so
    // the fees follow the base fee.
    expect(outcome.transactions.map(({ to, gas, value, from }) => [to, gas, value, from])).toEqual([
      [bench.tokens.usdc, "0x112a8", "0x0", bench.operator],
      [bench.vault, "0x72eac", "0x0", bench.operator],
    ]);
    expect(outcome.transaction).toBe(outcome.transactions[0]);
    expect(outcome.transaction).toStrictEqual({
      ...{
        to: bench.tokens.usdc,
        data: plan.steps[0]?.data,
        value: "0x0",
        chainId: 8453,
        from: bench.operator,
      },
      // Half as much again as the base fee of 1,000 wei, and the tip of 7.
      ...{ gas: "0x112a8", maxFeePerGas: "0x5e3", maxPriorityFeePerGas: "0x7" },
      ...{ description: "approve for a test", ownerOnly: true },
    });
    expect(outcome.figures.navShield).toMatchObject({
      measured: true,
      basis: "unitaryValue",
      lossBps: 0,
    });
    expect(outcome.unmeasured).toEqual([
      expect.stringContaining("mined by itself"),
      "The weather.",
    ]);
    expect([bench.sent, bench.scripts.map(({ name }) => name)]).toEqual([
      [],
      ["load-call-context"],
    ]);
  });

  test("default: all at plan's block, steps in one simulation between two NAV looks", async () => {
    const bench = await world();
    await run(bench, planOf(bench, [approve(bench, 10n), mint(bench, 10n)]));
    const asked = bench.requests.flat();
    const [simulated] = asked.filter(({ name }) => name === "eth_simulateV1");
    const [{ blockStateCalls, validation }, block] = simulated!.params as any;
    expect([block, validation, blockStateCalls.length]).toEqual(["0x5", false, 1]);
    expect(
      blockStateCalls[0].calls.map(({ from, to, input }: any) => [from, to, input.slice(0, 10)]),
    ).toEqual([
      [bench.operator, bench.vault, NAV_SELECTOR],
      [bench.operator, bench.tokens.usdc, "0x095ea7b3"],
      [bench.operator, bench.vault, "0x156e29f6"],
      [bench.operator, bench.vault, NAV_SELECTOR],
    ]);
    const pinned = asked.filter(({ name }) =>
      ["getPool", "totalSupply", "eth_getBalance"].includes(name),
    );
    expect(pinned.map(({ tag }) => tag)).toEqual(["0x5", "0x5", "0x5"]);
  });

  test("behavior: a native purchase brings its coin along, and no other step may", async () => {
    const bench = await world({ baseToken: ZERO });
    const outcome = await run(
      bench,
      planOf(bench, [mint(bench, 10n ** 17n, { valueWei: 10n ** 17n })]),
    );
    expect(outcome).toMatchObject({
      status: "unsigned",
      transaction: { value: "0x16345785d8a0000" },
      unmeasured: [],
    });
    expect(await codeOf(bench, planOf(bench, [mint(bench, 10n, { valueWei: 9n })]))).toBe(
      "calldata_rejected",
    );
    const tooMuch = parseEther("2");
    const poor = planOf(bench, [mint(bench, tooMuch, { valueWei: tooMuch })]);
    expect(await codeOf(bench, poor)).toBe("insufficient_balance");
    // USDC is not sent along.
    const dollars = await world();
    expect(await codeOf(dollars, planOf(dollars, [mint(dollars, 10n, { valueWei: 10n })]))).toBe(
      "calldata_rejected",
    );
  });

  test("behavior: what touches no vault reads none, gives the NAV Shield no measure", async () => {
    const bench = await world();
    const outcome = await run(bench, planOf(bench, [endEpoch(bench)]));
    expect(outcome).toMatchObject({
      status: "unsigned",
      figures: { swapShield: null, navShield: null },
    });
    expect(bench.names()).toEqual(["eth_simulateV1", "eth_getBalance"]);
  });

  test("behavior: an approval may be taken back before it is given anew", async () => {
    const bench = await world();
    const outcome = await run(
      bench,
      planOf(bench, [approve(bench, 0n), approve(bench, 10n), mint(bench, 10n)]),
    );
    expect(outcome).toMatchObject({ status: "unsigned", transactions: [{}, {}, {}] });
  });
});

describe("what it needs to know", () => {
  const purchase = (bench: Bench) => planOf(bench, [approve(bench, 10n), mint(bench, 10n)]);

  test("behavior: six steps are the most, and a wallet may spend its last wei", async () => {
    const bench = await world({ baseToken: ZERO });
    expect(
      (
        await run(
          bench,
          planOf(
            bench,
            Array.from({ length: 6 }, () => endEpoch(bench)),
          ),
        )
      ).status,
    ).toBe("unsigned");
    const all = 10n ** 18n;
    expect((await run(bench, planOf(bench, [mint(bench, all, { valueWei: all })]))).status).toBe(
      "unsigned",
    );
    const more = await run(bench, planOf(bench, [mint(bench, all + 1n, { valueWei: all + 1n })]));
    expect(more).toMatchObject({
      refusal: {
        ...{
          code: "insufficient_balance",
          message: expect.stringContaining("too little of the chain's coin"),
        },
        details: { neededWei: "1000000000000000001", balanceWei: "1000000000000000000" },
      },
    });
    const wrong = await run(bench, planOf(bench, [mint(bench, 10n, { valueWei: 9n })]));
    expect(wrong).toMatchObject({
      refusal: {
        message: expect.stringContaining(
          "transaction 1 sends another amount of native coin than it takes",
        ),
      },
    });
  });

  test.each(["eth_getBalance", "getPool", "getPoolIdFromAddress", "getState", "totalSupply"])(
    "error: without an answer to %s nothing comes out",
    async (name) => {
      const bench = await world();
      bench.answer(name, "silent");
      const outcome = await run(bench, purchase(bench));
      expect(outcome).toMatchObject({
        ...{
          status: "refused",
          refusal: { code: "rpc_unavailable", message: expect.stringContaining("lease try again") },
        },
      });
    },
  );

  test("error: a registry or a vault that refuses to answer knows no such vault", async () => {
    for (const name of ["getPoolIdFromAddress", "getPool"]) {
      const bench = await world();
      bench.answer(name, { error: { code: 3, message: "execution reverted", data: "0x" } });
      const outcome = await run(bench, purchase(bench));
      expect(outcome).toMatchObject({
        refusal: {
          code: "unknown_vault",
          message:
            `${bench.vault} is not a registered vault on chain 8453. Check the address and ` +
            "the chain.",
          details: { vault: bench.vault, chainId: 8453 },
        },
      });
    }
  });

  test("behavior: a price over too short a time warns signers, with a widening call", async () => {
    const bench = await world();
    bench.answer("getState", { result: `0x${words.uint(0)}${words.uint(1)}${words.uint(1)}` });
    const outcome = await run(bench, purchase(bench));
    expect(outcome).toMatchObject({
      status: "unsigned",
      figures: {
        navShield: { oracleWindowSec: 0 },
        oracleWarning: { windows: [{ token: bench.tokens.usdc }] },
      },
    });
  });

  test("behavior: the remembered base token is read with the rest, another one after", async () => {
    const bench = await world();
    const batches = async () => {
      const before = bench.requests.length;
      await run(bench, purchase(bench));
      return bench.requests.slice(before).map((asked) => asked.map(({ name }) => name));
    };
    const isState = (asked: string[]) => asked.includes("getState");
    const first = await batches();
    expect([first.filter(isState).length, first.findIndex(isState)]).toEqual([1, first.length - 1]);
    baseTokenMemory.set(manual(bench), bench.tokens.usdc);
    const second = await batches();
    expect([second.filter(isState).length, second.length]).toEqual([1, first.length]);
    baseTokenMemory.set(manual(bench), bench.tokens.weth);
    expect((await run(bench, purchase(bench))).status).toBe("unsigned");
    // One that is not the vault's any more was read for nothing, and the vault's own after it.
    baseTokenMemory.set(manual(bench), STRANGER);
    const before = bench.requests.length;
    expect((await run(bench, purchase(bench))).status).toBe("unsigned");
    const states = bench.requests
      .slice(before)
      .filter((asked) => asked.some(({ name }) => name === "getState"));
    expect(states).toHaveLength(2);
  });

  test("error: a NAV that cannot be read is no measurement", async () => {
    const bench = await world();
    bench.answer("eth_simulateV1", {
      result: [{ calls: [nav(2n), done(), done(), done("0x12")] }],
    });
    expect(await codeOf(bench, purchase(bench))).toBe("rpc_unavailable");
  });
});

describe("a hostile plan", () => {
  const CASES: [string, (bench: Bench) => OwnerStep[]][] = [
    ["no transaction at all", () => []],
    ["more than any plan needs", (bench) => Array.from({ length: 7 }, () => endEpoch(bench))],
    ["an unlisted destination", (bench) => [{ ...endEpoch(bench), to: STRANGER }]],
    [
      "a token's transfer",
      (bench) => [
        step(
          bench.tokens.usdc,
          encodeFunctionData({ abi, functionName: "transfer", args: [STRANGER, 1n] }),
          approve(bench, 1n).expected,
        ),
      ],
    ],
    [
      "a vault's new owner, and an expectation that says unknown",
      (bench) => [
        step(bench.vault, encodeFunctionData({ abi, functionName: "setOwner", args: [STRANGER] }), {
          kind: "unknown",
          reason:
            "selector 0x13af4035 at the vault is none of the calls that are returned for signing",
        }),
      ],
    ],
    [
      "a swap of the vault",
      (bench) => [
        step(
          bench.vault,
          encodeFunctionData({ abi, functionName: "execute", args: ["0x", [], 1n] }),
          burn(bench, 1n).expected,
        ),
      ],
    ],
    [
      "an approval to a stranger",
      (bench) => [approve(bench, 10n, { spender: STRANGER }), mint(bench, 10n)],
    ],
    ["an approval of more than is needed", (bench) => [approve(bench, 11n), mint(bench, 10n)]],
    ["an approval of everything", (bench) => [approve(bench, 2n ** 256n - 1n), mint(bench, 10n)]],
    ["an approval alone", (bench) => [approve(bench, 10n)]],
    ["an approval behind its purchase", (bench) => [mint(bench, 10n), approve(bench, 10n)]],
    [
      "one approval for two purchases",
      (bench) => [approve(bench, 15n), mint(bench, 10n), mint(bench, 5n)],
    ],
    ["an approval of nothing alone", (bench) => [approve(bench, 0n), mint(bench, 10n)]],
    [
      "an approval of another token",
      (bench) => [approve(bench, 10n, { token: bench.tokens.weth }), mint(bench, 10n)],
    ],
    [
      "a purchase for a stranger",
      (bench) => [approve(bench, 10n), mint(bench, 10n, { recipient: STRANGER })],
    ],
    [
      "a purchase without a minimum",
      (bench) => [approve(bench, 10n), mint(bench, 10n, { minOutBase: 0n })],
    ],
    ["a redemption without a minimum", (bench) => [burn(bench, 10n, 0n)]],
    [
      "another amount than it says",
      (bench) => [{ ...burn(bench, 10n), expected: burn(bench, 9n).expected }],
    ],
    [
      "another minimum than it says",
      (bench) => [{ ...burn(bench, 10n, 1n), expected: burn(bench, 10n, 9n).expected }],
    ],
    [
      "bytes behind a good call",
      (bench) => [{ ...burn(bench, 10n), data: `${burn(bench, 10n).data}00` }],
    ],
    [
      "an approval before another one",
      (bench) => [approve(bench, 5n), approve(bench, 10n), mint(bench, 10n)],
    ],
    [
      "an approval of nothing before one of another token",
      (bench) => [
        approve(bench, 0n),
        approve(bench, 10n, { token: bench.tokens.weth }),
        mint(bench, 10n),
      ],
    ],
    [
      "nothing approved twice",
      (bench) => [approve(bench, 0n), approve(bench, 0n), mint(bench, 10n)],
    ],
    [
      "an approval of nothing for a purchase of nothing",
      (bench) => [approve(bench, 0n), mint(bench, 0n)],
    ],
    ["coin with a call that takes none", (bench) => [{ ...endEpoch(bench), valueWei: 1n }]],
    [
      "coin with an approval",
      (bench) => [{ ...approve(bench, 10n), valueWei: 1n }, mint(bench, 10n)],
    ],
    [
      "more slots for another pool than the oracle's",
      (bench) => {
        const { oracle } = bench.chainDeps.addresses;
        const pool = {
          currency0: ZERO,
          currency1: STRANGER,
          fee: 500,
          tickSpacing: 10,
          hooks: oracle,
        };
        const data = encodeFunctionData({
          abi,
          functionName: "increaseCardinalityNext",
          args: [pool, 320],
        });
        return [step(oracle, data, { kind: "widenOracle", pool, slots: 320 })];
      },
    ],
  ];
  const WHY: Record<string, string> = {
    "no transaction at all": "it has 0 transactions",
    "more than any plan needs": "it has 7 transactions",
    "an unlisted destination": "transaction 1: selector 0x0b9663db at a contract that is none",
    "a token's transfer": "transaction 1: selector 0xa9059cbb",
    "a vault's new owner, and an expectation that says unknown":
      "transaction 1: selector 0x13af4035",
    "a swap of the vault": "transaction 1: selector 0x3593564c",
    "an approval to a stranger": "transaction 1 (approve) lets another account than the vault",
    "an approval of more than is needed": "transaction 1 (approve) is not for exactly",
    "an approval of everything": "transaction 1 (approve) is not for exactly",
    "an approval alone": "transaction 1 (approve) is not for exactly",
    "an approval behind its purchase": "transaction 2 (approve) is not for exactly",
    "one approval for two purchases": "transaction 1 (approve) is not for exactly",
    "an approval of nothing alone": "transaction 1 (approve) is not for exactly",
    "an approval of another token":
      "transaction 1 is about a token that the vault is not bought with",
    "a purchase for a stranger": "transaction 2 (mint) gives the vault's tokens to another account",
    "a purchase without a minimum": "transaction 2 (mint) accepts nothing at all for the payment",
    "a redemption without a minimum":
      "transaction 1 (burn) accepts nothing at all for the vault's tokens",
    "another amount than it says": "transaction 1: its amountInBase differs",
    "another minimum than it says": "transaction 1: its minOutBase differs",
    "bytes behind a good call": "transaction 1: the arguments of burn",
    "coin with a call that takes none": "transaction 1 (endEpoch) takes no native coin",
    "coin with an approval": "transaction 1 (approve) takes no native coin",
    "more slots for another pool than the oracle's":
      "transaction 1 (widenOracle) is about a pool that is not the oracle's own",
    "an approval before another one": "transaction 1 (approve) is not for exactly",
    "an approval of nothing before one of another token":
      "transaction 1 (approve) is not for exactly",
    "nothing approved twice": "transaction 1 (approve) is not for exactly",
    "an approval of nothing for a purchase of nothing":
      "transaction 1 (approve) is not for exactly",
  };
  test.each(CASES)("error: %s", async (name, steps) => {
    const bench = await world();
    const outcome = await run(bench, planOf(bench, steps(bench)));
    expect(outcome).toMatchObject({ status: "refused", refusal: { code: "calldata_rejected" } });
    if (outcome.status !== "refused") throw new Error(outcome.status);
    expect(outcome.refusal.message).toContain(`(${WHY[name]}`);
    expect(outcome.refusal.message).toContain("Nothing is returned for signing");
    expect([outcome, bench.sent]).toEqual([{ status: "refused", refusal: outcome.refusal }, []]);
  });

  test("error: for a wallet not the signer's, and, unsigned, one not the owner's", async () => {
    const bench = await world();
    const foreign = planOf(bench, [endEpoch(bench)], { sender: STRANGER });
    expect(await run(bench, foreign)).toMatchObject({
      refusal: {
        code: "calldata_rejected",
        message: expect.stringContaining("not for the wallet that asked"),
      },
    });
    expect(await codeOf(bench, foreign, { operator: undefined })).toBe("calldata_rejected");
    const owners = await run(bench, planOf(bench, [endEpoch(bench)]), { operator: undefined });
    expect(owners.status).toBe("unsigned");
  });

  test("error: with a vault that is not registered", async () => {
    const bench = await world();
    bench.answer("getPoolIdFromAddress", { result: `0x${words.uint(0)}` });
    expect(await codeOf(bench, planOf(bench, [approve(bench, 10n), mint(bench, 10n)]))).toBe(
      "unknown_vault",
    );
  });

  test("error: the agent sends it in no mode, and nobody is offered it for approval", async () => {
    const bench = await world();
    const plan = planOf(bench, [burn(bench, 10n)]);
    expect(await executeOwnerPlan(bench.context(), plan)).toMatchObject({
      ...{ status: "refused", refusal: { code: "owner_only" } },
    });
    expect(await prepareForApproval(bench.context(), plan)).toMatchObject({
      ok: false,
      code: "owner_only",
    });
    expect([bench.requests, bench.sent]).toEqual([[], []]);
  });
});

describe("one word changed", () => {
  const word = (value: bigint) => value.toString(16).padStart(64, "0");
  /**
   * Every 32-byte word one higher, one lower, emptied and filled; a byte or a word more or less;
   * another method.
   */
  function mutations(data: Hex): Hex[] {
    const words: string[] = [...(data.slice(10).match(/.{64}/g) ?? [])];
    const changed = words.flatMap((own, index) => {
      const value = BigInt(`0x${own}`);
      const near = [value + 1n, value - 1n, 0n, 2n ** 256n - 1n].filter(
        (one) => one >= 0n && one < 2n ** 256n,
      );
      return near.map((one) => `${data.slice(0, 10)}${words.with(index, word(one)).join("")}`);
    });
    const lengths = [
      `${data}00`,
      `${data}${"00".repeat(32)}`,
      data.slice(0, -2),
      data.slice(0, -64),
    ];
    return [...changed, ...lengths, `0xdeadbeef${data.slice(10)}`].filter(
      (one) => one !== data,
    ) as Hex[];
  }
  const key = (bench: Bench) => ({
    ...{ currency0: ZERO, currency1: bench.tokens.usdc, fee: 0, tickSpacing: 32_767 },
    hooks: bench.chainDeps.addresses.oracle,
  });
  const PLANS: Record<string, (bench: Bench) => OwnerStep[]> = {
    createPool: (bench) => {
      const [name, symbol, baseToken] = ["A name of more than one word", "SYM", bench.tokens.usdc];
      const data = encodeFunctionData({
        abi,
        functionName: "createPool",
        args: [name, symbol, baseToken],
      });
      return [
        step(bench.chainDeps.addresses.factory, data, {
          kind: "createPool",
          name,
          symbol,
          baseToken,
        }),
      ];
    },
    "approve and mint": (bench) => [
      approve(bench, 10n ** 9n),
      mint(bench, 10n ** 9n, { minOutBase: 99n }),
    ],
    burn: (bench) => [burn(bench, 10n ** 9n, 99n)],
    "endEpoch and finalizePool": (bench) => {
      const poolId: Hex = `0x${"ab".repeat(32)}`;
      const { stakingProxy } = bench.chainDeps.addresses;
      return [
        endEpoch(bench),
        step(stakingProxy, `0xff691b11${poolId.slice(2)}`, { kind: "finalizePool", poolId }),
      ];
    },
    initialize: (bench) => {
      const data = encodeFunctionData({
        abi,
        functionName: "initialize",
        args: [key(bench), 2n ** 96n],
      });
      const expected = {
        kind: "initializePool" as const,
        pool: key(bench),
        sqrtPriceX96: 2n ** 96n,
      };
      return [step(bench.chainDeps.addresses.poolManager, data, expected)];
    },
    increaseCardinalityNext: (bench) => {
      const data = encodeFunctionData({
        abi,
        functionName: "increaseCardinalityNext",
        args: [key(bench), 320],
      });
      return [
        step(bench.chainDeps.addresses.oracle, data, {
          kind: "widenOracle",
          pool: key(bench),
          slots: 320,
        }),
      ];
    },
  };
  test.each(Object.keys(PLANS))(
    "error: of %s every change is refused, of its destination and its coin too",
    async (name) => {
      const bench = await world();
      const steps = PLANS[name]!(bench);
      const { vault, chainDeps } = bench;
      const judged = (changed: OwnerStep[]) =>
        judgeOwnerSteps(planOf(bench, changed), { vault, addresses: chainDeps.addresses });
      expect(judged(steps).ok).toBe(true);
      for (const [index, one] of steps.entries()) {
        const changes: Partial<OwnerStep>[] = [
          ...mutations(one.data).map((data) => ({ data })),
          { to: STRANGER },
          { to: bench.agent },
          ...(one.expected.kind === "mint" ? [] : [{ valueWei: 1n }]),
        ];
        const passed = changes.filter(
          (change) => judged(steps.with(index, { ...one, ...change })).ok,
        );
        expect(passed).toEqual([]);
      }
    },
  );
});

describe("what the simulation says", () => {
  const purchase = (bench: Bench) => planOf(bench, [approve(bench, 10n), mint(bench, 10n)]);
  const revert = (data: string): Simulated => ({
    status: "0x0",
    returnData: data,
    gasUsed: "0x5208",
  });

  test("error: a step that would fail is named, with what its revert means", async () => {
    // PoolMintOutputAmount(), as observed (fund.output-too-low).
    const bench = await world({ steps: () => [done(), revert("0xac06fcab")] });
    const outcome = await run(bench, purchase(bench));
    expect(outcome).toMatchObject({
      status: "refused",
      refusal: {
        code: "simulation_reverted",
        message: expect.stringMatching(
          /^Transaction 2 of 2 \(mint for a test\): .*PoolMintOutputAmount/,
        ),
        details: { transaction: 2, revert: "PoolMintOutputAmount", revertData: "0xac06fcab" },
      },
    });
  });

  test("error: a revert's reason in the error of newer nodes is read as well", async () => {
    const bench = await world();
    bench.answer("eth_simulateV1", {
      result: [
        {
          calls: [
            {
              ...revert("0x"),
              error: { code: 3, message: "execution reverted", data: "0xe554456a" },
            },
          ],
        },
      ],
    });
    const refused = await run(bench, planOf(bench, [endEpoch(bench)]));
    // One transaction alone has no number.
    expect(refused).toMatchObject({
      refusal: {
        message: expect.stringMatching(/^The vault tokens are/),
        details: { revert: "PoolMinimumPeriodNotEnough" },
      },
    });
    // Of a long reason the first 132 bytes are shown.
    bench.answer("eth_simulateV1", { result: [{ calls: [revert(`0x${"ab".repeat(200)}`)] }] });
    const long = await run(bench, planOf(bench, [endEpoch(bench)]));
    expect(long).toMatchObject({ refusal: { details: { revertData: `0x${"ab".repeat(132)}` } } });
  });

  test("error: a node unable to simulate or answering too little is no success", async () => {
    const bench = await world();
    for (const answer of [
      { error: { code: -32_601, message: "the method eth_simulateV1 does not exist" } },
      "silent" as const,
      { result: [] },
      { result: [{ calls: [done()] }] },
      { result: [{ calls: [done(), done(), done(), done()] }, { calls: [] }] },
      { result: null },
    ]) {
      bench.answer("eth_simulateV1", answer);
      expect(await codeOf(bench, purchase(bench))).toBe("rpc_unavailable");
    }
  });

  test("error: the NAV Shield stops what lowers NAV per unit beyond the threshold", async () => {
    const atThreshold = await world({ navs: [2_000_000n, 1_800_000n] });
    expect((await run(atThreshold, purchase(atThreshold))).status).toBe("unsigned");
    const below = await world({ navs: [2_000_000n, 1_799_999n] });
    expect(await codeOf(below, purchase(below))).toBe("nav_shield_blocked");
    expect(await codeOf(below, planOf(below, [burn(below, 10n)]))).toBe("nav_shield_blocked");
    const unreadable = await world();
    unreadable.answer("eth_simulateV1", {
      result: [{ calls: [nav(2n), done(), done(), revert("0x")] }],
    });
    expect(await codeOf(unreadable, purchase(unreadable))).toBe("nav_shield_blocked");
  });

  test("behavior: the day's high counts for nothing in or out: no holder is locked", async () => {
    const bench = await world();
    const { deps, vault } = bench;
    const high = { chainId: 8453 as const, vault, unitaryValue: "3000000" };
    for (const at of [-600_000, 0])
      await recordNav.run(deps.redis, deps.keys, {
        ...high,
        requestId: `r${at}`,
        nowMs: deps.clock.nowMs() + at,
      });
    expect((await bench.context().stored()).navBaseline).toBe("3000000");
    const both = planOf(bench, [burn(bench, 10n), approve(bench, 10n), mint(bench, 10n)]);
    for (const plan of [purchase(bench), planOf(bench, [burn(bench, 10n)]), both])
      expect((await run(bench, plan)).status).toBe("unsigned");
  });

  test("error: gas beyond what a transaction may have, and another answer than told", async () => {
    const greedy = await world({ steps: () => [done("0x", "0xa7d8c1")] });
    expect(await run(greedy, planOf(greedy, [endEpoch(greedy)]))).toMatchObject({
      refusal: {
        ...{ code: "gas_above_cap", details: { gasUnits: "11000001", maxGasUnits: "11000000" } },
        message:
          "It would use 11000001 units of gas; at most 11000000 are accepted. Nothing was built.",
      },
    });
    // 11,000,000 units, and with half of it on top below the 16,777,216 that a transaction may
    // have.
    const most = await world({ steps: () => [done("0x", "0xa7d8c0")] });
    const accepted = await run(most, planOf(most, [endEpoch(most)]));
    expect(accepted).toMatchObject({ status: "unsigned", transaction: { gas: "0xfbc520" } });
    const bench = await world({ steps: () => [done(`0x${words.uint(1)}`)] });
    const told = (returns: Hex) => planOf(bench, [{ ...endEpoch(bench), returns }]);
    expect((await run(bench, told(`0x${words.uint(1)}`))).status).toBe("unsigned");
    expect(await run(bench, told(`0x${words.uint(2)}`))).toMatchObject({
      refusal: {
        code: "simulation_differs_from_quote",
        message: expect.stringContaining("ask again"),
      },
    });
  });
});
