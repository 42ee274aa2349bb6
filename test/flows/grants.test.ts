import { generatePrivateKey } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { expectRefusal } from "../support/expect-refusal.ts";
import { getAs, giveGrant, grantBody, postAs, tokenOf, toolAs } from "../support/give-grant.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { Answer, TestVault } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };
const autonomous = (vault: TestVault) => flow.orders.post(vault, "/api/settings/exec-mode", { mode: "autonomous" });
const list = async (vault: TestVault) => {
  const { operatorAddress, authSignature, authTimestamp } = await flow.stack.credentials(vault.ownerKey);
  const headers = {
    ...{ "X-Operator-Address": operatorAddress, "X-Auth-Signature": authSignature },
    "X-Auth-Timestamp": String(authTimestamp),
  };
  return flow.stack.call("GET", `/api/grants?vault=${vault.address}`, undefined, headers);
};
const end = (vault: TestVault, id: string) => flow.orders.post(vault, "/api/grants/end", { id });

describe("what is signed is what is granted", () => {
  test("behavior: a bound that the body drops or widens is not signed for", async () => {
    const vault = await flow.newVault();
    const signed = { scope: "trade", maxPerDay: "50", tools: ["spot-trading"], tokens: [vault.agent], name: "bot" };
    for (const changed of [
      { maxPerDay: undefined },
      { maxPerDay: "51" },
      { tools: undefined },
      { tokens: undefined },
      { name: undefined },
      { scope: "propose", maxPerDay: undefined },
      { allChains: true },
      { expiresAt: Math.floor(flow.stack.stack.nowMs()) + 2 * 86_400_000 },
    ]) {
      const { body } = await grantBody(flow.stack, vault, signed);
      const { status, body: answer } = await flow.stack.call("POST", "/api/grants", { ...body, ...changed });
      expect([changed, status, answer.error]).toEqual([changed, 401, "auth_signature_mismatch"]);
    }
    const { body } = await grantBody(flow.stack, vault, signed);
    expect(await flow.stack.call("POST", "/api/grants", body)).toMatchObject({
      status: 200,
      body: { grant: { scope: "trade", maxPerDay: "50", left: "50", baseToken: "USDC", name: "bot" } },
    });
    expect(expectRefusal(await flow.stack.call("POST", "/api/grants", body))).toBe("401 auth_signature_used");
  });

  test("behavior: the owner's signature of the day gives none, and wrong fields are named", async () => {
    const vault = await flow.newVault();
    const { body } = await grantBody(flow.stack, vault, {});
    const day = await flow.stack.credentials(vault.ownerKey);
    expect(expectRefusal(await flow.stack.call("POST", "/api/grants", { ...body, ...day }))).toBe(
      "401 auth_signature_mismatch",
    );
    const nowMs = Math.floor(flow.stack.stack.nowMs());
    for (const [field, terms] of [
      ["agent", { agent: vault.owner }],
      ["agent", { agent: vault.address }],
      ["agent", { agent: vault.agent }],
      ["agent", { agent: `0x${"0".repeat(40)}` }],
      ["scope", { scope: "all" }],
      ["expiresAt", { expiresAt: nowMs - 60_000 }],
      ["expiresAt", { expiresAt: nowMs + 91 * 86_400_000 }],
      ["maxPerDay", { maxPerDay: "5" }],
      ["maxPerDay", { scope: "trade", maxPerDay: "-5" }],
      ["tools", { tools: ["no_such_tool"] }],
      ["tools", { tools: ["build_vault_swap"] }],
      ["tools", { scope: "trade", tools: ["set_vault_limits"] }],
      ["tokens", { tokens: [vault.agent] }],
      ["tokens.0", { scope: "trade", tokens: ["0x12"] }],
      ["name", { name: "two words" }],
    ] as const) {
      const wrong = await grantBody(flow.stack, vault, terms);
      const { status, body: answer } = await flow.stack.call("POST", "/api/grants", wrong.body);
      expect([field, status, answer.message]).toEqual([field, 400, expect.stringContaining(`${field}: `)]);
    }
    expect((await list(vault)).body).toEqual({ ok: true, grants: [] });
  });
});

