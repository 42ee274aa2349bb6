import { type Address, encodeFunctionData, parseAbi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { attackKit } from "../support/attack-kit.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { Answer, TestVault } from "../support/test-stack.ts";

// A security review's attacks on cancelling, revoking and changing hands (commit b6399d6). Each test names its hole.
let flow: Flow;
let kit: ReturnType<typeof attackKit>;
beforeAll(async () => {
  flow = await startFlow();
  kit = attackKit(flow);
});
beforeEach(() => flow.stack.proxies.rpc.reset());
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const usdcOf = async (vault: TestVault) => (await flow.chain.balances(vault.address)).USDC;
/** Every transaction is lost on its way to the node, so that the resolver finds the attempt unsent. */
const loseSends = () =>
  flow.stack.proxies.rpc.before(async ({ body }) => (body.includes("eth_sendRawTransaction") ? "drop" : undefined));

type Stop = (vault: TestVault) => Promise<Answer>;
const stops: Record<string, Stop> = {
  cancel: (vault) => flow.stack.tool(vault, "cancel_twap_order", { id: 0 }),
  pause: (vault) => flow.stack.tool(vault, "pause_twap_order", { id: 1 }),
  revoke_delegation: (vault) => flow.stack.tool(vault, "revoke_delegation"),
  revoke_selectors: (vault) => flow.stack.tool(vault, "revoke_selectors", { selectors: ["execute"] }),
};

// The resolver had read that everything allowed it, and sent 9 ms after the operator had read "cancelled".
test("H4: a stop acknowledged between the resolver's reads and its send: nothing of the vault call reaches a node", async () => {
  const { stack, chain, orders } = flow;
  const cases: { name: string; stop: Stop; vault: TestVault; before: bigint; answer?: Promise<Answer> }[] = [];
  for (const [name, stop] of Object.entries(stops)) {
    const vault = await flow.readyVault();
    await orders.create(vault, { sliceCount: 2 });
    cases.push({ name, stop, vault, before: await usdcOf(vault) });
  }
  loseSends();
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 4, pending: 4 });
  for (const { vault } of cases) {
    expect(await kit.handedOut(vault)).toMatchObject([{ to: vault.address, nonce: 0, reached: false }]);
  }
  stack.proxies.rpc.clearHooks();
  stack.proxies.rpc.reset();
  // The last look has left the Worker and is held until the operator has their answer.
  stack.proxies.rpc.before(async ({ body }) => {
    for (const one of cases) {
      if (one.answer !== undefined || !kit.isLastLook(body, one.vault)) continue;
      one.answer = one.stop(one.vault);
      await one.answer;
    }
  });
  await stack.advance(90_000);
  for (const { name, vault, answer } of cases) {
    expect(await answer, name).toMatchObject({ status: 200 });
    const sent = await kit.handedOut(vault);
    expect(sent, name).toMatchObject([{ to: vault.agent.toLowerCase(), nonce: 0, data: "0x" }]);
  }
  stack.proxies.rpc.clearHooks();
  for (const { vault } of cases) await expect.poll(() => chain.nonceOf(vault.agent)).toBe(1);
  await stack.advance(60_000);
  for (const { name, vault, before } of cases) {
    expect(await kit.minedBy(vault), name).toEqual(["nothing"]);
    expect(await usdcOf(vault), name).toBe(before);
    expect(await kit.attempts(vault), name).toMatchObject([{ nonce: 0, status: "replaced" }]);
  }
});

// prepare asked whether the delegation was on, not whether it had the method.
test("M3: revoke_selectors acknowledged before prepare: a slice and a direct call are refused, nothing is sent", async () => {
  const { stack, chain, orders } = flow;
  const [ofOrder, direct] = [await flow.readyVault(), await kit.autonomousVault()];
  await orders.create(ofOrder);
  const acknowledged: Answer[] = [];
  let pending: TestVault | undefined;
  stack.proxies.redis.before(async ({ body }) => {
    if (pending === undefined || kit.scriptOf(body) !== "prepare-attempt") return;
    const vault = pending;
    pending = undefined;
    acknowledged.push(await stack.tool(vault, "revoke_selectors", { selectors: ["execute"] }));
  });
  pending = ofOrder;
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, executed: 0, failed: 1, pending: 0 });
  expect((await stack.outbox(ofOrder))[0]).toMatchObject({ kind: "slice_failed", code: "not_delegated" });
  pending = direct;
  expect(await kit.trade(direct)).toMatchObject({ status: 400, body: { error: "not_delegated" } });
  expect(acknowledged).toMatchObject([{ status: 200 }, { status: 200 }]);
  for (const vault of [ofOrder, direct]) {
    expect(await kit.handedOut(vault)).toEqual([]);
    expect(await kit.attempts(vault)).toEqual([]);
    expect(await chain.nonceOf(vault.agent)).toBe(0);
  }
});

