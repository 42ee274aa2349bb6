import { describe, expect, test } from "vitest";
import { checkBridge } from "../../../src/bridge/check-bridge.ts";
import type { BridgeCall } from "../../../src/calldata/bridge-call.ts";
import type { ExecutionContext } from "../../../src/kinds/execution-context.ts";
import type { CallPlan } from "../../../src/kinds/plan.ts";
import { words } from "../../simulation/chain/words.ts";
import { type BridgeBench, bridgeBench } from "./support/bridge-bench.ts";

/*
 * Decision D45: same vault registered there, same owner, a price feed for what arrives. Decision
 * D44: of the tolerance.
 */
const STRANGER = `0x${"66".repeat(20)}`;
/** Of Polygon; docs/facts/across.md 1: one of the four that are bridged. */
const USDT = "0xc2132d05d31c914a87c6611c10748aeb04b58e8f";
const no = { result: `0x${words.bool(false)}` };
const allowed = { ok: true, value: {} };
const unready = (message: string) => ({
  ...{ ok: false, code: "bridge_destination_unready", message },
  details: { destination: 137 },
});

async function check(
  bench: BridgeBench,
  changes: Partial<BridgeCall> = {},
  syncToleranceBps?: number,
  mode: Partial<ExecutionContext> = {},
) {
  // Safe: of the plan it reads who owns the vault here, and no more.
  const plan = { facts: { owner: bench.here.operator } } as CallPlan;
  const context = bench.context({
    ...mode,
    ...(syncToleranceBps !== undefined && { syncToleranceBps }),
  });
  return checkBridge(context, bench.deposit(changes), plan);
}

describe("the other chain", () => {
  test("default: the same vault of an owner takes arrivals; only that chain is asked", async () => {
    const bench = await bridgeBench();
    expect(
      await check(bench, { opType: "transfer", navToleranceBps: 0n, outputToken: USDT }),
    ).toEqual(allowed);
    const { vault, chainDeps } = bench.there;
    const asked = bench.there.requests.map((batch) => batch.map(({ name, to }) => [name, to]));
    expect(asked[0]).toEqual([
      ["getPoolIdFromAddress", chainDeps.addresses.registry],
      ["owner", vault],
      ["getPool", vault],
      ["hasPriceFeed", vault],
    ]);
    expect(bench.there.requests[0]?.[3]?.params[0]).toMatchObject({
      data: expect.stringContaining(USDT.slice(2)),
    });
    // Where the token keeps its balances, the block, and the fill.
    expect(asked.slice(1).map(([first]) => first)).toEqual([
      ["balanceOf", USDT],
      ["eth_getBlockByNumber", undefined],
      ["eth_simulateV1", undefined],
    ]);
    expect(bench.here.requests).toEqual([]);
  });

  test("error: no vault there, whatever else is said of that address", async () => {
    const bench = await bridgeBench();
    bench.there.answer("getPoolIdFromAddress", { result: `0x${words.uint(0)}` });
    const missing = unready(
      "This vault does not exist on polygon. Deploy it there first, with the same name and " +
        "from the same wallet.",
    );
    expect(await check(bench)).toEqual(missing);
    // An address without code answers nothing at all.
    for (const name of ["owner", "getPool", "hasPriceFeed"])
      bench.there.answer(name, { result: "0x" });
    expect(await check(bench)).toEqual(missing);
  });

  test.each(["getPoolIdFromAddress", "owner", "getPool", "hasPriceFeed"])(
    "error: %s that no node answered, or the vault refused, is no answer",
    async (name) => {
      for (const answer of [
        "silent",
        { error: { code: 3, message: "execution reverted", data: "0x" } },
      ] as const) {
        const bench = await bridgeBench();
        bench.there.answer(name, answer);
        expect(await check(bench)).toEqual({
          ok: false,
          code: "rpc_unavailable",
          message: "The vault could not be read on polygon. Nothing was built; please try again.",
        });
      }
    },
  );

  test("error: a vault of another owner", async () => {
    const bench = await bridgeBench();
    bench.there.answer("owner", { result: `0x${words.address(STRANGER)}` });
    expect(await check(bench)).toEqual(
      unready(`The vault has another owner on polygon (${STRANGER}), so nothing is sent there.`),
    );
  });

  test("error: a token that its oracle has no price for; its base token needs none", async () => {
    const bench = await bridgeBench();
    bench.there.answer("hasPriceFeed", no);
    expect(await check(bench, { outputToken: USDT })).toEqual(
      unready(
        "The vault's oracle on polygon has no price for the token, so it cannot be taken in " +
          "there. Choose another token.",
      ),
    );
    expect(await check(bench)).toEqual(allowed);
  });

  test("error: a chain that is none of ours is not asked", async () => {
    const bench = await bridgeBench();
    expect(await check(bench, { destinationChainId: 999n })).toMatchObject({
      ok: false,
      code: "chain_not_supported",
    });
    expect(bench.there.requests).toEqual([]);
  });
});

