import { describe, expect, test } from "vitest";
import type { BridgeCall } from "../../../src/calldata/bridge-call.ts";
import type { ExecutionContext } from "../../../src/kinds/execution-context.ts";
import type { CallPlan } from "../../../src/kinds/plan.ts";
import { broadcastCall } from "../../../src/pipeline/execute-plan.ts";
import type { JudgedCall } from "../../../src/pipeline/judge-call.ts";
import { prepareCall } from "../../../src/pipeline/prepare-call.ts";
import type { PreparedCall } from "../../../src/pipeline/prepared-call.ts";
import { navMoveOf } from "../../../src/pipeline/read-nav-effect.ts";
import { words } from "../../simulation/chain/words.ts";
import { callKinds } from "../../support/call-kinds.ts";
import { type BridgeBench, bridgeBench } from "./support/bridge-bench.ts";
import type { Asked } from "./support/execution-bench.ts";

/*
 * Decision D44: what moves follows from the calldata, and its stated amount is what arrives. The
 * vault is worth 200,000 USDC at 2.00 a unit; 1,000 leave (50 bps), 999 arrive: 9,990 a unit are
 * stated, and 10 of the 1,990,010 left to compare with are the fee.
 */
const STRANGER = `0x${"66".repeat(20)}` as const;
const FEE_PPB = 5_026;
const stated = { perUnit: "9990", amountBase: "999000000", bps: 50, toleranceBps: 100 };
/** 0.5 WETH at 2,000, of which 0.4995 arrive. */
const inWeth = ({ here, there }: BridgeBench): Partial<BridgeCall> => ({
  ...{ inputToken: here.tokens.weth, outputToken: there.tokens.weth },
  ...{ inputAmountBase: 500_000_000_000_000_000n, outputAmountBase: 499_500_000_000_000_000n },
});
const asTransfer = { opType: "transfer", navToleranceBps: 0n } as const;

/** The oracle is asked what the 0.4995 WETH are worth, which a sync moves. */
const isOfMove = ({ name, params: [call] }: Asked): boolean =>
  name === "convertTokenAmount" &&
  (call as { data: string }).data.includes(words.uint(499_500_000_000_000_000n));

describe("the rule of a deposit", () => {
  const moves = (call: BridgeCall, chainId = 8453) =>
    callKinds.rule(call)?.moves?.(call, { chainId } as ExecutionContext);

  test("default: a sync moves what arrives of the leaving token, a transfer none", async () => {
    const bench = await bridgeBench();
    const { usdc, weth } = bench.here.tokens;
    expect(moves(bench.deposit())).toEqual({ token: usdc, amountBase: 999_000_000n });
    expect(moves(bench.deposit(inWeth(bench)))).toEqual({
      token: weth,
      amountBase: 499_500_000_000_000_000n,
    });
    expect(moves(bench.deposit(asTransfer))).toBeUndefined();
  });

  test("behavior: USDC has 18 decimals on BNB Chain: rescaled to what leaves", async () => {
    const { deposit, here } = await bridgeBench();
    // Copied from the adapter's list (docs/facts/across.md 1).
    const bnb = "0x8ac76a51cc950d9822d68b83fe1ad97b32cd580d";
    const there = { outputToken: bnb, destinationChainId: 56n } as const;
    expect(moves(deposit({ ...there, outputAmountBase: 999n * 10n ** 18n }))).toMatchObject({
      amountBase: 999_000_000n,
    });
    const back = {
      inputToken: bnb,
      outputToken: here.tokens.usdc,
      destinationChainId: 8453n,
    } as const;
    expect(moves(deposit({ ...back, outputAmountBase: 999_000_000n }), 56)).toEqual({
      token: bnb,
      amountBase: 999n * 10n ** 18n,
    });
  });

  test("error: of a token that is not bridged nothing can be stated", async () => {
    const { deposit } = await bridgeBench();
    expect(moves(deposit({ inputToken: STRANGER }))).toEqual({ token: STRANGER, amountBase: 0n });
    expect(moves(deposit({ outputToken: STRANGER }))).toMatchObject({ amountBase: 0n });
  });

  test("behavior: it is priced by what leaves, and both accounts in it get something", async () => {
    const { deposit, here } = await bridgeBench();
    const call = deposit({ recipient: STRANGER });
    expect(callKinds.rule(call)?.priced?.(call)).toEqual([here.tokens.usdc]);
    expect(callKinds.rule(call)?.recipients(call)).toEqual([here.vault, STRANGER]);
  });
});

