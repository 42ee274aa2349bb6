import { join } from "node:path";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { credentialHeaders } from "../support/credential-headers.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { TestVault } from "../support/test-stack.ts";

/*
 * The Worker with a kind of order more. No file of the service knows it: what becomes of an order
 * of it follows from its line in the table (test/support/planted-kind).
 */
let flow: Flow;
beforeAll(async () => {
  flow = await startFlow({ entry: join(import.meta.dirname, "../support/planted-kind-worker.ts") });
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const tool = async (vault: TestVault, name: string, args: Record<string, unknown>) => {
  const { status, body } = await flow.stack.tool(vault, name, args);
  expect(status, JSON.stringify(body)).toBe(200);
  return body;
};
const inMinutes = (minutes: number) => flow.stack.stack.nowMs() + minutes * MINUTE;
const create = async (vault: TestVault, minutes: number): Promise<number> =>
  (await tool(vault, "create_once_order", { amount: "50", at: inMinutes(minutes) })).data.id;
const tick = () => flow.stack.advance(6 * MINUTE);
const recordOf = async (vault: TestVault, id: number): Promise<any> =>
  JSON.parse(
    String(
      await flow.stack.stack.redis.command([
        "HGET",
        `sx:local:order:${vault.address}:${id}`,
        "json",
      ]),
    ),
  );
const auditOf = async (vault: TestVault): Promise<any[]> => {
  const headers = credentialHeaders(await flow.stack.credentials(vault.ownerKey));
  const { body } = await flow.stack.call(
    "GET",
    `/api/audit?vault=${vault.address}&chainId=8453`,
    undefined,
    headers,
  );
  return body.entries.map(({ content }: any) =>
    typeof content === "string" ? JSON.parse(content) : content,
  );
};

test("default: claimed at its time, trades once through every shield, told each way", async () => {
  const vault = await flow.readyVault();
  const id = await create(vault, 10);
  expect(await tick()).toMatchObject({ slices: 0 });
  expect(await tick()).toMatchObject({ slices: 1, executed: 1, failed: 0 });
  expect(await tick()).toMatchObject({ slices: 0 });
  expect(await recordOf(vault, id)).toMatchObject({
    ...{ kind: "once", status: "completed", active: false, slicesExecuted: 1 },
  });
  const [event] = await flow.orders.polled(vault);
  expect(event).toMatchObject({ type: "once", onceId: id, success: true });
  expect(event.summary).toMatch(/^Once #1 sold 50 USDC for 0\.0\d+ WETH$/);
  expect((await flow.stack.outbox(vault)).map(({ kind }) => kind)).toContain("slice_executed");
  const kinds = (await auditOf(vault)).map(({ kind }) => kind);
  expect(kinds).toEqual(
    expect.arrayContaining(["order_created", "attempt_opened", "attempt_ended"]),
  );
});

test("behavior: scripts of any kind pause, resume, cancel it; foreign tools do not", async () => {
  const vault = await flow.readyVault();
  const [paused, cancelled] = [await create(vault, 1), await create(vault, 1)];
  for (const name of ["pause_twap_order", "cancel_twap_order", "cancel_trigger_order"]) {
    const { status, body } = await flow.stack.tool(vault, name, { id: paused });
    expect([status, body.error]).toEqual([400, expect.stringMatching(/_not_found$/)]);
  }
  await tool(vault, "pause_once_order", { id: paused });
  await tool(vault, "cancel_once_order", { id: cancelled });
  expect(await tick()).toMatchObject({ slices: 0 });
  await tool(vault, "resume_once_order", { id: paused });
  expect(await tick()).toMatchObject({ slices: 1, executed: 1 });
  expect([
    (await recordOf(vault, paused)).status,
    (await recordOf(vault, cancelled)).status,
  ]).toEqual([...["completed", "cancelled"]]);
  const polled = (await flow.orders.polled(vault)).map(({ type, summary }) => [
    type,
    summary.split(" ")[2],
  ]);
  expect(polled).toEqual([
    ["once", "order_paused"],
    ["once", "order_cancelled"],
    ["once", "order_resumed"],
    ["once", "sold"],
  ]);
});

test("behavior: its own limit counts, and a dry run of its tool stores nothing", async () => {
  const vault = await flow.readyVault();
  const dry = await flow.stack.tool(
    vault,
    "create_once_order",
    { amount: "1", at: inMinutes(1) },
    { dryRun: true },
  );
  expect([
    dry.status,
    (await flow.stack.stack.redis.command(["EXISTS", `sx:local:order:${vault.address}:1`])) ?? 0,
  ]).toEqual([200, 0]);
  expect([await create(vault, 60), await create(vault, 60)]).toEqual([1, 2]);
  const third = await flow.stack.tool(vault, "create_once_order", {
    amount: "1",
    at: inMinutes(60),
  });
  expect([third.status, third.body.error]).toEqual([400, "twap_order_limit"]);
  expect(await flow.orders.create(vault)).toBe(3);
});

test("error: a refused run is a failure that is told; three in a row stop it", async () => {
  const vault = await flow.newVault();
  await flow.stack.pair(vault);
  const id = await create(vault, 1);
  for (let run = 0; run < 3; run += 1) expect(await tick()).toMatchObject({ slices: 1, failed: 1 });
  expect(await tick()).toMatchObject({ slices: 0 });
  expect(await recordOf(vault, id)).toMatchObject({
    status: "auto_paused",
    consecutiveFailures: 3,
  });
  const refused = (await auditOf(vault)).filter(({ kind }) => kind === "slice_refused");
  expect(refused).toHaveLength(3);
});
