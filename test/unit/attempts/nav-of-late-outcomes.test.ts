import { describe, expect, test } from "vitest";
import type { ChainId } from "../../../schemas/chains.ts";
import type { Operation } from "../../../schemas/operation.ts";
import type { Purpose } from "../../../src/kinds/execution-context.ts";
import type { SwapPlan } from "../../../src/kinds/plan.ts";
import { lowerHex } from "../../../src/lib/normalize-address.ts";
import { carryOut } from "../../../src/pipeline/carry-out.ts";
import { readSwapFacts } from "../../../src/pipeline/read-swap-facts.ts";
import { recordNav } from "../../../src/store/attempts/record-nav.ts";
import { claimOperation } from "../../../src/store/operations/claim-operation.ts";
import { openOperation } from "../../../src/store/operations/open-operation.ts";
import { claimDue } from "../../../src/store/orders/claim-due.ts";
import { createOrder } from "../../../src/store/orders/create-order.ts";
import { loadCallContext } from "../../../src/store/vaults/load-call-context.ts";
import { newOrders } from "../../support/new-orders.ts";
import { type Bench, executionBench } from "../pipeline/support/execution-bench.ts";
import { orderOf } from "../store/support/records.ts";

const at = ({ deps }: Bench) => ({ requestId: deps.newId(), nowMs: deps.clock.nowMs() });

async function planOf(bench: Bench): Promise<SwapPlan> {
  const quote = bench.quote();
  const { tokenIn, tokenOut, mode, amountBase } = quote.request;
  const request = { vault: bench.vault, agent: bench.agent, tokenIn, tokenOut, mode, amountBase };
  const facts = await readSwapFacts(bench.chainDeps, request);
  if (!facts.ok) throw new Error(facts.message);
  return { kind: "swap", quote, facts: facts.value, toleranceBps: 500 };
}

/**
 * What each door brings: a call of the operator's, an operation that he approved, a slice that a
 * tick has claimed.
 */
const DOORS: Record<string, (bench: Bench, chainId: ChainId) => Promise<Purpose>> = {
  "a direct call": async () => ({ kind: "call" }),
  "an approved operation": async (bench, chainId) => {
    const operation: Operation = {
      ...{ id: "ab".repeat(16), vault: bench.vault, chainId, operator: lowerHex(bench.operator) },
      ...{ tool: "build_vault_swap", arguments: {}, data: "0x", dataHash: "ab".repeat(32) },
      ...{ description: "Swap", message: "Waits", quote: null, swap: null },
      ...{ createdAtMs: bench.startMs, expiresAtMs: bench.startMs + 180_000 },
    };
    const of = { operationId: operation.id, operator: bench.operator, vault: bench.vault, chainId };
    bench.before.set("prepare-attempt", () => {
      // The calldata that was approved is the one that is built: both are the bench's only quote.
      const key = bench.keys.operation(operation.id);
      const { json } = bench.read(key) as { json: string };
      const data = attemptData(bench);
      bench.command("HSET", key, "json", JSON.stringify({ ...JSON.parse(json), data }));
    });
    await openOperation.run(bench.deps.redis, bench.keys, { ...at(bench), operation });
    await claimOperation.run(bench.deps.redis, bench.keys, {
      ...at(bench),
      ...of,
      decision: "approve",
    });
    return { kind: "operation", operationId: operation.id };
  },
  "a slice": async (bench, chainId) => {
    const order = orderOf(bench.vault, bench.operator, { createdAt: bench.startMs, chainId });
    const created = await createOrder.run(bench.deps.redis, bench.keys, {
      ...at(bench),
      ...newOrders.twap(order),
    });
    const claim = {
      ...at(bench),
      nowMs: bench.startMs + 1,
      limit: 10,
      leaseMs: 120_000,
      chainIds: [chainId],
    };
    const batch = await claimDue.run(bench.deps.redis, bench.keys, claim);
    if (!created.ok || batch.duplicate) throw new Error("no order");
    return {
      kind: "scheduled",
      ...{
        orderId: created.id,
        sliceNumber: 1,
        attemptId: `twap:${bench.vault}:${created.id}:1:1`,
      },
      ...{ leaseToken: batch.token, version: batch.orders[0]?.version ?? 0 },
      attempted: { lastExecution: bench.startMs, anchorMs: bench.startMs, pointIndex: 1 },
    };
  },
};

/** What was simulated last from the agent: the calldata that is about to be written down. */
const attemptData = ({ requests }: Bench): string => {
  const asked = requests.flat().findLast(({ name }) => name === "the call")!;
  return String((asked.params[0] as { data: string }).data).toLowerCase();
};

// Both want more confirmations than a call can wait for, so their outcomes are always seen later,
// by a resolver.
describe.each<ChainId>([1, 137])("on chain %s, where outcomes arrive late", (chainId) => {
  test.each(Object.keys(DOORS))(
    "behavior: %s leaves the NAV before it in the 24-hour baseline",
    async (door) => {
      const bench = await executionBench({ chainId });
      // Seen ten minutes ago, which this call confirms.
      const seen = { requestId: "earlier", chainId, vault: bench.vault, unitaryValue: "2000001" };
      await recordNav.run(bench.deps.redis, bench.keys, {
        ...seen,
        nowMs: bench.startMs - 10 * 60_000,
      });
      bench.scripts.length = 0;
      const purpose = await DOORS[door]!(bench, chainId);
      const plan = await planOf(bench);
      const outcome = await carryOut(bench.context(), plan, purpose);
      expect(outcome).toMatchObject({
        status: "pending",
        figures: { navShield: { before: "2000000" } },
      });
      const of = { nowMs: bench.deps.clock.nowMs(), chainId, vault: bench.vault };
      expect(await loadCallContext.run(bench.deps.redis, bench.keys, of)).toMatchObject({
        navBaseline: "2000000",
      });
      // In the script that writes the intent: no trip is made for it.
      expect(bench.scripts.map(({ name }) => name)).not.toContain("record-nav");
    },
  );

  test("error: what was never written down leaves nothing", async () => {
    const bench = await executionBench({ chainId });
    const plan = await planOf(bench);
    bench.command("SET", bench.keys.frozen(bench.vault), "1");
    expect(await carryOut(bench.context(), plan, { kind: "call" })).toMatchObject({
      status: "refused",
    });
    const of = { nowMs: bench.deps.clock.nowMs(), chainId, vault: bench.vault };
    expect(await loadCallContext.run(bench.deps.redis, bench.keys, of)).toMatchObject({
      navBaseline: null,
    });
  });
});
