import { join } from "node:path";
import { type Address, concatHex, parseAbi, parseEther } from "viem";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import { writeContract } from "../../local/chain/write-contract.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { connectMcp, operatorHeaders } from "../support/mcp-client.ts";
import { parkingCall } from "../support/planted-protocol/parking-call.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import { type Answer, type TestVault, TRADE_SELECTORS } from "../support/test-stack.ts";

/*
 * The Worker with a protocol more (test/support/planted-protocol): a call of its own, which no file
 * of the service knows. What each door, the limits, the audit and the tick do with it follows from
 * its descriptor.
 */
let flow: Flow;
const PARK: Address = `0x${"9a".repeat(20)}`;
const DELEGATED = { executionMode: "delegated" };

beforeAll(async () => {
  flow = await startFlow({
    entry: join(import.meta.dirname, "../support/planted-protocol-worker.ts"),
  });
  await mapAdapter();
});
afterAll(() => flow?.stack.stop());

/** What vaults run for the planted method: it sends the argument, in wei, to the car park. */
async function mapAdapter(): Promise<void> {
  const { chain } = flow.stack.stack;
  const account = chain.accounts.deployer.address;
  const client = chainClient(chain);
  // call(gas, PARK, calldataload(4), 0, 0, 0, 0); jump over the revert where it went through.
  const code = concatHex(["0x600060006000600060043573", PARK, "0x5af1602a5760006000fd5b00"]);
  const size = ((code.length - 2) / 2).toString(16);
  const hash = await client.sendTransaction({
    account,
    data: concatHex([`0x60${size}600c60003960${size}6000f3`, code]),
  });
  const { contractAddress } = await client.waitForTransactionReceipt({ hash });
  await writeContract(client, {
    ...{ account, address: chain.addresses.authority, functionName: "addMethod" },
    abi: parseAbi(["function addMethod(bytes4 selector, address adapter)"]),
    args: [parkingCall.selector, contractAddress],
  });
}

const park = (vault: TestVault, amount: string, extra: object = {}): Promise<Answer> =>
  flow.stack.tool(vault, "park_coin", { amount }, { ...extra });
const parked = () => flow.chain.client.getBalance({ address: PARK });
/** Its agent may park, and does so without asking. */
async function parkingVault(mode: "autonomous" | "confirm" = "autonomous"): Promise<TestVault> {
  const vault = await flow.newVault();
  await flow.stack.pair(vault);
  await flow.stack.delegated(vault, [...TRADE_SELECTORS, parkingCall.selector]);
  await flow.orders.set(vault, "exec-mode", { mode });
  return vault;
}
const limits = async (vault: TestVault, fields: object): Promise<void> => {
  const signed = await flow.stack.credentials(vault.ownerKey);
  const body = { vaultAddress: vault.address, chainId: 8453, ...signed, ...fields };
  const answer = await flow.stack.call("POST", "/api/settings/limits", body);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
};

test("default: HTTP, MCP build for its owner, its check refuses what it won't take", async () => {
  const vault = await flow.newVault();
  const { status, body } = await park(vault, "0.02");
  expect(status, JSON.stringify(body)).toBe(200);
  const data = parkingCall.encode({ kind: "parkCoin", amountBase: parseEther("0.02") });
  expect(body.transaction).toMatchObject({ to: vault.address, data });
  expect(body.data.navShield).toMatchObject({ measured: true });
  expect((await park(vault, "0.51")).body).toMatchObject({
    error: "invalid_request",
    message: "The car park takes 0.5 ETH at most.",
  });
  const payer = await flow.stack.payer();
  const credentials = await flow.stack.credentials(vault.ownerKey);
  const { client, close } = await connectMcp(flow.stack, {
    payer,
    vault: vault.address,
    credentials,
  });
  expect(await client.callTool({ name: "park_coin", arguments: { amount: "0.02" } })).toMatchObject(
    {
      structuredContent: { tool: "park_coin", transaction: { to: vault.address, data } },
    },
  );
  await close();
});

