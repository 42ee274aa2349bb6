import { generatePrivateKey } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { credentialHeaders } from "../../support/callers/credential-headers.ts";
import {
  getAs,
  giveGrant,
  grantBody,
  postAs,
  tokenOf,
  toolAs,
} from "../../support/callers/give-grant.ts";
import { GRANT_ROWS } from "../../support/callers/grant-rows.ts";
import { expectRefusal } from "../../support/expect-refusal.ts";
import { type Flow, startFlow } from "../../support/flows/start-flow.ts";
import type { Answer, TestVault } from "../../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow({ messaging: "delivered" });
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };
const autonomous = (vault: TestVault) =>
  flow.orders.post(vault, "/api/settings/exec-mode", { mode: "autonomous" });
const ownerHeaders = async (vault: TestVault) =>
  credentialHeaders(await flow.stack.credentials(vault.ownerKey));
const list = async (vault: TestVault) =>
  flow.stack.call(
    "GET",
    `/api/grants?vault=${vault.address}`,
    undefined,
    await ownerHeaders(vault),
  );
const end = (vault: TestVault, id: string) => flow.orders.post(vault, "/api/grants/end", { id });

describe("what is signed is what is granted", () => {
  test("behavior: a bound that the body drops or widens is not signed for", async () => {
    const vault = await flow.newVault();
    const signed = {
      scope: "trade",
      maxPerDay: "50",
      tools: ["spot-trading"],
      tokens: [vault.agent],
      name: "bot",
    };
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
      const { status, body: answer } = await flow.stack.call("POST", "/api/grants", {
        ...body,
        ...changed,
      });
      expect([changed, status, answer.error]).toEqual([changed, 401, "auth_signature_mismatch"]);
    }
    const { body } = await grantBody(flow.stack, vault, signed);
    expect(await flow.stack.call("POST", "/api/grants", body)).toMatchObject({
      status: 200,
      body: {
        grant: { scope: "trade", maxPerDay: "50", left: "50", baseToken: "USDC", name: "bot" },
      },
    });
    expect(expectRefusal(await flow.stack.call("POST", "/api/grants", body))).toBe(
      "401 auth_signature_used",
    );
  });

  test("behavior: the owner's day signature gives none, and wrong fields are named", async () => {
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
      expect([field, status, answer.message]).toEqual([
        field,
        400,
        expect.stringContaining(`${field}: `),
      ]);
    }
    expect((await list(vault)).body).toEqual({ ok: true, grants: [] });
  });
});

/** Routes that take credentials in the query. */
const QUERY_ONLY = ["/api/settings/limits", "/api/settings/exec-mode"];