const FILL_RELAY = "0xdeff4b24";
type Simulated = {
  blockStateCalls: { calls: { to: string; input: string }[]; stateOverrides: object }[];
};

/* Finding 107: the arrival is simulated on the destination before anything leaves. */
describe("the arrival", () => {
  const simulated = (bench: BridgeBench) =>
    bench.there.requests.flat().find(({ name }) => name === "eth_simulateV1")?.params[0] as
      | Simulated
      | undefined;
  const reverts = (data: string) => ({
    result: [
      {
        calls: [
          { status: "0x1", returnData: "0x", gasUsed: "0x1" },
          { status: "0x0", returnData: data, gasUsed: "0x1" },
        ],
      },
    ],
  });

  test("default: a relayer with just so much token fills it, adapter's work included", async () => {
    const bench = await bridgeBench();
    expect(await check(bench)).toEqual(allowed);
    const [block] = simulated(bench)?.blockStateCalls ?? [];
    const { acrossSpokePool, acrossMulticallHandler } = bench.there.chainDeps.addresses;
    const [approve, fill] = block?.calls ?? [];
    expect([approve?.to, fill?.to]).toEqual([bench.there.tokens.usdc, acrossSpokePool]);
    // approve(spoke pool, 999 USDC), and the words of the relay: recipient, both tokens, both
    // amounts.
    expect(approve?.input).toBe(
      `0x095ea7b3${words.address(acrossSpokePool)}${words.uint(999_000_000n)}`.toLowerCase(),
    );
    expect(fill?.input.slice(0, 10)).toBe(FILL_RELAY);
    for (const word of [
      words.address(acrossMulticallHandler),
      words.address(bench.here.tokens.usdc),
      words.address(bench.there.tokens.usdc),
      words.uint(1_000_000_000n),
      words.uint(999_000_000n),
    ])
      expect(fill?.input).toContain(word.toLowerCase());
    // donate(token, 1, (1, false)) opens it, donate(token, 999 USDC, (1, false)) ends it: 1 is a
    // sync.
    const donated = (amount: bigint) =>
      `${words.address(bench.there.tokens.usdc)}${words.uint(amount)}${words.uint(1)}${words.bool(false)}`.toLowerCase();
    expect(fill?.input).toContain(donated(1n));
    expect(fill?.input).toContain(donated(999_000_000n));
  });

  test("error: a fill reverting there is refused before anything leaves, every mode", async () => {
    for (const executionMode of ["delegated", "manual"] as const) {
      const bench = await bridgeBench();
      // CallReverted(3, ..) of the handler: the vault's second donate.
      bench.there.answer("eth_simulateV1", reverts(`0xe462c440${words.uint(3)}`));
      const refused = await check(bench, {}, undefined, { executionMode });
      expect(refused).toMatchObject({
        ...{ ok: false, code: "bridge_destination_unready" },
        details: { destination: 137, revertSelector: "0xe462c440" },
      });
    }
  });

  test.each([
    ["the simulation is not answered", "eth_simulateV1", "silent"],
    [
      "the node does not know it",
      "eth_simulateV1",
      { error: { code: -32601, message: "method not found" } },
    ],
    ["the block is not known", "eth_getBlockByNumber", "silent"],
    [
      "the token keeps its balances at no known place",
      "balanceOf",
      { result: `0x${words.uint(0)}` },
    ],
  ] as const)("error: %s: nobody knows, and nothing is built", async (_what, name, answer) => {
    const bench = await bridgeBench();
    bench.there.answer(name, answer);
    expect(await check(bench, { opType: "transfer", navToleranceBps: 0n })).toMatchObject({
      ...{ ok: false, code: "rpc_unavailable" },
    });
  });
});

