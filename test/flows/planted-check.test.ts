import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Tables } from "../../src/kinds/tables.ts";
import type { CallCheck } from "../../src/pipeline/check-facts.ts";
import { faultsOfChecks } from "../../src/pipeline/faults-of-checks.ts";
import { TABLES } from "../../src/tables.ts";
import { credentialHeaders } from "../support/credential-headers.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { connectMcp } from "../support/mcp-client.ts";
import { plantedChecks, withPlantedChecks } from "../support/planted-checks.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { Answer, TestVault } from "../support/test-stack.ts";

/*
 * The Worker with two checks more, one at the build and one right before sending: a file of the
 * test (test/support/planted-checks.ts), their ids and a line. No file of the service knows them.
 * They refuse a sale of 7 and of 8 USDC.
 */
let flow: Flow;
beforeAll(async () => {
  flow = await startFlow({
    entry: join(import.meta.dirname, "../support/planted-check-worker.ts"),
  });
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const saleOf = (amountIn: string) => ({
  tokenIn: "USDC",
  tokenOut: "ETH",
  amountIn,
  dex: "uniswap",
});
const sell = (vault: TestVault, amountIn: string, mode = "manual"): Promise<Answer> =>
  flow.stack.tool(vault, "build_vault_swap", saleOf(amountIn), { executionMode: mode });

async function agentVault(): Promise<TestVault> {
  const vault = await flow.readyVault();
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  return vault;
}
const auditOf = async (vault: TestVault): Promise<any[]> => {
  const headers = credentialHeaders(await flow.stack.credentials(vault.ownerKey));
  const { body } = await flow.stack.call(
    "GET",
    `/api/audit?vault=${vault.address}&chainId=8453`,
    undefined,
    headers,
  );
  return body.entries.map(({ content }: { content: string }) => JSON.parse(content));
};
const UNLUCKY = "This amount is sold by nobody here.";

test("default: the build refuses in its own words, over HTTP and MCP, or builds", async () => {
  const vault = await flow.readyVault();
  const refused = await sell(vault, "7");
  expect([expectRefusal(refused), refused.body.message]).toEqual(["400 limit_exceeded", UNLUCKY]);
  expect(refused.body.details).toMatchObject({ soldBase: "7000000" });
  expect((await sell(vault, "8")).body.transaction.to).toBe(vault.address);
  const payer = await flow.stack.payer();
  const credentials = await flow.stack.credentials(vault.ownerKey);
  const { client, close } = await connectMcp(flow.stack, {
    payer,
    vault: vault.address,
    credentials,
  });
  expect(await client.callTool({ name: "build_vault_swap", arguments: saleOf("7") })).toMatchObject(
    {
      ...{ isError: true, structuredContent: { error: "limit_exceeded", message: UNLUCKY } },
    },
  );
  await close();
});

test("behavior: just before broadcast it stops what was written, audit log has both", async () => {
  const vault = await agentVault();
  const [early, late] = [await sell(vault, "7", "delegated"), await sell(vault, "8", "delegated")];
  expect([expectRefusal(early), expectRefusal(late)]).toEqual([
    "400 limit_exceeded",
    "400 limit_exceeded",
  ]);
  expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
  const done = await sell(vault, "9", "delegated");
  expect(done.body.execution?.status, JSON.stringify(done.body)).toBe("confirmed");
  const log = await auditOf(vault);
  // What was refused at the build opened no attempt; the other did, and ended as never sent by the
  // check's own figures.
  const ends = log.filter(({ kind }) => kind === "attempt_ended");
  expect(log.filter(({ kind }) => kind === "attempt_opened")).toHaveLength(2);
  const refusal = { code: "limit_exceeded", details: { soldBase: "8000000" } };
  expect(ends).toMatchObject([{ status: "never_sent", refusal }, { status: "confirmed" }]);
});

test("behavior: a slice it refuses is a failure of its order, figures in the log", async () => {
  const vault = await flow.readyVault();
  const order = {
    side: "sell",
    sellToken: "USDC",
    buyToken: "ETH",
    totalAmount: "14",
    sliceCount: 2,
  };
  await flow.orders.create(vault, {
    ...order,
    intervalMinutes: 5,
    dex: "uniswap",
    autoExecute: true,
  });
  await flow.stack.advance(5 * MINUTE);
  const refused = (await auditOf(vault)).filter(({ kind }) => kind === "slice_refused");
  expect(refused[0]?.refusal).toMatchObject({
    code: "limit_exceeded",
    details: { soldBase: "7000000" },
  });
  expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
});

test("behavior: a dry run names both with figures, and says what the write would", async () => {
  const vault = await agentVault();
  const auth = {
    vaultAddress: vault.address,
    chainId: 8453,
    ...(await flow.stack.credentials(vault.ownerKey)),
  };
  // Not by the stack's own helper, which holds answers against this process's schemas: it knows no
  // planted name.
  const dry = async (amountIn: string): Promise<any> => {
    const asked = {
      arguments: saleOf(amountIn),
      executionMode: "delegated",
      dryRun: true,
      ...auth,
    };
    const { status, body } = await flow.stack.call(
      "POST",
      "/api/tools?toolName=build_vault_swap",
      asked,
    );
    expect(status, JSON.stringify(body)).toBe(200);
    return body.data.dryRun;
  };
  const passed = await dry("9");
  expect(passed.wouldSucceed).toBe(true);
  expect(passed.checks).toContainEqual({
    ...{ name: "planted_amount", ok: true, figures: { soldBase: "9000000", unlucky: "7000000" } },
  });
  expect(passed.checks).toContainEqual(
    expect.objectContaining({ name: "planted_amount_now", ok: true }),
  );
  for (const [amountIn, name] of [
    ["7", "planted_amount"],
    ["8", "planted_amount_now"],
  ] as const) {
    const report = await dry(amountIn);
    expect(report).toMatchObject({
      wouldSucceed: false,
      refusal: { error: "limit_exceeded", message: UNLUCKY },
    });
    expect(report.checks.filter(({ ok }: { ok: boolean }) => ok === false)).toMatchObject([
      { name, message: UNLUCKY },
    ]);
  }
});

describe("a check without a part", () => {
  test("error: it does not compile", () => {
    const { judge: _, ...withoutJudge } = plantedChecks.built;
    // @ts-expect-error: it would say nothing.
    const one: CallCheck = withoutJudge;
    const { needs: __, ...withoutNeeds } = plantedChecks.built;
    // @ts-expect-error: nobody would know what to read for it, nor when it was not judged.
    const other: CallCheck = withoutNeeds;
    const { now: ___, ...withoutNow } = TABLES.checks;
    // @ts-expect-error: nothing would be judged right before it is sent.
    const table: Tables["checks"] = withoutNow;
    expect([one.name, other.name, Object.hasOwn(table, "now")]).toEqual([
      "planted_amount",
      "planted_amount",
      false,
    ]);
  });

  test("error: what the compiler cannot see is refused by name at the table check", async () => {
    expect(await faultsOfChecks(TABLES.checks)).toEqual([]);
    // This process has no planted ids in its list: of the planted ones that is the one thing that
    // is missing here.
    const missing = "name is not in the closed list of checks.";
    expect(await faultsOfChecks(withPlantedChecks(TABLES.checks))).toEqual([
      `planted_amount: ${missing}`,
      `planted_amount_now: ${missing}`,
    ]);
    const misplaced = {
      ...TABLES.checks,
      held: async () => [{ ...plantedChecks.now, judge: undefined as never }],
    };
    expect(await faultsOfChecks(misplaced)).toEqual([
      `planted_amount_now: ${missing}`,
      "planted_amount_now: stage is now, and its row is held.",
      "planted_amount_now: judge is no function.",
      "loss_budget_now: no row has a check of that name.",
    ]);
  });
});
