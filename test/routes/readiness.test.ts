import { type Address, encodeFunctionData, type Hex, parseAbi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { credentialHeaders } from "../support/credential-headers.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { connectMcp, type McpOptions } from "../support/mcp-client.ts";
import {
  type Answer,
  startTestStack,
  type TestStack,
  type TestVault,
  TRADE_SELECTORS,
} from "../support/test-stack.ts";
import { watchWire } from "../support/watch-wire.ts";

let stack: TestStack;
beforeAll(async () => {
  stack = await startTestStack();
});
afterAll(() => stack?.stop());

type Step = {
  step: string;
  state: string;
  required: boolean;
  message: string;
  [more: string]: any;
};

const headersOf = async (key: Hex) => credentialHeaders(await stack.credentials(key));
const authOf = async (vault: TestVault) => ({
  ...{ vaultAddress: vault.address, chainId: 8453 },
  ...(await stack.credentials(vault.ownerKey)),
});
const pathOf = (vault: Address) => `/api/vault/ready?vault=${vault}&chainId=8453`;
/** The route as the owner, unpaid. */
const ready = async (vault: TestVault): Promise<Answer> =>
  stack.call("GET", pathOf(vault.address), undefined, await headersOf(vault.ownerKey), {
    pay: false,
  });
const statesOf = ({ body }: Answer) =>
  Object.fromEntries(body.steps.map((one: Step) => [one.step, one.state]));
const stepOf = ({ body }: Answer, name: string): Step =>
  body.steps.find((one: Step) => one.step === name);
/** Makes the call that a step names, with the operator's fields beside its own. */
const follow = async (vault: TestVault, { call }: Step): Promise<any> => {
  const answer = await stack.call(call.method, call.path, {
    ...(await stack.credentials(vault.ownerKey)),
    ...call.body,
  });
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
/** GET /api/vault as the owner. */
const glance = async ({ address, ownerKey }: TestVault): Promise<any> =>
  (
    await stack.call(
      "GET",
      `/api/vault?vault=${address}&chainId=8453`,
      undefined,
      await headersOf(ownerKey),
    )
  ).body;
const sendAsOwner = (
  vault: TestVault,
  { to, data, value }: { to: Address; data: Hex; value: Hex },
) =>
  sendTransaction(stack.stack.chain, {
    ...{ from: privateKeyToAccount(vault.ownerKey), to, data },
    valueWei: BigInt(value),
  });

test("default: following each next step alone leads from first call to a sent trade", async () => {
  const vault = await stack.newVault();
  const unsigned = await stack.call("GET", pathOf(vault.address), undefined, {}, { pay: false });
  expect([unsigned.status, unsigned.body.ready, unsigned.body.next]).toEqual([
    200,
    false,
    "signature",
  ]);
  expect(unsigned.body.steps.map(({ step }: Step) => step)).toEqual([
    ...["signature", "delegation", "coin", "limits", "mode", "unfrozen"],
  ]);
  expect(statesOf(unsigned)).toEqual({
    ...{ signature: "missing", delegation: "unknown", coin: "unknown", mode: "unknown" },
    ...{ limits: "unknown", unfrozen: "unknown" },
  });
  // The text is signed as it stands, with the time of now in it.
  const nowMs = Math.floor(stack.stack.nowMs());
  const text = stepOf(unsigned, "signature").sign.replace("<authTimestamp>", String(nowMs));
  const owner = privateKeyToAccount(vault.ownerKey);
  const headers = credentialHeaders({
    ...{ operatorAddress: owner.address, authTimestamp: nowMs },
    authSignature: await owner.signMessage({ message: text }),
  });

  const signed = await stack.call("GET", pathOf(vault.address), undefined, headers, { pay: false });
  expect([signed.status, signed.body.next, signed.body.agentAddress.toLowerCase()]).toEqual([
    ...[200, "delegation", vault.agent.toLowerCase()],
  ]);
  expect(statesOf(signed)).toEqual({
    ...{
      signature: "ok",
      delegation: "missing",
      coin: "missing",
      mode: "missing",
      limits: "missing",
      unfrozen: "ok",
    },
  });

  const { transaction } = await follow(vault, stepOf(signed, "delegation"));
  await sendAsOwner(vault, transaction);
  const sent = await ready(vault);
  expect([sent.body.next, stepOf(sent, "delegation").call.path]).toEqual([
    "delegation",
    "/api/delegation/confirm",
  ]);
  await follow(vault, stepOf(sent, "delegation"));

  const delegated = await ready(vault);
  expect([delegated.body.next, delegated.body.ready]).toEqual(["coin", false]);
  const coin = stepOf(delegated, "coin").transaction;
  expect([coin.to.toLowerCase(), coin.chainId, coin.data]).toEqual([
    vault.agent.toLowerCase(),
    8453,
    "0x",
  ]);
  await sendAsOwner(vault, coin);

  // A trade goes from here on, each with a word of approval, and nothing bounds them.
  const funded = await ready(vault);
  expect([funded.body.ready, funded.body.next, stepOf(funded, "limits").required]).toEqual([
    true,
    "limits",
    false,
  ]);
  expect((await glance(vault)).limits).toBe("none");
  await follow(vault, stepOf(funded, "limits"));
  expect((await glance(vault)).limits).toBe("set");
  // What trades without a word comes last, once there are bounds.
  const bounded = await ready(vault);
  expect([bounded.body.next, stepOf(bounded, "mode").required]).toEqual(["mode", false]);
  await follow(vault, stepOf(bounded, "mode"));
  const done = await ready(vault);
  expect([done.body.ready, done.body.next, statesOf(done)]).toEqual([
    ...[true, null],
    { signature: "ok", delegation: "ok", coin: "ok", mode: "ok", limits: "ok", unfrozen: "ok" },
  ]);

  const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "50", dex: "uniswap" };
  const traded = await stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" });
  expect([traded.status, traded.body.execution?.status], JSON.stringify(traded.body)).toEqual([
    200,
    "confirmed",
  ]);
});

test("behavior: proposed limits are a share of vault holdings, in its base token", async () => {
  const vault = await stack.newVault();
  const { netTotalValue } = (await stack.tool(vault, "get_vault_info")).body.data;
  const { body } = stepOf(await ready(vault), "limits").call;
  for (const [field, percent] of [
    ["maxPerTransaction", 5],
    ["maxPerDay", 25],
    ["maxPerTokenPerDay", 10],
  ] as const) {
    // Two figures, rounded down (decision D26).
    const whole = (Number(netTotalValue) * percent) / 100;
    expect(Number(body[field]), field).toBeGreaterThan(whole * 0.9);
    expect(Number(body[field]), field).toBeLessThanOrEqual(whole);
  }
});

test("behavior: to an empty vault it proposes no amounts, says what to set instead", async () => {
  const vault = await stack.newVault({ supply: 0n, fund: {} });
  const limits = stepOf(await ready(vault), "limits");
  expect([limits.state, limits.call]).toEqual(["missing", undefined]);
  expect(limits.message).toContain(
    "POST /api/settings/limits takes maxPerTransaction and maxPerDay",
  );
  // Each other step that names a call names one that is taken as it stands.
  const { body } = await ready(vault);
  for (const step of body.steps.filter(
    ({ call, step }: Step) => call !== undefined && step !== "unfrozen",
  ))
    await follow(vault, step);
});

test("behavior: over MCP tools see header credentials, name the header if no vault", async () => {
  const vault = await stack.newVault();
  await stack.delegated(vault);
  const credentials = await stack.credentials(vault.ownerKey);
  const ask = async (options: McpOptions): Promise<any> => {
    const { client, close } = await connectMcp(stack, { payer: await stack.payer(), ...options });
    const {
      isError = false,
      content,
      structuredContent,
    } = await client.callTool({ name: "check_readiness" });
    await close();
    return { isError, text: JSON.stringify(content), data: structuredContent };
  };
  const { message: _, ...expected } = (await ready(vault)).body;
  expect(expected.steps[0]).toMatchObject({ step: "signature", state: "ok" });
  const { text, data } = await ask({ vault: vault.address, credentials });
  expect(data?.data ?? text).toEqual(expected);
  const stranger = await stack.credentials(generatePrivateKey());
  expect(await ask({ vault: vault.address, credentials: stranger })).toMatchObject({
    isError: true,
    text: expect.stringContaining("not_vault_owner"),
  });
  expect(await ask({ credentials })).toMatchObject({
    isError: true,
    text: expect.stringContaining("X-Vault-Address"),
  });
  expect(await ask({ vault: vault.address })).toMatchObject({
    isError: false,
    text: expect.stringContaining("Not ready"),
  });
});

test("behavior: the tool answers the same, and a freeze is a step with its way out", async () => {
  const vault = await stack.newVault();
  await stack.delegated(vault);
  const free = await ready(vault);
  const paid = await stack.tool(vault, "check_readiness");
  expect([paid.status, paid.body.data]).toEqual([
    200,
    (({ message: _, ...data }) => data)(free.body),
  ]);
  expect(paid.body.message).toBe(free.body.message);
  expect((await stack.call("POST", "/api/vault/freeze", await authOf(vault))).status).toBe(200);
  const frozen = await ready(vault);
  expect([frozen.body.ready, statesOf(frozen).unfrozen]).toEqual([false, "missing"]);
  const { call, sign } = stepOf(frozen, "unfrozen");
  const nowMs = Math.floor(stack.stack.nowMs());
  const owner = privateKeyToAccount(vault.ownerKey);
  const lifted = await stack.call(call.method, call.path, {
    ...{ ...call.body, operatorAddress: owner.address, authTimestamp: nowMs },
    authSignature: await owner.signMessage({
      message: sign.replace("<authTimestamp>", String(nowMs)),
    }),
  });
  expect([lifted.status, lifted.body.changed]).toEqual([200, true]);
  expect(statesOf(await ready(vault)).unfrozen).toBe("ok");
});

test("behavior: a method revoked on chain and an emptied agent wallet are seen", async () => {
  const vault = await stack.newVault();
  await stack.delegated(vault, TRADE_SELECTORS.slice(0, 2));
  const part = await ready(vault);
  expect([statesOf(part).delegation, stepOf(part, "delegation").call.path]).toEqual([
    ...["missing", "/api/delegation/setup"],
  ]);
  const rest = await follow(vault, stepOf(part, "delegation"));
  expect([...rest.selectors].sort()).toEqual(TRADE_SELECTORS.slice(2).sort());
  await sendAsOwner(vault, rest.transaction);
  await follow(vault, stepOf(await ready(vault), "delegation"));
  expect(statesOf(await ready(vault))).toMatchObject({ delegation: "ok", coin: "ok" });
  await chainClient(stack.stack.chain).setBalance({ address: vault.agent, value: 1n });
  expect(statesOf(await ready(vault)).coin).toBe("missing");
  const abi = parseAbi(["function revokeAllDelegations(address delegated)"]);
  const data = encodeFunctionData({
    abi,
    functionName: "revokeAllDelegations",
    args: [vault.agent],
  });
  await sendAsOwner(vault, { to: vault.address, data, value: "0x0" });
  expect(statesOf(await ready(vault)).delegation).toBe("missing");
});

test("error: a stranger's signature sees no vault, and wrong parameters are named", async () => {
  const vault = await stack.newVault();
  await stack.delegated(vault);
  const stranger = await headersOf(generatePrivateKey());
  const asStranger = await stack.call("GET", pathOf(vault.address), undefined, stranger, {
    pay: false,
  });
  expect(expectRefusal(asStranger)).toBe("403 not_vault_owner");
  expect(JSON.stringify(asStranger.body).toLowerCase()).not.toContain(vault.agent.toLowerCase());
  const other = await stack.newVault();
  const crossed = await stack.call(
    "GET",
    pathOf(vault.address),
    undefined,
    await headersOf(other.ownerKey),
  );
  expect(expectRefusal(crossed)).toBe("403 not_vault_owner");
  expect(
    expectRefusal(await stack.tool(other, "check_readiness", {}, { vaultAddress: vault.address })),
  ).toBe("403 not_vault_owner");
  // Without a signature nothing of the vault is told either, delegated as it is.
  const unsigned = await stack.call("GET", pathOf(vault.address), undefined, {}, { pay: false });
  const fresh = await stack.call("GET", pathOf(other.address), undefined, {}, { pay: false });
  expect(JSON.stringify(unsigned.body).replaceAll(vault.address.toLowerCase(), "V")).toBe(
    JSON.stringify(fresh.body).replaceAll(other.address.toLowerCase(), "V"),
  );
  const wrong = [
    ["/api/vault/ready?chainId=8453", "vault"],
    ["/api/vault/ready?vault=0x12&chainId=8453", "vault"],
    [`/api/vault/ready?vault=${vault.address}&chainId=5`, "chainId"],
    [`/api/vault/ready?vault=${vault.address}&chainId=base`, "chainId"],
  ] as const;
  for (const [path, field] of wrong) {
    const answer = await stack.call("GET", path, undefined, {}, { pay: false });
    expect([expectRefusal(answer), answer.body.message], path).toEqual([
      "400 invalid_request",
      expect.stringContaining(`${field}:`),
    ]);
  }
  const chain = await stack.tool(vault, "check_readiness", { chain: "nowhere" });
  expect(expectRefusal(chain)).toBe("400 chain_not_supported");
});

test("behavior: a chain that cannot be read is 502, never 'missing'", async () => {
  const vault = await stack.newVault();
  await stack.delegated(vault);
  expect((await ready(vault)).status).toBe(200);
  stack.proxies.rpc.before(async () => ({ status: 500 }));
  try {
    expect(expectRefusal(await ready(vault))).toBe("502 rpc_unavailable");
  } finally {
    stack.proxies.rpc.clearHooks();
  }
});

test("behavior: one more store trip, one chain request, any vault; unsigned, neither", async () => {
  const first = await stack.newVault();
  expect((await ready(first)).status).toBe(200);
  const vault = await stack.newVault({ ownerKey: first.ownerKey });
  const wire = watchWire(stack.proxies);
  try {
    expect((await ready(vault)).status).toBe(200);
    await expect.poll(() => wire.requests().every((one) => one.to !== null)).toBe(true);
    expect(wire.labels().sort()).toEqual(["redis:begin-free-call", "redis:read", "rpc:A"]);
    wire.reset();
    expect((await ready(vault)).status).toBe(200);
    expect(wire.labels().sort()).toEqual(["redis:begin-free-call", "redis:read", "rpc:A"]);
    wire.reset();
    expect(
      (await stack.call("GET", pathOf(vault.address), undefined, {}, { pay: false })).status,
    ).toBe(200);
    expect(wire.labels()).toEqual(["redis:begin-free-call"]);
  } finally {
    wire.stop();
  }
});

test("behavior: a delegated vault without limits says so in status, to owner alone", async () => {
  const vault = await stack.newVault();
  const bounded = async (of: Answer) => [
    of.body.data.limits,
    of.body.message.includes("No limits bound"),
  ];
  expect(await bounded(await stack.tool(vault, "check_delegation_status"))).toEqual([
    "none",
    false,
  ]);
  await stack.delegated(vault);
  expect(await bounded(await stack.tool(vault, "check_delegation_status"))).toEqual(["none", true]);
  const anonymous = await stack.call("POST", "/api/tools?toolName=check_delegation_status", {
    vaultAddress: vault.address,
  });
  expect(await bounded(anonymous)).toEqual(["unknown", false]);
  await follow(vault, stepOf(await ready(vault), "limits"));
  expect(await bounded(await stack.tool(vault, "check_delegation_status"))).toEqual(["set", false]);
});