describe("navMoveOf", () => {
  const moveOf = (bench: BridgeBench, call: BridgeCall, plan: Partial<CallPlan>, settings = {}) => {
    // Safe: it reads no more of a judged call than this.
    const judged = { rule: callKinds.rule(call), call, plan } as unknown as JudgedCall;
    return navMoveOf(bench.context(), judged, settings);
  };

  test("default: in the plan's base token, within the operator's setting, or 1%", async () => {
    const bench = await bridgeBench();
    const { usdc, weth } = bench.here.tokens;
    const measured = { baseToken: weth, pools: new Map() };
    const move = { token: usdc, amountBase: 999_000_000n, baseToken: weth };
    expect(moveOf(bench, bench.deposit(), { measured })).toEqual({ ...move, toleranceBps: 100 });
    expect(moveOf(bench, bench.deposit(), { measured }, { syncToleranceBps: 250 })).toEqual({
      ...move,
      toleranceBps: 250,
    });
  });

  test("behavior: none of a transfer, and none where nothing measures it", async () => {
    const bench = await bridgeBench();
    const measured = { baseToken: bench.here.tokens.usdc, pools: new Map() };
    expect(moveOf(bench, bench.deposit(asTransfer), { measured })).toBeUndefined();
    expect(moveOf(bench, bench.deposit(), {})).toBeUndefined();
  });
});

async function prepared(
  bench: BridgeBench,
  changes: Partial<BridgeCall> = {},
  {
    measured,
    ...context
  }: Parameters<BridgeBench["context"]>[0] & { measured?: Partial<CallPlan["measured"]> } = {},
) {
  return prepareCall(bench.context(context), await bench.plan(bench.deposit(changes), measured));
}