/*
 * Finding 106: no destination without supply (virtual supply counts), with a higher NAV per unit,
 * or unread.
 */
describe("where a sync goes", () => {
  const nav = (unit: bigint) => ({
    result: `0x${words.uint(unit)}${words.uint(unit * 100_000n)}${words.uint(0)}`,
  });
  const stored = (unit: bigint, supply: bigint) => ({
    result: `0x${words.uint(unit)}${words.uint(supply)}`,
  });
  const virtual = (supply: bigint) => ({
    result: `0x${words.uint(32)}${words.uint(32)}${words.uint(BigInt.asUintN(256, supply))}`,
  });
  /** One of the service's own reads of the vault's storage. */
  const STORAGE = "getStorageAt";

  test("default: to units that are worth less, and are still when it has arrived", async () => {
    const bench = await bridgeBench();
    expect(await check(bench)).toEqual(allowed);
    // 1,000 leave 200,000 and 999 arrive, of which 989.01 count: 199,000 are 1.99 a unit here, and
    // 198,010.99 bring one there to as much.
    const value = (net: bigint) => ({
      result: `0x${words.uint(1_980_000n)}${words.uint(net)}${words.uint(0)}`,
    });
    bench.there.answer("updateUnitaryValue", value(198_010_990_000n));
    expect(await check(bench)).toEqual(allowed);
    bench.there.answer("updateUnitaryValue", value(198_010_990_001n));
    expect(await check(bench)).toMatchObject({
      ...{ ok: false, code: "bridge_destination_unready" },
      details: {
        destination: 137,
        unitHereAfter: "1.99",
        unitThereAfter: "1.99000000001",
        unitOf: "USDC",
      },
    });
  });

  test("error: units that are worth as much already, however little moves", async () => {
    const bench = await bridgeBench();
    bench.there.answer("updateUnitaryValue", nav(2_000_000n));
    const least = { inputAmountBase: 100n, outputAmountBase: 100n };
    for (const changes of [{}, least])
      expect(await check(bench, changes)).toMatchObject({
        ok: false,
        code: "bridge_destination_unready",
      });
  });

  test("security: to dust a stranger minted, at any unit price: they would own it", async () => {
    const bench = await bridgeBench();
    // 0.001 units, the least that a vault mints, at a half and at a hundredth of the unit price
    // here.
    bench.there.answer("getPoolTokens", stored(1_000_000n, 1_000n));
    for (const net of [1_000n, 20n]) {
      bench.there.answer("updateUnitaryValue", {
        result: `0x${words.uint(net * 1_000n)}${words.uint(net)}${words.uint(0)}`,
      });
      const refused = await check(bench);
      expect(refused).toMatchObject({ ok: false, code: "bridge_destination_unready" });
      expect(refused).toHaveProperty("details.unitHereAfter", "1.99");
    }
    const warned = await check(bench, {}, undefined, { executionMode: "manual" });
    expect(warned).toHaveProperty("value.warnings.0.code", "bridge_destination_unready");
  });

  test("security: what arrives counts at the dearer of both chains' oracles", async () => {
    const bench = await bridgeBench();
    const inWeth = {
      ...{ inputToken: bench.here.tokens.weth, outputToken: bench.there.tokens.weth },
      ...{ inputAmountBase: 10n ** 18n, outputAmountBase: 10n ** 18n },
    };
    expect(await check(bench, inWeth)).toEqual(allowed);
    // 2,000 USDC here, 200 by the oracle that was pushed there: 1.979 a unit and 2,000 more are
    // above 1.98 after it.
    bench.there.answer("updateUnitaryValue", nav(1_979_000n));
    bench.there.answer("convertTokenAmount", { result: `0x${words.uint(200_000_000n)}` });
    expect(await check(bench, inWeth)).toMatchObject({
      ok: false,
      code: "bridge_destination_unready",
    });
    bench.there.answer("convertTokenAmount", "silent");
    expect(await check(bench, inWeth)).toMatchObject({ ok: false, code: "rpc_unavailable" });
  });

  test.each([
    ["five times what venues say", 400_000_000n, "differs"],
    ["a fifth of what venues say", 10_000_000_000n, "differs"],
  ] as const)(
    "security: an oracle there at %s makes no unit price there",
    async (_what, price, reason) => {
      const bench = await bridgeBench();
      bench.keepPrice(137, price);
      const refused = await check(bench);
      expect(refused).toMatchObject({
        ok: false,
        code: "second_price_differs",
        details: { chainId: 137, reason },
      });
      const warned = await check(bench, {}, undefined, { executionMode: "manual" });
      expect(warned).toHaveProperty("value.warnings.0.code", "second_price_differs");
      expect(await check(bench, { opType: "transfer", navToleranceBps: 0n })).toEqual(allowed);
    },
  );

  test("error: towards the higher NAV, by one base unit", async () => {
    const bench = await bridgeBench();
    bench.there.answer("updateUnitaryValue", nav(2_000_001n));
    const refused = await check(bench);
    expect(refused).toMatchObject({
      ...{ ok: false, code: "bridge_destination_unready" },
      details: { destination: 137, unitHere: "2", unitThere: "2.000001", unitOf: "USDC" },
    });
    // An owner who signs it is warned, and a transfer brings its units along.
    const warned = await check(bench, {}, undefined, { executionMode: "manual" });
    expect(warned).toMatchObject({
      ok: true,
      value: {
        warnings: [
          { code: "bridge_destination_unready", message: expect.stringContaining("2.000001") },
        ],
      },
    });
    expect(await check(bench, { opType: "transfer", navToleranceBps: 0n })).toEqual(allowed);
  });

  test("error: without units: whoever bought the first would own what arrives", async () => {
    const bench = await bridgeBench();
    bench.there.answer("getPoolTokens", stored(2_000_000n, 0n));
    expect(await check(bench)).toMatchObject({
      ...{ ok: false, code: "bridge_destination_unready", details: { effectiveSupplyBase: "0" } },
    });
    // Units that came from another chain are units; those that left are none.
    bench.there.answer(STORAGE, virtual(100_000_000_000n));
    expect(await check(bench)).toEqual(allowed);
    bench.there.answer("getPoolTokens", stored(2_000_000n, 100_000_000_000n));
    bench.there.answer(STORAGE, virtual(-100_000_000_000n));
    expect(await check(bench)).toMatchObject({ ok: false, code: "bridge_destination_unready" });
  });

  test.each(["here", "there"] as const)(
    "error: what a unit is worth %s is not known",
    async (side) => {
      for (const answer of [
        "silent",
        { error: { code: 3, message: "execution reverted", data: "0x" } },
      ] as const) {
        const bench = await bridgeBench();
        bench[side].answer("updateUnitaryValue", answer);
        expect(await check(bench)).toMatchObject({ ok: false, code: "rpc_unavailable" });
        expect(await check(bench, { opType: "transfer", navToleranceBps: 0n })).toEqual(allowed);
      }
    },
  );
});