test("behavior: delegated, the agent sends it; it is logged, the tick tells its end", async () => {
  const vault = await flow.newVault();
  await flow.stack.pair(vault);
  await flow.stack.delegated(vault);
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  const refused = await park(vault, "0.02", DELEGATED);
  expect([expectRefusal(refused), refused.body.message]).toEqual([
    "400 not_delegated",
    expect.stringContaining('scopes: ["perps"]'),
  ]);
  const asked = await flow.stack.tool(vault, "setup_delegation", { scopes: ["perps"] });
  expect(asked.body.transaction.data).toContain(parkingCall.selector.slice(2));

  const ready = await parkingVault();
  const before = await parked();
  const done = await park(ready, "0.02", DELEGATED);
  expect(done.body, JSON.stringify(done.body)).toMatchObject({
    execution: { status: "confirmed" },
  });
  expect(done.body.message).toContain("Mined, not parked yet: Park 0.02 ETH.");
  expect((await parked()) - before).toBe(parseEther("0.02"));

  await flow.stack.advance(20_000);
  const told = (await flow.stack.outbox(ready)).filter(({ kind }) =>
    kind.startsWith("venue_order"),
  );
  expect(told).toMatchObject([
    {
      ...{ kind: "venue_order_executed", family: "parking", ordered: "Park 0.02 ETH" },
      amounts: { parked: "0.02 ETH" },
    },
  ]);
  const events = await flow.stack.call("GET", `/api/strategy-events?vault=${ready.address}`);
  expect(events.body.events).toMatchObject([
    { type: "call", success: true, summary: "Call of the agent wallet executed" },
    { type: "venue_order", family: "parking", success: true },
  ]);
  const headers = operatorHeaders(undefined, await flow.stack.credentials(ready.ownerKey));
  const log = await flow.stack.call("GET", `/api/audit?vault=${ready.address}`, undefined, headers);
  const entries = log.body.entries.map(({ content }: { content: string }) => JSON.parse(content));
  expect(entries).toContainEqual(expect.objectContaining({ kind: "attempt_opened" }));
  expect(entries).toContainEqual(
    expect.objectContaining({ kind: "venue_order_ended", family: "parking" }),
  );
});

test("behavior: a card speaks in the words of its bytes, and approval sends it once", async () => {
  const vault = await parkingVault("confirm");
  const offered = await park(vault, "0.03", DELEGATED);
  expect(offered.body.message).toContain("Waits for your approval: Park 0.03 ETH in the car park.");
  expect(offered.body.message).toContain(`It stays ${vault.address}'s.`);
  const before = await parked();
  const approve = async () =>
    flow.stack.call("POST", "/api/operations/approve", {
      ...{ operationId: offered.body.operationId, vaultAddress: vault.address, chainId: 8453 },
      ...(await flow.stack.credentials(vault.ownerKey)),
    });
  expect((await approve()).body.execution?.status).toBe("confirmed");
  await approve();
  expect((await parked()) - before).toBe(parseEther("0.03"));
});

test("behavior: a dry run goes through its check and sends nothing", async () => {
  const vault = await parkingVault();
  const before = await parked();
  const tried = await park(vault, "0.02", { ...DELEGATED, dryRun: true });
  expect(tried.body.data.dryRun).toMatchObject({ wouldSucceed: true, outcome: "sent" });
  const held = await park(vault, "0.51", { ...DELEGATED, dryRun: true });
  expect(held.body.data.dryRun).toMatchObject({
    wouldSucceed: false,
    refusal: { error: "invalid_request" },
  });
  expect(held.body.data.dryRun.checks).toContainEqual(
    expect.objectContaining({ name: "call_rule", ok: false }),
  );
  expect((await parked()) - before).toBe(0n);
});

test("security: the vault's limits hold it, by its venue and its coin's worth", async () => {
  const vault = await parkingVault();
  await limits(vault, { venues: ["parking"], maxPerTransaction: "60" });
  expect((await park(vault, "0.02", DELEGATED)).body.execution?.status).toBe("confirmed");
  // 0.05 of a coin that is worth 2,500 USDC.
  expect(expectRefusal(await park(vault, "0.05", DELEGATED))).toBe("400 limit_exceeded");
  await limits(vault, { venues: [] });
  expect(expectRefusal(await park(vault, "0.02", DELEGATED))).toBe("400 venue_not_allowed");
});
