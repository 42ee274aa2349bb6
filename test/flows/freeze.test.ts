import { encodeFunctionData, type Hex, parseAbi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { credentialHeaders } from "../support/credential-headers.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { connectMcp } from "../support/mcp-client.ts";
import {
  actionMessage,
  boundMessage,
  plainMessage,
  signOperator,
} from "../support/sign-operator.ts";
import { signerContract } from "../support/signer-contract.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { Answer, Credentials, TestVault } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const now = () => Math.floor(flow.stack.stack.nowMs());
const freeze = (vault: TestVault) => flow.orders.post(vault, "/api/vault/freeze", {});
const unfreeze = (
  vault: TestVault,
  credentials: Partial<Credentials>,
  changes: object = {},
): Promise<Answer> =>
  flow.stack.call("POST", "/api/vault/unfreeze", {
    vaultAddress: vault.address,
    chainId: 8453,
    ...credentials,
    ...changes,
  });
type Asked = { at?: number; action?: string; chainId?: number; key?: Hex };
/** Form (c), by the vault's owner unless told otherwise. */
function fresh(
  vault: TestVault,
  { at = now(), action = "unfreeze", chainId = 8453, key }: Asked = {},
) {
  return signOperator(key ?? vault.ownerKey, actionMessage(at, action, chainId, vault.address), at);
}
const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "10", dex: "uniswap" };
const direct = (vault: TestVault) =>
  flow.stack.tool(vault, "build_vault_swap", swap, { executionMode: "delegated" });

