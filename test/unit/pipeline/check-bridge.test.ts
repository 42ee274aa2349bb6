import { describe, expect, test } from "vitest";
import type { BridgeCall } from "../../../src/calldata/bridge-call.ts";
import { checkBridge } from "../../../src/pipeline/check-bridge.ts";
import type { CallPlan } from "../../../src/pipeline/plan.ts";
import { words } from "../../simulation/chain/words.ts";
import { type BridgeBench, bridgeBench } from "./support/bridge-bench.ts";

/* Decision 242: same vault registered there, same owner, a price feed for what arrives. Decision 240: of the tolerance. */
const STRANGER = `0x${"66".repeat(20)}`;
/** Of Polygon; docs/facts/across.md 1: one of the four that are bridged. */
const USDT = "0xc2132d05d31c914a87c6611c10748aeb04b58e8f";
const no = { result: `0x${words.bool(false)}` };
const allowed = { ok: true, value: {} };
const unready = (message: string) => ({
  ...{ ok: false, code: "bridge_destination_unready", message },
  details: { destination: 137 },
});

async function check(bench: BridgeBench, changes: Partial<BridgeCall> = {}, syncToleranceBps?: number) {
  // Safe: of the plan it reads who owns the vault here, and no more.
  const plan = { facts: { owner: bench.here.operator } } as CallPlan;
  const context = bench.context(syncToleranceBps === undefined ? {} : { syncToleranceBps });
  return checkBridge(context, bench.deposit(changes), plan);
}

describe("the other chain", () => {
  test("default: the same vault of the same owner, asked there alone, in one request", async () => {
    const bench = await bridgeBench();
    expect(await check(bench, { outputToken: USDT })).toEqual(allowed);
    const { vault, chainDeps } = bench.there;
    expect(bench.there.requests.map((asked) => asked.map(({ name, to }) => [name, to]))).toEqual([
      [
        ["getPoolIdFromAddress", chainDeps.addresses.registry],
        ["owner", vault],
        ["getPool", vault],
        ["hasPriceFeed", vault],
      ],
    ]);
    expect(bench.there.requests[0]?.[3]?.params[0]).toMatchObject({ data: expect.stringContaining(USDT.slice(2)) });
    expect(bench.here.requests).toEqual([]);
  });

  test("error: no vault there, whatever else is said of that address", async () => {
    const bench = await bridgeBench();
    bench.there.answer("getPoolIdFromAddress", { result: `0x${words.uint(0)}` });
    const missing = unready(
      "This vault does not exist on polygon. Deploy it there first, with the same name and from the same wallet.",
    );
    expect(await check(bench)).toEqual(missing);
    // An address without code answers nothing at all.
    for (const name of ["owner", "getPool", "hasPriceFeed"]) bench.there.answer(name, { result: "0x" });
    expect(await check(bench)).toEqual(missing);
  });

  test.each(["getPoolIdFromAddress", "owner", "getPool", "hasPriceFeed"])(
    "error: %s that no node answered, or the vault refused, is no answer",
    async (name) => {
      for (const answer of ["silent", { error: { code: 3, message: "execution reverted", data: "0x" } }] as const) {
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
        "The vault's oracle on polygon has no price for the token, so it cannot be taken in there. Choose another token.",
      ),
    );
    expect(await check(bench)).toEqual(allowed);
  });

  test("error: a chain that is none of ours is not asked", async () => {
    const bench = await bridgeBench();
    expect(await check(bench, { destinationChainId: 999n })).toMatchObject({ ok: false, code: "chain_not_supported" });
    expect(bench.there.requests).toEqual([]);
  });
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