const ownerAbi = parseAbi(["function setOwner(address newOwner)"]);
async function changeHands(vault: TestVault, to: Address): Promise<void> {
  const data = encodeFunctionData({ abi: ownerAbi, functionName: "setOwner", args: [to] });
  await flow.chain.client.setBalance({ address: vault.owner, value: 10n ** 18n });
  const from = privateKeyToAccount(vault.ownerKey);
  await sendTransaction(flow.stack.stack.chain, { from, to: vault.address, data });
}

// The attempt named who had confirmed the delegation, not who acted: it passed as the first owner's.
test("M2: an order of an owner who is none any more: the resolver sends nothing for them", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  const before = await usdcOf(vault);
  const ownerKey = generatePrivateKey();
  const ofB: TestVault = { ...vault, ownerKey, owner: privateKeyToAccount(ownerKey).address };
  await changeHands(vault, ofB.owner);
  const id = await orders.create(ofB);
  loseSends();
  expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, pending: 1 });
  stack.proxies.rpc.clearHooks();
  stack.proxies.rpc.reset();
  await changeHands(ofB, vault.owner);

  await stack.advance(90_000);
  expect(await kit.handedOut(vault)).toMatchObject([{ to: vault.agent.toLowerCase(), nonce: 0, data: "0x" }]);
  await expect.poll(() => chain.nonceOf(vault.agent)).toBe(1);
  await stack.advance(60_000);
  await stack.advance(5 * MINUTE);
  expect(await kit.minedBy(vault)).toEqual(["nothing"]);
  expect(await usdcOf(vault)).toBe(before);
  expect(await kit.attempts(vault)).toMatchObject([{ nonce: 0, status: "replaced" }]);
  expect(await orders.order(vault, id)).toMatchObject({ slicesExecuted: 0, amountSpent: "0" });
});

const down = () => flow.stack.proxies.rpc.before(async () => kit.GATEWAY_ERROR);

// The revocation was kept only after its transaction had been built: a node that failed kept the delegation on.
test.each([
  ["revoke_delegation", {}],
  ["revoke_selectors", { selectors: ["execute", "exec", "wrapETH", "unwrapWETH9"] }],
])("M8: no node answers: %s is an error that says the service has stopped, and it has", async (toolName, args) => {
  const { stack } = flow;
  const vault = await kit.autonomousVault();
  const confirmed = async () => (await stack.tool(vault, "check_delegation_status")).body.data.confirmed;
  expect(await confirmed()).toBe(true);
  down();
  const answer = await stack.tool(vault, toolName, args);
  expect(answer).toMatchObject({ status: 502, body: { error: "rpc_unavailable" } });
  expect(answer.body.message).toContain("The service has stopped using it already.");
  stack.proxies.rpc.clearHooks();
  expect(await confirmed()).toBe(false);
  expect(await kit.trade(vault)).toMatchObject({ status: 400, body: { error: "delegation_disabled" } });
  expect(await kit.handedOut(vault)).toEqual([]);
});

test("M8: no node answers and the caller is not known as the owner: nothing is changed, nor claimed", async () => {
  const { stack } = flow;
  const vault = await flow.readyVault();
  // Past the minute for which an owner is remembered.
  await stack.advance(61_000);
  down();
  const answer = await stack.tool(vault, "revoke_delegation");
  expect(answer).toMatchObject({ status: 502, body: { error: "rpc_unavailable" } });
  expect(answer.body.message).not.toContain("stopped");
  stack.proxies.rpc.clearHooks();
  expect((await stack.tool(vault, "check_delegation_status")).body.data.confirmed).toBe(true);
});

// Found beside M8: "The service has stopped using it already." stood behind the refusal of a selector nobody knows.
test("M8: revoke_selectors with a selector that is none changes nothing, and claims nothing", async () => {
  const { stack } = flow;
  const vault = await kit.autonomousVault();
  const answer = await stack.tool(vault, "revoke_selectors", { selectors: ["execute", "nonsense"] });
  expect(answer).toMatchObject({ status: 400, body: { error: "invalid_request" } });
  expect(answer.body.message).not.toContain("stopped");
  expect(await kit.trade(vault)).toMatchObject({ status: 200, body: { execution: { status: "confirmed" } } });
});