describe("the tolerance in the calldata", () => {
  test("args: as much as the operator has set, 1% where nothing is set", async () => {
    const bench = await bridgeBench();
    expect(await check(bench, { navToleranceBps: 100n })).toEqual(allowed);
    expect(await check(bench, { navToleranceBps: 1n })).toEqual(allowed);
    expect(await check(bench, { navToleranceBps: 250n }, 250)).toEqual(allowed);
  });

  test("error: more than that, and the other chain is not asked", async () => {
    const bench = await bridgeBench();
    const refused = (message: string, toleranceBps: number, askedBps: string) => ({
      ...{ ok: false, code: "nav_shield_blocked", details: { toleranceBps, askedBps } },
      message: `${message} Raise the setting first if this is intended.`,
    });
    expect(await check(bench, { navToleranceBps: 101n })).toEqual(
      refused("The sync names a tolerance of 1.01%, and the sync tolerance is 1%.", 100, "101"),
    );
    expect(await check(bench, { navToleranceBps: 10_000n }, 250)).toEqual(
      refused("The sync names a tolerance of 100%, and the sync tolerance is 2.5%.", 250, "10000"),
    );
    expect(bench.there.requests).toEqual([]);
  });

  test("behavior: a transfer moves no NAV, and is held to none", async () => {
    const bench = await bridgeBench();
    expect(await check(bench, { opType: "transfer", navToleranceBps: 10_000n })).toEqual(allowed);
  });
});
