import { expect, test } from "vitest";
import { type DryRunReport, dryRunReport } from "../../../schemas/dry-run-report.ts";
import { type DryRunBench, dryRunBench, type Ended } from "./support/dry-run-bench.ts";

// The first line of a dry run says whether the call would do what was asked, and if not, why.

const swap = {
  name: "build_vault_swap",
  args: { tokenIn: "USDC", tokenOut: "WETH", amountIn: "100", dex: "uniswap" },
  executionMode: "delegated" as const,
};
const order = (totalAmount: string) => ({
  name: "create_twap_order",
  args: {
    ...{
      side: "sell",
      sellToken: "WETH",
      buyToken: "USDC",
      totalAmount,
      sliceCount: 50,
      intervalMinutes: 10,
    },
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
  if (!offered.ok || offered.result.operationId === undefined)
    throw new Error(JSON.stringify(offered));
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

test("behavior: an order the vault cannot fund says so first, with both amounts", async () => {
  const bench = await dryRunBench();
  // The bench's vault holds 50 WETH.
  const { line } = told(await bench.dryRun(order("5000")));
  expect(line).toContain("would not do all that was asked");
  expect(line).toContain("It sells 5000 WETH, and the vault has 50 WETH.");
  expect(told(await bench.dryRun(order("5"))).line).toBe(
    "Dry run: nothing was changed. The call would do this:",
  );
});

const HOUR = 3_600_000;
/** The vault holds so much of the token from now on. */
const give = (bench: DryRunBench, token: string, amountBase: bigint) =>
  bench.change((state) => ({
    ...state,
    balances: { ...state.balances, [`${bench.vault}:${token.toLowerCase()}`]: amountBase },
  }));
const NOT_ALL = "would not do all that was asked";

test("behavior: an order whose end cuts off a part says so in its first line", async () => {
  const bench = await dryRunBench();
  const nowMs = bench.deps.clock.nowMs();
  const ends = (expiresAt: number) => ({ ...order("5"), args: { ...order("5").args, expiresAt } });
  // Fifty slices, ten minutes apart: the last one 490 minutes after the first.
  const { line } = told(await bench.dryRun(ends(nowMs + 95 * 60_000)));
  expect(line).toContain(NOT_ALL);
  expect(line).toContain("cuts off 4 of 5 WETH: 40 of 50 slices are planned for after it.");
  expect(told(await bench.dryRun(ends(nowMs + 9 * HOUR))).line).not.toContain(NOT_ALL);
});

test("behavior: an unfundable trigger order says so first, purchase at its own price", async () => {
  const bench = await dryRunBench();
  const trigger = (args: object) => ({
    name: "create_trigger_order",
    args: { ...{ type: "stop", sellToken: "WETH", buyToken: "USDC", dex: "uniswap" }, ...args },
    executionMode: "delegated" as const,
  });
  const sale = (totalAmount: string) => trigger({ side: "sell", totalAmount, price: "1000" });
  const { line, report } = told(await bench.dryRun(sale("5000")));
  expect(line).toContain(NOT_ALL);
  expect(line).toContain("It sells 5000 WETH, and the vault has 50 WETH.");
  expect(report.order).toMatchObject({
    funding: { token: { lasts: false, balanceBase: "50000000000000000000" } },
  });
  expect(told(await bench.dryRun(sale("50"))).line).toBe(
    "Dry run: nothing was changed. The call would do this:",
  );
  // 0.001 WETH of one USDC: 60,000 USDC cost 60 WETH, 40,000 cost 40. Bought dear, so it is not met
  // at 0.0005.
  const purchase = (totalAmount: string) =>
    trigger({ side: "buy", totalAmount, price: "0.001", priceOf: "buyToken" });
  expect(told(await bench.dryRun(purchase("60000"))).line).toContain(
    "gives 60 WETH, and the vault has 50 WETH.",
  );
  expect(told(await bench.dryRun(purchase("40000"))).line).not.toContain(NOT_ALL);
});

test("behavior: what would wait for approval says so, and what stands in its way", async () => {
  const bench = await dryRunBench();
  const asked = (totalAmount: string) => ({
    ...order(totalAmount),
    args: { ...order(totalAmount).args, autoExecute: true },
  });
  const { line, report } = told(await bench.dryRun(asked("5000"), "always"));
  expect(line).toContain("would wait for your approval");
  expect(line).toContain("It sells 5000 WETH, and the vault has 50 WETH.");
  expect(report).toMatchObject({ wouldSucceed: true, outcome: "approval" });
  expect(told(await bench.dryRun(asked("5"), "always")).line).toBe(
    "Dry run: nothing was done. This would wait for your approval:",
  );
});

test("behavior: an edit and a resumed order are foreseen by what is left of them", async () => {
  const bench = await dryRunBench();
  const made = await bench.write(order("5"));
  if (!made.ok) throw new Error(made.message);
  const id = made.result.data?.orderId;
  const call = (name: string, args: object) => ({
    name,
    args: { id, ...args },
    executionMode: "delegated" as const,
  });
  const expiresAt = bench.deps.clock.nowMs() + 95 * 60_000;
  expect(told(await bench.dryRun(call("edit_twap_order", { expiresAt }))).line).toContain(
    "cuts off 4 of 5 WETH",
  );
  expect(
    told(await bench.dryRun(call("edit_twap_order", { intervalMinutes: 20 }))).line,
  ).not.toContain(NOT_ALL);
  await bench.write(call("pause_twap_order", {}));
  expect(told(await bench.dryRun(call("resume_twap_order", {}))).line).not.toContain(NOT_ALL);
  give(bench, bench.tokens.weth, 10n ** 18n);
  expect(told(await bench.dryRun(call("resume_twap_order", {}))).line).toContain(
    "It sells 5 WETH, and the vault has 1 WETH.",
  );
});

test("behavior: a NAV sync of which this chain has nothing to send says so", async () => {
  const bench = await dryRunBench({ grants: ["0x770d096f"] });
  const sync = {
    name: "create_nav_sync",
    args: { token: "USDC" },
    executionMode: "delegated" as const,
  };
  expect(told(await bench.dryRun(sync)).line).not.toContain(NOT_ALL);
  give(bench, bench.tokens.usdc, 0n);
  expect(told(await bench.dryRun(sync)).line).toContain("and the vault has 0 USDC.");
});