test("behavior: a frozen order stops before broadcast; only a new signature lifts it", async () => {
  const { stack, chain, orders } = flow;
  const vault = await flow.readyVault();
  await orders.set(vault, "exec-mode", { mode: "autonomous" });
  const id = await orders.create(vault, { sliceCount: 4 });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  expect(await freeze(vault)).toMatchObject({
    status: 200,
    body: { ok: true, changed: true, pendingHashes: [] },
  });
  expect(await freeze(vault)).toMatchObject({ status: 200, body: { changed: false } });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 1, executed: 0, failed: 1 });
  // Whatever meets the freeze says how it ends, and where that is explained.
  const refused = await direct(vault);
  const wayOut = { unfreeze: "POST /api/vault/unfreeze", docs: "/docs#unfreezeVault" };
  expect(refused).toMatchObject({ status: 400, body: { error: "vault_frozen", details: wayOut } });
  expect(refused.body.message).toContain(wayOut.unfreeze);
  const [page, anchor] = wayOut.docs.split("#");
  expect((await stack.call("GET", String(page))).body).toContain(`<section id="${anchor}">`);
  const owner = credentialHeaders(await stack.credentials(vault.ownerKey));
  const polled = async (headers?: Record<string, string>) =>
    (
      await stack.call("GET", `/api/strategy-events?vault=${vault.address}`, undefined, headers)
    ).body.events.find(
      ({ type, success }: { type: string; success: boolean }) => type === "twap" && !success,
    ).summary;
  expect(await polled(owner)).toContain(wayOut.unfreeze);
  // A stranger sees that it failed, and what that is called.
  expect(await polled()).toMatch(/failed: vault frozen$/);
  expect(await chain.nonceOf(vault.agent)).toBe(1);
  // What the owner signs is the owner's: an unsigned transaction is still built.
  expect(await stack.tool(vault, "build_vault_swap", swap)).toMatchObject({ status: 200 });

  const other = await flow.newVault();
  const at = now();
  const wrong: [string, Credentials, string][] = [
    [
      "form (a)",
      await signOperator(vault.ownerKey, plainMessage(), at),
      "401 auth_signature_mismatch",
    ],
    [
      "form (b)",
      await signOperator(vault.ownerKey, boundMessage(at), at),
      "401 auth_signature_mismatch",
    ],
    ["old", await fresh(vault, { at: at - 5 * MINUTE - 5_000 }), "401 auth_expired"],
    ["of yesterday", await fresh(vault, { at: at - 25 * 60 * MINUTE }), "401 auth_expired"],
    ["in future", await fresh(vault, { at: at + MINUTE + 5_000 }), "401 auth_in_future"],
    [
      "another time than it says",
      { ...(await fresh(vault)), authTimestamp: at + 1_000 },
      "401 auth_signature_mismatch",
    ],
    [
      "another vault",
      await fresh({ ...other, ownerKey: vault.ownerKey }),
      "401 auth_signature_mismatch",
    ],
    ["another chain", await fresh(vault, { chainId: 10 }), "401 auth_signature_mismatch"],
    ["another action", await fresh(vault, { action: "unpair" }), "401 auth_signature_mismatch"],
    ["a stranger", await fresh(vault, { key: other.ownerKey }), "403 not_vault_owner"],
  ];
  const shown = actionMessage(0, "unfreeze", 8453, vault.address);
  for (const [what, credentials, expected] of wrong) {
    const answer = await unfreeze(vault, credentials);
    expect([what, expectRefusal(answer)]).toEqual([what, expected]);
    if (answer.status !== 401) continue;
    // What to sign is in every 401: with the time that was sent, or with its place.
    const texts = ["<authTimestamp>", credentials.authTimestamp].map((time) =>
      JSON.stringify(shown.replace("Timestamp: 0", `Timestamp: ${time}`)),
    );
    expect(texts.filter((text) => answer.body.message.includes(text))).toHaveLength(1);
  }
  const unsigned = await unfreeze(vault, {});
  expect(expectRefusal(unsigned)).toBe("401 auth_required");
  expect(unsigned.body.message).toContain(
    JSON.stringify(shown.replace("Timestamp: 0", "Timestamp: <authTimestamp>")),
  );
  for (const toolName of ["unfreeze_vault", "unfreeze"])
    expect(await stack.tool(vault, toolName)).toMatchObject({
      status: 400,
      body: { error: "unknown_tool" },
    });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 0, failed: 1 });
  expect(await chain.nonceOf(vault.agent)).toBe(1);

  // Five minutes old, all but what a test takes.
  const signed = await fresh(vault, { at: now() - 5 * MINUTE + 60_000 });
  const { authSignature } = signed;
  // The same signature spelled otherwise is the same signature.
  const v = { "1b": "00", "1c": "01" }[authSignature.slice(-2)];
  const respelled = { ...signed, authSignature: (authSignature.slice(0, -2) + v) as Hex };
  const answers = await Promise.all([unfreeze(vault, signed), unfreeze(vault, respelled)]);
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 401]);
  expect(answers.find(({ status }) => status === 200)?.body).toMatchObject({
    ok: true,
    changed: true,
  });
  expect(answers.find(({ status }) => status === 401)?.body.error).toBe("auth_signature_used");
  // Later it opens nothing either, and never was good for anything else.
  expect(await freeze(vault)).toMatchObject({ body: { changed: true } });
  expect(expectRefusal(await unfreeze(vault, signed))).toBe("401 auth_signature_used");
  const elsewhere = { ...(await fresh(vault)), slippage: "1%" };
  expect(expectRefusal(await orders.post(vault, "/api/settings/slippage", elsewhere))).toBe(
    "401 auth_signature_mismatch",
  );
  expect(await unfreeze(vault, await fresh(vault))).toMatchObject({
    status: 200,
    body: { changed: true },
  });

  for (let tick = 0; tick < 3; tick += 1)
    expect(await stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  expect(await orders.order(vault, id)).toMatchObject({
    status: "completed",
    slicesExecuted: 4,
    amountSpent: "100",
  });
  expect(await chain.nonceOf(vault.agent)).toBe(4);
  // On a vault that is not frozen it changes nothing, and is used up.
  const idle = await fresh(vault);
  expect(await unfreeze(vault, idle)).toMatchObject({ status: 200, body: { changed: false } });
  expect(expectRefusal(await unfreeze(vault, idle))).toBe("401 auth_signature_used");
});