describe("a sync that is prepared", () => {
  test("default: what it states is no loss, its fee is", async () => {
    const bench = await bridgeBench();
    expect(await prepared(bench)).toMatchObject({
      ok: true,
      value: {
        figures: { navShield: { before: "2000000", after: "1990000", lossBps: 1, stated } },
        loss: { lossPpb: FEE_PPB, floorPpb: FEE_PPB },
        move: { token: bench.here.tokens.usdc, amountBase: 999_000_000n, toleranceBps: 100 },
        deadlineSec: bench.here.startMs / 1_000 + 300,
      },
    });
  });

  test("behavior: of another token, by the vault's oracle at the simulated block", async () => {
    const bench = await bridgeBench();
    expect(await prepared(bench, inWeth(bench))).toMatchObject({
      ok: true,
      value: { figures: { navShield: { stated } } },
    });
    const asked = bench.here.requests.flat().filter(isOfMove);
    // 40,000,000, the block that the plan's facts are of.
    expect(asked.map(({ tag }) => tag)).toEqual(["0x2625a00"]);
  });

  test("args: exactly the operator's tolerance passes, one basis point less does not", async () => {
    const bench = await bridgeBench();
    const within = (syncToleranceBps: number) =>
      prepared(bench, { navToleranceBps: 10n }, { syncToleranceBps });
    expect(await within(50)).toMatchObject({ ok: true });
    expect(await within(49)).toMatchObject({
      ok: false,
      code: "nav_shield_blocked",
      details: { movedBps: 50, toleranceBps: 49 },
    });
  });

  test("security: oracle five times above venues: nothing is synced, owner warned", async () => {
    const bench = await bridgeBench();
    bench.keepPrice(8453, 400_000_000n);
    expect(await prepared(bench)).toMatchObject({
      ...{ ok: false, code: "second_price_differs" },
      details: { chainId: 8453, token: bench.here.tokens.weth, reason: "differs" },
    });
    const signed = await prepared(bench, {}, { executionMode: "manual" });
    expect(signed).toHaveProperty("value.figures.warnings.0.code", "second_price_differs");
    // A transfer brings its supply along.
    expect(await prepared(bench, asTransfer)).toMatchObject({ ok: true });
  });

  test("security: what leaves is a share of NAV by the lower of oracle, venues, high", async () => {
    const bench = await bridgeBench();
    // 50 WETH at 1,920 instead of 2,000: 196,000 of the 200,000; 1,000 are 51.03 bps of it.
    bench.keepPrice(8453, 1_920_000_000n);
    const call = await prepared(bench);
    expect(call).toMatchObject({
      ok: true,
      value: { figures: { navShield: { lower: "1960000", stated: { bps: 52, ppb: 5_102_041 } } } },
    });
    expect(await prepared(bench, {}, { syncToleranceBps: 51 })).toMatchObject({
      code: "nav_shield_blocked",
    });
    const { keys, vault, startMs } = bench.here;
    // Of an hour ago: 1.00 a unit, half of what it is worth now.
    bench.here.command(
      "HSET",
      keys.nav(8453, vault),
      String(Math.floor(startMs / 1_800_000) - 2),
      "1000000",
    );
    const atHigh = await prepared(bench);
    expect(atHigh).toMatchObject({
      ok: true,
      value: { figures: { navShield: { lower: "1000000", stated: { bps: 100 } } } },
    });
    expect(await prepared(bench, {}, { syncToleranceBps: 99 })).toMatchObject({
      code: "nav_shield_blocked",
    });
  });

  test("behavior: a transfer states nothing: all that is lost by it is a loss", async () => {
    // The simulated chain keeps no virtual supply: 1,000 of 200,000 are gone.
    const call = await prepared(await bridgeBench(), asTransfer);
    expect(call).toMatchObject({
      ok: true,
      value: { figures: { navShield: { lossBps: 50 } }, loss: { lossPpb: 5_000_000 } },
    });
    expect(call).not.toHaveProperty("value.figures.navShield.stated");
    expect(call).toHaveProperty("value.move", undefined);
  });

  test("error: an oracle that prices nothing of it, or does not answer", async () => {
    const bench = await bridgeBench();
    bench.here.answer("convertTokenAmount", "silent");
    expect(await prepared(bench, inWeth(bench))).toMatchObject({
      ok: false,
      code: "rpc_unavailable",
    });
    bench.here.answer("convertTokenAmount", (asked) =>
      isOfMove(asked) ? { result: `0x${words.uint(0)}` } : undefined,
    );
    expect(await prepared(bench, inWeth(bench))).toMatchObject({
      ok: false,
      code: "nav_shield_blocked",
    });
  });

  test("error: what the other chain says against it", async () => {
    const bench = await bridgeBench();
    bench.there.answer("owner", { result: `0x${words.address(STRANGER)}` });
    const refused = await prepared(bench);
    expect(refused).toMatchObject({ ok: false, code: "bridge_destination_unready" });
    expect(refused).toHaveProperty("debugCall.from", bench.here.agent);
  });

  test("error: a short mean of what leaves, also where it is not the base token", async () => {
    const bench = await bridgeBench();
    // 10 observations, 9 s. The wrapped coin as base token has no pool.
    bench.here.answer("getState", {
      result: `0x${words.uint(0)}${words.uint(10)}${words.uint(10)}`,
    });
    const measured = { baseToken: bench.here.tokens.weth };
    expect(await prepared(bench, {}, { measured })).toMatchObject({
      ok: false,
      code: "oracle_window_too_short",
      details: { tokens: [bench.here.tokens.usdc], windowSec: 9 },
    });
  });
});

