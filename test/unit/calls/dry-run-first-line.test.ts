import { expect, test } from "vitest";
import { type DryRunReport, dryRunReport } from "../../../schemas/dry-run-report.ts";
import { dryRunBench, type Ended } from "./support/dry-run-bench.ts";

// The first line of a dry run says whether the call would do what was asked, and if not, why.

const swap = {
  name: "build_vault_swap",
  args: { tokenIn: "USDC", tokenOut: "WETH", amountIn: "100", dex: "uniswap" },
  executionMode: "delegated" as const,
};
const order = (totalAmount: string) => ({
  name: "create_twap_order",
  args: {
    ...{ side: "sell", sellToken: "WETH", buyToken: "USDC", totalAmount, sliceCount: 50, intervalMinutes: 10 },
    ...{ dex: "uniswap", autoExecute: false },
  },
  executionMode: "delegated" as const,
});

function told(ended: Ended): { line: string; report: DryRunReport } {
  if (!ended.ok) throw new Error(ended.message);
  const [line = ""] = (ended.result.message ?? "").split("\n");
  return { line, report: dryRunReport.parse(ended.result.data?.dryRun) };
}

async function waiting() {
  const bench = await dryRunBench();
  const offered = await bench.propose(swap);
  if (!offered.ok || offered.result.operationId === undefined) throw new Error(JSON.stringify(offered));
  return { bench, id: offered.result.operationId };
}

test("behavior: a dry reject sends nothing, and says so", async () => {
  const { bench, id } = await waiting();
  const before = bench.everything();
  const { line, report } = told(await bench.decide(id, true, "reject"));
  expect(line).toMatch(/nothing was changed/i);
  expect(line).not.toMatch(/agent wallet|send/i);
  expect(report.outcome).toBe("changed");
  expect(bench.everything()).toEqual(before);
  // It waits still: the word was not given.
  expect(told(await bench.decide(id, true)).report.outcome).toBe("sent");
});

test("behavior: a dry approval of what was approved before would send nothing", async () => {
  const { bench, id } = await waiting();
  expect((await bench.decide(id, false)).ok).toBe(true);
  const { line, report } = told(await bench.decide(id, true));
  expect(line).toContain("nothing would be done, because the operation was decided before");
  expect(report.outcome).toBe("nothing");
});

test("behavior: an order that the vault cannot fund says so in its first line, with both amounts", async () => {
  const bench = await dryRunBench();
  // The bench's vault holds 50 WETH.
  const { line } = told(await bench.dryRun(order("5000")));
  expect(line).toContain("would not do all that was asked");
  expect(line).toContain("It sells 5000 WETH, and the vault has 50 WETH.");
  expect(told(await bench.dryRun(order("5"))).line).toBe("Dry run: nothing was changed. The call would do this:");
});