describe("what a grant sees", () => {
  test("security: a grant with tools reaches no route for others, always its own", async () => {
    const vault = await flow.newVault();
    const grant = await giveGrant(flow.stack, vault, {
      scope: "read",
      tools: ["get_token_balance"],
    });
    const found: Record<string, string> = {};
    const rows = Object.entries(GRANT_ROWS).filter(([, { tool }]) => tool !== undefined);
    for (const [route, { tool }] of rows.filter(([, { says }]) => says === undefined)) {
      const path = route.replace("GET ", "");
      const signed = Object.entries(await flow.stack.credentials(grant.key)).map(
        ([name, value]) => [name, String(value)],
      );
      const own = QUERY_ONLY.includes(path)
        ? [["vaultAddress", vault.address], ["chainId", "8453"], ...signed]
        : [["vault", vault.address]];
      if (path.startsWith("/api/twap-order")) own.push(["id", "1"]);
      const at = `${path}?${new URLSearchParams(own)}`;
      const { status, body } = QUERY_ONLY.includes(path)
        ? await flow.stack.call("GET", at, undefined, { "X-Agent-Grant": grant.id })
        : await getAs(flow.stack, grant, at);
      const isOpen = tool === "own" || tool === "get_token_balance";
      found[route] =
        status === 403 && body.error === "grant_forbids"
          ? "closed"
          : `${status} ${body.error ?? "open"}`;
      expect([route, found[route]]).toEqual([
        route,
        isOpen ? expect.not.stringContaining("closed") : "closed",
      ]);
    }
    expect(Object.values(found).filter((is) => is === "closed")).toHaveLength(10);
    const ready = await getAs(flow.stack, grant, `/api/vault/ready?vault=${vault.address}`);
    expect([expectRefusal(ready), ready.body.details]).toEqual([
      "403 grant_forbids",
      { tool: "check_readiness" },
    ]);
    expect(
      (
        await postAs(flow.stack, grant, "/api/grants/end", {
          vaultAddress: vault.address,
          id: grant.id,
        })
      ).status,
    ).toBe(200);
  });

  test("security: of audit log, operations, events it sees its part, the owner all", async () => {
    const vault = await flow.readyVault();
    const one = await giveGrant(flow.stack, vault, { scope: "propose", name: "one" });
    const two = await giveGrant(flow.stack, vault, { scope: "propose", name: "two" });
    const asked = (await toolAs(flow.stack, one, vault, "build_vault_swap", swap)).body.operationId;
    const others = (await toolAs(flow.stack, two, vault, "build_vault_swap", swap)).body
      .operationId;
    await flow.orders.post(vault, "/api/operations/reject", { operationId: asked });
    await flow.orders.post(vault, "/api/operations/reject", { operationId: others });
    const shown = await getAs(flow.stack, one, `/api/operations?vault=${vault.address}`);
    expect(
      shown.body.operations.map((found: { operationId: string }) => found.operationId),
    ).toEqual([asked]);
    const { body: log } = await getAs(flow.stack, one, `/api/audit?vault=${vault.address}`);
    const kinds = log.entries.map(({ content }: { content: string }) => JSON.parse(content).kind);
    expect(kinds).toEqual(["grant_given", "operation_opened", "operation_rejected"]);
    expect(JSON.stringify(log)).not.toMatch(new RegExp(`${two.id}|${others}`));
    expect([log.seals, log.head]).toEqual([[], null]);
    const csv = await getAs(flow.stack, one, `/api/audit/csv?vault=${vault.address}`);
    expect(String(csv.body)).not.toMatch(new RegExp(`${two.id}|${others}`));
    const events = `/api/strategy-events?vault=${vault.address}`;
    const ofOne = (await getAs(flow.stack, one, events)).body.events;
    expect(ofOne.map(({ operationId, how }: Record<string, string>) => [operationId, how])).toEqual(
      [
        [asked, "opened"],
        [asked, "rejected"],
      ],
    );
    const ofOwner = (await flow.stack.call("GET", events, undefined, await ownerHeaders(vault)))
      .body.events;
    expect(ofOwner).toMatchObject([
      {
        operationId: asked,
        grantId: one.id,
        summary: expect.stringContaining(`asked by your agent "one"`),
      },
      { operationId: others, grantId: two.id },
      { operationId: asked, grantId: one.id },
      { operationId: others, grantId: two.id },
    ]);
    expect((await flow.stack.call("GET", events)).body.events).toEqual([]);
  });

  test("behavior: agents' freezes name the grant: log, events, channel, owner only", async () => {
    const vault = await flow.readyVault();
    const grant = await giveGrant(flow.stack, vault, {
      scope: "trade",
      maxPerDay: "1",
      name: "guard",
    });
    const other = await giveGrant(flow.stack, vault, { scope: "read", name: "other" });
    await flow.sinkControl("clear");
    const froze = await postAs(flow.stack, grant, "/api/vault/freeze", {
      vaultAddress: vault.address,
    });
    expect([froze.status, froze.body.changed]).toEqual([200, true]);
    const events = `/api/strategy-events?vault=${vault.address}`;
    const [event] = (await flow.stack.call("GET", events, undefined, await ownerHeaders(vault)))
      .body.events;
    expect(event).toMatchObject({ type: "freeze", frozen: true, grantId: grant.id });
    expect(event.summary).toMatch(
      new RegExp(`^Vault frozen by your agent "guard" \\(${grant.agent}\\)`, "i"),
    );
    const [seen] = (await getAs(flow.stack, other, events)).body.events;
    expect(seen).toMatchObject({ type: "freeze", frozen: true });
    expect(JSON.stringify(seen)).not.toMatch(
      new RegExp(`${grant.id}|guard|${grant.agent.slice(2)}`, "i"),
    );
    expect((await flow.stack.call("GET", events)).body.events).toEqual([]);
    const { body: log } = await flow.stack.call(
      "GET",
      `/api/audit?vault=${vault.address}`,
      undefined,
      await ownerHeaders(vault),
    );
    const entries = log.entries.map(({ content }: { content: string }) => JSON.parse(content));
    expect(entries.filter(({ kind }: { kind: string }) => kind === "vault_frozen")).toMatchObject([
      { actor: vault.owner.toLowerCase(), grantId: grant.id },
    ]);
    const told = () =>
      flow.stack.stack.messaging
        .messages()
        .map(({ text }) => text)
        .join("\n");
    await expect.poll(told).toMatch(/Vault frozen<\/b> by your agent "guard"/);
  });

  test("attack: an agent's refused calls take ten log entries an hour, the rest one", async () => {
    const vault = await flow.readyVault();
    const grant = await giveGrant(flow.stack, vault, { scope: "propose" });
    const tooMuch = { ...swap, amountIn: "999999999" };
    for (let n = 0; n < 13; n += 1)
      expect((await toolAs(flow.stack, grant, vault, "build_vault_swap", tooMuch)).status).toBe(
        400,
      );
    const entriesOf = async () => {
      const { body } = await flow.stack.call(
        "GET",
        `/api/audit?vault=${vault.address}`,
        undefined,
        await ownerHeaders(vault),
      );
      return body.entries
        .map(({ content }: { content: string }) => JSON.parse(content))
        .filter(
          ({ kind }: { kind: string }) => kind === "call_refused" || kind === "refusals_counted",
        );
    };
    await expect.poll(async () => (await entriesOf()).length).toBe(10);
    await end(vault, grant.id);
    const entries = await entriesOf();
    expect(entries).toHaveLength(11);
    expect(entries[10]).toMatchObject({ kind: "refusals_counted", grantId: grant.id, count: 3 });
  });
});