describe("a sync that is sent", () => {
  async function ready(changes: (bench: BridgeBench) => Partial<BridgeCall> = () => ({})) {
    const bench = await bridgeBench();
    const call = await prepared(bench, changes(bench));
    if (!call.ok) throw new Error(call.message);
    bench.here.requests.length = 0;
    const send = (more: Partial<PreparedCall> = {}) =>
      broadcastCall(bench.context(), { ...call.value, ...more }, { kind: "call" });
    const written = () =>
      bench.here.scripts.findLast(({ name }) => name === "prepare-attempt")?.input;
    return { bench, here: bench.here, call: call.value, send, written };
  }
  const attemptOf = (written: Record<string, unknown> | undefined) =>
    JSON.parse(String(written?.json));

  const held = (thresholdBps: number) => ({
    thresholdBps,
    baseline: null,
    unconfirmed: [],
    refusesLift: false,
  });

  test("default: the attempt says how the 24-hour high falls; its loss is the fee", async () => {
    const { here, send, written } = await ready();
    expect(await send()).toMatchObject({ status: "confirmed" });
    expect(attemptOf(written())).toMatchObject({ swap: null, navShift: { perUnit: "9990" } });
    expect(written()).toMatchObject({
      lossPpb: FEE_PPB,
      lossFloorPpb: FEE_PPB,
      nav: { unitaryValue: "2000000" },
    });
    expect(here.sent).toHaveLength(1);
  });

  test("behavior: judged once more right before it is sent, less what it states", async () => {
    const { here, send } = await ready();
    // The fee is under a basis point, the whole are fifty.
    expect(await send({ measured: held(1) })).toMatchObject({ status: "confirmed" });
    const { send: again, here: other } = await ready();
    expect(await again({ measured: held(0) })).toMatchObject({
      status: "refused",
      refusal: { code: "nav_shield_blocked", details: { lossBps: 1, statedPerUnit: "9990" } },
      intent: { attempt: { status: "never_sent" } },
    });
    expect([here.sent.length, other.sent.length]).toEqual([1, 0]);
  });

  test("behavior: a token not the base token is priced anew, at the current state", async () => {
    const { here, send } = await ready(inWeth);
    expect(await send({ measured: held(1) })).toMatchObject({ status: "confirmed" });
    const asked = here.requests.flat().filter(({ name }) => name === "convertTokenAmount");
    expect(asked.map(({ tag }) => tag)).toEqual(["latest"]);
  });

  test.each([
    ["does not answer", "silent", "rpc_unavailable"],
    ["has no price any more", { result: `0x${words.uint(0)}` }, "nav_shield_blocked"],
  ] as const)("error: an oracle that %s: nothing is sent", async (_what, answer, code) => {
    const { here, send } = await ready(inWeth);
    here.answer("convertTokenAmount", answer);
    const outcome = await send();
    if (outcome.status !== "refused") throw new Error(outcome.status);
    expect(outcome.refusal.code).toBe(code);
    expect(outcome.intent?.attempt).toMatchObject({
      status: "never_sent",
      error: outcome.refusal.message,
    });
    expect(here.sent).toEqual([]);
  });

  test("behavior: a transfer shifts nothing, nor what has no measured unit value", async () => {
    const { send, written } = await ready(() => asTransfer);
    expect(await send()).toMatchObject({ status: "confirmed" });
    expect(attemptOf(written())).not.toHaveProperty("navShift");

    const { call, send: sendEmpty, written: writtenEmpty } = await ready();
    const { navShield } = call.figures;
    if (navShield === null) throw new Error("a sync is measured");
    await sendEmpty({
      figures: { ...call.figures, navShield: { ...navShield, basis: "netTotalValue" } },
    });
    expect(attemptOf(writtenEmpty())).not.toHaveProperty("navShift");
    expect(writtenEmpty()).not.toHaveProperty("nav");
  });

  test("behavior: what moves no assets has neither a NAV nor a loss to remember", async () => {
    const { call, send, written } = await ready(() => asTransfer);
    const nothing = { figures: { ...call.figures, navShield: null }, loss: undefined };
    expect(await send(nothing)).toMatchObject({ status: "confirmed" });
    expect(attemptOf(written())).not.toHaveProperty("navShift");
    for (const name of ["nav", "lossPpb", "lossFloorPpb"])
      expect(written()).not.toHaveProperty(name);
  });
});