describe("what a grant does", () => {
  test("behavior: propose waits in every mode, and its agent approves by no door", async () => {
    const vault = await flow.readyVault();
    await autonomous(vault);
    const grant = await giveGrant(flow.stack, vault, { scope: "propose", name: "bot" });
    const { status, body } = await toolAs(flow.stack, grant, vault, "build_vault_swap", swap);
    expect([status, body.operationId, body.execution]).toEqual([200, expect.any(String), undefined]);
    const { operationId } = body;
    const decide = { operationId, vaultAddress: vault.address };
    for (const path of ["/api/operations/approve", "/api/operations/reject"])
      expect(expectRefusal(await postAs(flow.stack, grant, path, decide))).toBe("403 grant_forbids");
    const approvals = {
      messages: [
        {
          role: "assistant",
          parts: [
            {
              ...{ type: "tool-build_vault_swap", toolCallId: "1", state: "approval-responded", input: {} },
              approval: { id: operationId, approved: true },
            },
          ],
        },
      ],
    };
    const said = await postAs(flow.stack, grant, "/api/chat", { vaultAddress: vault.address, ...approvals });
    expect([said.status, said.body.error]).toEqual([403, "grant_forbids"]);
    const shown = await getAs(flow.stack, grant, `/api/operations?vault=${vault.address}`);
    expect(shown.body.operations).toMatchObject([{ operationId, status: "waiting" }]);
    expect(shown.body.operations[0].message).toMatch(
      new RegExp(`^Your agent "bot" \\(${grant.agent}\\) asks\\.\nWaits for your approval: Swap 100 USDC`, "i"),
    );
    expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
    const done = await flow.orders.post(vault, "/api/operations/approve", { operationId });
    expect(done.body.execution.status).toBe("confirmed");
  });

  test("behavior: trade sends as the mode allows within its own limit, and what it used is counted once", async () => {
    const vault = await flow.readyVault();
    const grant = await giveGrant(flow.stack, vault, { scope: "trade", maxPerDay: "150" });
    const waits = await toolAs(flow.stack, grant, vault, "build_vault_swap", swap);
    expect([waits.status, waits.body.operationId]).toEqual([200, expect.any(String)]);
    await autonomous(vault);
    const sent = await toolAs(flow.stack, grant, vault, "build_vault_swap", swap);
    expect([sent.status, sent.body.execution?.status]).toEqual([200, "confirmed"]);
    const more = await toolAs(flow.stack, grant, vault, "build_vault_swap", swap);
    expect(expectRefusal(more)).toBe("400 limit_exceeded");
    expect(more.body.details).toMatchObject({ limit: "grant.maxPerDay" });
    const { grants } = (await list(vault)).body;
    expect(grants).toMatchObject([{ id: grant.id, maxPerDay: "150", left: "50", lastUsedAt: expect.any(Number) }]);
    // Its owner is held to no limit of the agent's.
    expect((await flow.stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" })).status).toBe(200);
  });

  test("security: a limit for all chains is signed for with the chain that it counts on", async () => {
    const vault = await flow.readyVault();
    const { body } = await grantBody(flow.stack, vault, { scope: "trade", maxPerDay: "500", allChains: true });
    const other = await flow.stack.call("POST", "/api/grants", { ...body, chainId: 42161 });
    expect(other.status).not.toBe(200);
    expect((await flow.stack.call("POST", "/api/grants", body)).status).toBe(200);
  });

  test("behavior: an end holds for the next call, and what waited is rejected", async () => {
    const vault = await flow.readyVault();
    const grant = await giveGrant(flow.stack, vault, { scope: "propose" });
    const { operationId } = (await toolAs(flow.stack, grant, vault, "build_vault_swap", swap)).body;
    expect((await end(vault, grant.id)).body).toMatchObject({ ok: true, changed: true });
    const after = await toolAs(flow.stack, grant, vault, "build_vault_swap", swap);
    expect([expectRefusal(after), after.body.details]).toEqual(["403 grant_not_valid", { reason: "ended" }]);
    expect(expectRefusal(await flow.orders.post(vault, "/api/operations/approve", { operationId }))).toBe(
      "400 operation_decided",
    );
    expect((await end(vault, grant.id)).body).toMatchObject({ changed: false });
  });

  test("behavior: three wait at once, and an agent gives its grant back", async () => {
    const vault = await flow.readyVault();
    const grant = await giveGrant(flow.stack, vault, { scope: "propose" });
    for (let n = 0; n < 3; n++)
      expect((await toolAs(flow.stack, grant, vault, "build_vault_swap", swap)).status).toBe(200);
    expect(expectRefusal(await toolAs(flow.stack, grant, vault, "build_vault_swap", swap))).toBe("429 rate_limited");
    const other = await giveGrant(flow.stack, vault, { scope: "read" });
    const place = { vaultAddress: vault.address };
    expect(expectRefusal(await postAs(flow.stack, grant, "/api/grants/end", { ...place, id: other.id }))).toBe(
      "403 grant_forbids",
    );
    expect((await postAs(flow.stack, grant, "/api/grants/end", { ...place, id: grant.id })).body.changed).toBe(true);
    expect(
      (await list(vault)).body.grants.map(({ status, endedBy }: Record<string, string>) => [status, endedBy]),
    ).toEqual(
      expect.arrayContaining([
        ["ended", "agent"],
        ["lasts", null],
      ]),
    );
  });
});

describe("what stays the owner's, and what is the grant's", () => {
  test("security: how far a price may slip is the owner's setting, whatever a grant's call names", async () => {
    const vault = await flow.readyVault();
    await flow.orders.set(vault, "slippage", { slippage: "0.5%" });
    const grant = await giveGrant(flow.stack, vault, { scope: "propose" });
    const asked = {
      ...{ vaultAddress: vault.address, executionMode: "delegated", slippageBps: 500 },
      messages: [{ role: "user", content: "sell 100 USDC for ETH on uniswap" }],
    };
    const slippageOf = async ({ status, body }: Answer): Promise<number> => {
      expect(status).toBe(200);
      const { operationId } = body.toolCalls[0].result;
      const kept = await flow.stack.stack.redis.command(["HGET", `sx:local:operation:${operationId}`, "json"]);
      return JSON.parse(String(kept)).quote.slippageBps;
    };
    expect(await slippageOf(await postAs(flow.stack, grant, "/api/chat", asked))).toBe(50);
    expect(await slippageOf(await flow.orders.post(vault, "/api/chat", asked))).toBe(500);
  });

  test("security: an Idempotency-Key is the grant's, by signature and by token alike, and neither its owner's nor a stranger's", async () => {
    const { stack } = flow;
    const vault = await flow.newVault();
    const [grant, other] = [await giveGrant(stack, vault, {}), await giveGrant(stack, vault, {})];
    const [token, newer] = [await tokenOf(stack, vault, grant), await tokenOf(stack, vault, grant)];
    const payer = await stack.payer();
    const path = "/api/tools?toolName=list_twap_orders";
    const body = { vaultAddress: vault.address, chainId: 8453, arguments: {} };
    const key = { "idempotency-key": crypto.randomUUID() };
    const [owners, agents, others, strangers] = await Promise.all(
      [vault.ownerKey, grant.key, other.key, generatePrivateKey()].map((one) => stack.credentials(one)),
    );
    const bearer = (one: string) => ({
      authorization: `Bearer ${one}`,
      "idempotency-key": `by-token-${one.slice(4, 36)}`,
    });
    const call = async (proof: object, headers: Record<string, string>, args: object = {}) => {
      const before = await stack.usdcOf(payer.address);
      const sent = { ...body, ...proof, arguments: args };
      const { status } = await stack.call("POST", path, sent, { ...key, ...headers }, { pay: payer });
      return [status, Number(before - (await stack.usdcOf(payer.address)))];
    };
    const named = { "x-agent-grant": grant.id };
    const PRICE = 2_500;
    expect(await call({ ...owners }, {})).toEqual([200, PRICE]);
    // None of these is a repeat of the owner's, and the last of nobody's.
    expect(await call({ ...agents }, named)).toEqual([200, PRICE]);
    expect(await call({ ...others }, { "x-agent-grant": other.id })).toEqual([200, PRICE]);
    expect(await call({ ...strangers }, named)).toEqual([403, 0]);
    // These are repeats of their own.
    expect(await call({ ...owners }, {})).toEqual([200, 0]);
    expect(await call({ ...agents }, named)).toEqual([200, 0]);
    expect(await call({ ...agents, operatorAddress: vault.owner }, named)).toEqual([401, 0]);
    // A new token of the same grant repeats what the one before has asked.
    expect(await call({}, bearer(token))).toEqual([200, PRICE]);
    expect(await call({}, bearer(newer))).toEqual([200, 0]);
  });
});