test("behavior: freezes between quote and intent hold, after send they name the hash", async () => {
  const { stack, chain, orders } = flow;
  const [vault, late] = [await flow.readyVault(), await flow.readyVault()];
  const id = await orders.create(vault, { sliceCount: 2 });
  let frozen = false;
  stack.proxies.redis.before(async ({ body }) => {
    if (frozen || !body.includes(":request:prepare-attempt:")) return undefined;
    frozen = true;
    expect(await freeze(vault)).toMatchObject({
      status: 200,
      body: { changed: true, pendingHashes: [] },
    });
    return undefined;
  });
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ slices: 1, executed: 0, failed: 1 });
  expect(frozen).toBe(true);
  expect(await chain.nonceOf(vault.agent)).toBe(0);
  expect(await orders.order(vault, id)).toMatchObject({
    status: "active",
    slicesExecuted: 0,
    consecutiveFailures: 1,
  });
  await flow.reset();

  const lateId = await orders.create(late, { sliceCount: 2 });
  stack.proxies.rpc.before(async ({ body }) =>
    body.includes("eth_getTransactionReceipt") ? { status: 500, body: "node down" } : undefined,
  );
  expect(await stack.advance(5 * MINUTE)).toMatchObject({ pending: 1 });
  const [hash] = await chain.sentBy(late.agent);
  const { body } = await stack.tool(late, "freeze_vault");
  expect(body).toMatchObject({
    tool: "freeze_vault",
    data: { changed: true, pendingHashes: [hash] },
  });
  expect(body.message).toContain(hash);
  // Its outcome is counted all the same; then nothing more goes out.
  await flow.calm();
  await stack.advance(MINUTE);
  await stack.advance(5 * MINUTE);
  expect(await orders.order(late, lateId)).toMatchObject({ slicesExecuted: 1, amountSpent: "50" });
  expect(await chain.nonceOf(late.agent)).toBe(1);
});

test("behavior: over MCP the same tool freezes, and there is none that unfreezes", async () => {
  const { stack } = flow;
  const vault = await flow.readyVault();
  const credentials = await stack.credentials(vault.ownerKey);
  const { client, close } = await connectMcp(stack, {
    payer: await stack.payer(),
    vault: vault.address,
    credentials,
  });
  const { tools } = await client.listTools();
  expect(tools.map(({ name }) => name).filter((name) => name.includes("freeze"))).toEqual([
    "freeze_vault",
  ]);
  const { isError, content } = await client.callTool({ name: "freeze_vault", arguments: {} });
  expect([isError ?? false, JSON.stringify(content)]).toEqual([
    false,
    expect.stringContaining("frozen"),
  ]);
  await close();
  expect(await freeze(vault)).toMatchObject({ body: { changed: false } });
  const stranger = await flow.newVault();
  const foreign = { ...(await stack.credentials(stranger.ownerKey)) };
  expect(expectRefusal(await flow.orders.post(vault, "/api/vault/freeze", foreign))).toBe(
    "403 not_vault_owner",
  );
  expect(
    expectRefusal(
      await stack.call("POST", "/api/tools?toolName=freeze_vault", { vaultAddress: vault.address }),
    ),
  ).toBe("401 auth_required");
});

test("behavior: a contract that owns the vault unfreezes by its signer's word, once", async () => {
  const { stack, chain } = flow;
  const vault = await flow.newVault();
  const signer = generatePrivateKey();
  const wallet = privateKeyToAccount(generatePrivateKey()).address;
  await chain.client.setCode({
    address: wallet,
    bytecode: signerContract(privateKeyToAccount(signer).address),
  });
  expect(await freeze(vault)).toMatchObject({ status: 200 });
  const abi = parseAbi(["function setOwner(address newOwner)"]);
  const data = encodeFunctionData({ abi, functionName: "setOwner", args: [wallet] });
  await sendTransaction(stack.stack.chain, {
    from: privateKeyToAccount(vault.ownerKey),
    to: vault.address,
    data,
  });
  await stack.advance(2 * MINUTE);
  const by = async (key: Hex) => ({ ...(await fresh(vault, { key })), operatorAddress: wallet });
  expect(expectRefusal(await unfreeze(vault, await fresh(vault)))).toBe("403 not_vault_owner");
  expect(expectRefusal(await unfreeze(vault, await by(vault.ownerKey)))).toBe(
    "401 auth_signature_mismatch",
  );
  const good = await by(signer);
  expect(await unfreeze(vault, good)).toMatchObject({ status: 200, body: { changed: true } });
  expect(expectRefusal(await unfreeze(vault, good))).toBe("401 auth_signature_used");
});