describe("what a grant does", () => {
  test("behavior: propose waits in every mode, and its agent approves by no door", async () => {
    const vault = await flow.readyVault();
    await autonomous(vault);
    const grant = await giveGrant(flow.stack, vault, { scope: "propose", name: "bot" });
    const { status, body } = await toolAs(flow.stack, grant, vault, "build_vault_swap", swap);
    expect([status, body.operationId, body.execution]).toEqual([
      200,
      expect.any(String),
      undefined,
    ]);
    const { operationId } = body;
    const decide = { operationId, vaultAddress: vault.address };
    for (const path of ["/api/operations/approve", "/api/operations/reject"])
      expect(expectRefusal(await postAs(flow.stack, grant, path, decide))).toBe(
        "403 grant_forbids",
      );
    const approvals = {
      messages: [
        {
          role: "assistant",
          parts: [
            {
              ...{
                type: "tool-build_vault_swap",
                toolCallId: "1",
                state: "approval-responded",
                input: {},
              },
              approval: { id: operationId, approved: true },
            },
          ],
        },
      ],
    };
    const said = await postAs(flow.stack, grant, "/api/chat", {
      vaultAddress: vault.address,
      ...approvals,
    });
    expect([said.status, said.body.error]).toEqual([403, "grant_forbids"]);
    const shown = await getAs(flow.stack, grant, `/api/operations?vault=${vault.address}`);
    const { id, agent } = grant;
    const by = { id, name: "bot", agent: agent.toLowerCase() };
    expect(shown.body.operations).toMatchObject([{ operationId, status: "waiting", grant: by }]);
    expect(shown.body.operations[0].message).toMatch(
      new RegExp(
        `^Your agent "bot" \\(${grant.agent}\\) asks\\.\nWaits for your approval: Swap 100 USDC`,
        "i",
      ),
    );
    expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
    const done = await flow.orders.post(vault, "/api/operations/approve", { operationId });
    expect(done.body.execution.status).toBe("confirmed");
  });

  test("behavior: trade sends by mode within its own limit, and its use counts once", async () => {
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
    expect(grants).toMatchObject([
      { id: grant.id, maxPerDay: "150", left: "50", lastUsedAt: expect.any(Number) },
    ]);
    // Its owner is held to no limit of the agent's.
    expect(
      (await flow.stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" }))
        .status,
    ).toBe(200);
  });

  test("security: a limit for all chains is signed with the chain it counts on", async () => {
    const vault = await flow.readyVault();
    const { body } = await grantBody(flow.stack, vault, {
      scope: "trade",
      maxPerDay: "500",
      allChains: true,
    });
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
    expect([expectRefusal(after), after.body.details]).toEqual([
      "403 grant_not_valid",
      { reason: "ended" },
    ]);
    expect(
      expectRefusal(await flow.orders.post(vault, "/api/operations/approve", { operationId })),
    ).toBe("400 operation_decided");
    expect((await end(vault, grant.id)).body).toMatchObject({ changed: false });
  });

  test("behavior: its owner ends it by a tool too, which no agent calls", async () => {
    const vault = await flow.newVault();
    const grant = await giveGrant(flow.stack, vault, {
      scope: "trade",
      maxPerDay: "5",
      name: "bot",
    });
    for (const [name, args] of [
      ["list_grants", {}],
      ["end_grant", { id: grant.id }],
    ] as const)
      expect(expectRefusal(await toolAs(flow.stack, grant, vault, name, args))).toBe(
        "403 grant_forbids",
      );
    const listed = await flow.stack.tool(vault, "list_grants", {});
    expect(listed.body.data.grants).toMatchObject([{ id: grant.id, status: "lasts", left: "5" }]);
    const ended = await flow.stack.tool(vault, "end_grant", { id: grant.id });
    expect([ended.status, ended.body.data]).toEqual([200, { changed: true }]);
    const after = await toolAs(flow.stack, grant, vault, "get_token_balance", { token: "USDC" });
    expect([expectRefusal(after), after.body.details]).toEqual([
      "403 grant_not_valid",
      { reason: "ended" },
    ]);
    const other = await flow.newVault();
    expect(expectRefusal(await flow.stack.tool(other, "end_grant", { id: grant.id }))).toBe(
      "403 grant_not_valid",
    );
  });

  test("behavior: three wait at once, and an agent gives its grant back", async () => {
    const vault = await flow.readyVault();
    const grant = await giveGrant(flow.stack, vault, { scope: "propose" });
    for (let n = 0; n < 3; n++)
      expect((await toolAs(flow.stack, grant, vault, "build_vault_swap", swap)).status).toBe(200);
    expect(expectRefusal(await toolAs(flow.stack, grant, vault, "build_vault_swap", swap))).toBe(
      "429 rate_limited",
    );
    const other = await giveGrant(flow.stack, vault, { scope: "read" });
    const place = { vaultAddress: vault.address };
    expect(
      expectRefusal(await postAs(flow.stack, grant, "/api/grants/end", { ...place, id: other.id })),
    ).toBe("403 grant_forbids");
    expect(
      (await postAs(flow.stack, grant, "/api/grants/end", { ...place, id: grant.id })).body.changed,
    ).toBe(true);
    expect(
      (await list(vault)).body.grants.map(({ status, endedBy }: Record<string, string>) => [
        status,
        endedBy,
      ]),
    ).toEqual(
      expect.arrayContaining([
        ["ended", "agent"],
        ["lasts", null],
      ]),
    );
  });
});

describe("what stays the owner's, and what is the grant's", () => {
  test("security: slippage is the owner's setting, whatever a grant's call names", async () => {
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
      const kept = await flow.stack.stack.redis.command([
        "HGET",
        `sx:local:operation:${operationId}`,
        "json",
      ]);
      return JSON.parse(String(kept)).quote.slippageBps;
    };
    expect(await slippageOf(await postAs(flow.stack, grant, "/api/chat", asked))).toBe(50);
    expect(await slippageOf(await flow.orders.post(vault, "/api/chat", asked))).toBe(500);
  });

  test("security: an Idempotency-Key is the grant's alone, by signature and by token", async () => {
    const { stack } = flow;
    const vault = await flow.newVault();
    const [grant, other] = [await giveGrant(stack, vault, {}), await giveGrant(stack, vault, {})];
    const [token, newer] = [await tokenOf(stack, vault, grant), await tokenOf(stack, vault, grant)];
    const payer = await stack.payer();
    const path = "/api/tools?toolName=list_twap_orders";
    const body = { vaultAddress: vault.address, chainId: 8453, arguments: {} };
    const key = { "idempotency-key": crypto.randomUUID() };
    const [owners, agents, others, strangers] = await Promise.all(
      [vault.ownerKey, grant.key, other.key, generatePrivateKey()].map((one) =>
        stack.credentials(one),
      ),
    );
    const bearer = (one: string) => ({
      authorization: `Bearer ${one}`,
      "idempotency-key": `by-token-${one.slice(4, 36)}`,
    });
    const call = async (proof: object, headers: Record<string, string>, args: object = {}) => {
      const before = await stack.usdcOf(payer.address);
      const sent = { ...body, ...proof, arguments: args };
      const { status } = await stack.call(
        "POST",
        path,
        sent,
        { ...key, ...headers },
        { pay: payer },
      );
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
