import { createPublicClient, http } from "viem";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { TOOLS } from "../../src/tables/registry.ts";
import { ACCESS } from "../../src/tools/tool.ts";
import { credentialHeaders } from "../support/credential-headers.ts";
import { dumpRedis } from "../support/dump-redis.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { type PayKit, payKit, TOOL_BASE } from "../support/pay-kit.ts";
import { rawRequest } from "../support/raw-request.ts";
import { startTestStack, type TestStack, type TestVault } from "../support/test-stack.ts";

/*
 * The tools for clients that cannot POST: the same price and answers, and nothing that anybody
 * could make a GET do.
 */
let stack: TestStack;
let kit: PayKit;
/** Delegated, and autonomous: whatever reached the agent wallet as the operator's would be sent. */
let vault: TestVault;
beforeAll(async () => {
  stack = await startTestStack();
  kit = payKit(stack);
  vault = await stack.newVault({ fund: { ETH: 10n ** 18n, USDC: 1_000_000_000n } });
  await stack.delegated(vault);
  const signed = {
    vaultAddress: vault.address,
    chainId: 8453,
    ...(await stack.credentials(vault.ownerKey)),
  };
  const mode = await stack.call("POST", "/api/settings/exec-mode", {
    ...signed,
    mode: "autonomous",
  });
  expect(mode.status).toBe(200);
});
afterAll(() => stack?.stop());

const SWAP = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };
const path = (toolName: string, args: object = {}) =>
  `/api/tools/call?${new URLSearchParams({ toolName, ...(args as Record<string, string>) })}`;
const ofVault = (toolName: string, args: object = {}) =>
  path(toolName, { vaultAddress: vault.address, ...args });
/** Two answers differ by the block: its number, fees, and the deadline wherever it stands. */
const stable = ({ transaction, ...rest }: any) => {
  if (rest.data?.block !== undefined) rest.data = { ...rest.data, block: 0 };
  if (transaction === undefined) return rest;
  const { maxFeePerGas: _, maxPriorityFeePerGas: __, deadline, data, ...same } = transaction;
  return { ...rest, transaction: { ...same, data: data.replaceAll(deadline.toString(16), "") } };
};

describe("a client that cannot POST", () => {
  test.each([
    { name: "get_swap_quote", args: SWAP, vaultless: true },
    { name: "build_vault_swap", args: SWAP },
    { name: "get_vault_info", args: {} },
    { name: "get_token_balance", args: { token: "USDC" } },
  ])(
    "default: $name has the price and the answer of its POST form, and no cache keeps it",
    async (call) => {
      const payer = await stack.payer();
      const url = call.vaultless ? path(call.name, call.args) : ofVault(call.name, call.args);
      const unpaid = await stack.call("GET", url, undefined, {}, { pay: false });
      expect([unpaid.status, unpaid.body.accepts[0].maxAmountRequired]).toEqual([
        402,
        String(TOOL_BASE),
      ]);
      const got = await kit.watch(payer, () =>
        stack.call("GET", url, undefined, {}, { pay: payer }),
      );
      expect([got.answer.status, got.spentBase, got.earnedBase]).toEqual([
        200,
        TOOL_BASE,
        TOOL_BASE,
      ]);
      const posted = await stack.call("POST", `/api/tools?toolName=${call.name}`, {
        ...(call.vaultless ? {} : { vaultAddress: vault.address }),
        ...{ chainId: 8453, arguments: call.args },
      });
      expect(stable(got.answer.body)).toEqual(stable(posted.body));
      for (const { headers } of [unpaid, got.answer])
        expect(headers.get("cache-control")).toBe("no-store");
    },
  );

  test("default: what is no text is read as the tool's own schema has it", async () => {
    const pool = { tokenA: "ETH", tokenB: "USDC", fee: "500", tickSpacing: "10" };
    const got = await stack.call("GET", ofVault("get_pool_info", pool));
    const posted = await stack.call("POST", "/api/tools?toolName=get_pool_info", {
      ...{ vaultAddress: vault.address, chainId: 8453 },
      arguments: { ...pool, fee: 500, tickSpacing: 10 },
    });
    expect([got.status, got.body]).toEqual([posted.status, posted.body]);
  });
});

/** What the gate itself keeps of a paid call, whichever it is. */
const PAYMENTS = /:(payment|rate|has-paid|door-calls)|:request:(begin|end)-paid-call:/;

describe("what a GET never does", () => {
  const readable = TOOLS.filter(({ access, effect, ...tool }) => {
    const needsNobody = !ACCESS[access].needsSignature;
    return needsNobody && effect !== "state" && !("commit" in tool && tool.commit !== undefined);
  });
  const others = TOOLS.filter((tool) => !readable.includes(tool));

  test("error: tools that change something or need a signature are refused, free", async () => {
    for (const { name, example } of others) {
      const payer = await stack.payer();
      const answer = await stack.call("GET", ofVault(name, example), undefined, {}, { pay: payer });
      expect([name, expectRefusal(answer)]).toEqual([name, "400 invalid_request"]);
      expect(answer.body.message).toContain(`POST /api/tools?toolName=${name}`);
      expect(await stack.usdcOf(payer.address)).toBe(100_000_000n);
    }
    expect(others.length).toBeGreaterThan(25);
  });

  test("error: credentials, non-arguments refused anywhere, nothing charged or sent", async () => {
    const payer = await stack.payer();
    const credentials = await stack.credentials(vault.ownerKey);
    const query = Object.fromEntries(
      Object.entries(credentials).map(([name, value]) => [name, String(value)]),
    );
    const headers = credentialHeaders(credentials);
    const sent: [string, Record<string, string>][] = [
      [ofVault("build_vault_swap", { ...SWAP, ...query }), {}],
      [ofVault("build_vault_swap", { ...SWAP, authSignature: "0x12" }), {}],
      [ofVault("build_vault_swap", { ...SWAP, AuthSignature: "0x12" }), {}],
      [ofVault("build_vault_swap", { ...SWAP, authorization: "Bearer x" }), {}],
      [ofVault("build_vault_swap", SWAP), headers],
      [ofVault("build_vault_swap", SWAP), { authorization: "Bearer x" }],
      [ofVault("build_vault_swap", { ...SWAP, executionMode: "delegated" }), {}],
      [ofVault("build_vault_swap", { ...SWAP, dryRun: "true" }), {}],
      [ofVault("build_vault_swap", { ...SWAP, arguments: "{}" }), {}],
      [ofVault("build_vault_swap", { ...SWAP, __proto__x: "1" }), {}],
      [ofVault("build_vault_swap", { ...SWAP, constructor: "1" }), {}],
    ];
    const outcome = await kit.watch(payer, async () => {
      for (const [url, more] of sent) {
        const answer = await stack.call("GET", url, undefined, more, { pay: payer });
        expect([url, expectRefusal(answer)]).toEqual([url, "400 invalid_request"]);
        expect(answer.headers.get("cache-control")).toBe("no-store");
        expect(JSON.stringify(answer.body)).not.toContain(credentials.authSignature);
      }
    });
    expect(outcome.spentBase).toBe(0n);
  });

  test("behavior: tools called with their example store only payment, send nothing", async () => {
    const chain = createPublicClient({ transport: http(stack.stack.chain.rpcUrl) });
    const kept = async () =>
      Object.fromEntries(
        Object.entries(await dumpRedis(stack.stack.redis)).filter(([key]) => !PAYMENTS.test(key)),
      );
    const nonces = () => chain.getTransactionCount({ address: vault.agent, blockTag: "pending" });
    const before = [await kept(), await nonces()];
    const statuses: Record<string, number> = {};
    for (const { name, example } of readable) {
      const texts = Object.entries(example).map(([key, value]) => [
        key,
        typeof value === "string" ? value : JSON.stringify(value),
      ]);
      statuses[name] = (await stack.call("GET", ofVault(name, Object.fromEntries(texts)))).status;
    }
    expect(
      Object.values(statuses).filter((status) => ![200, 400, 403, 502, 503].includes(status)),
    ).toEqual([]);
    // Enough of them go all the way: the others lack a position, a stake or an order of the
    // example's own.
    expect(Object.values(statuses).filter((status) => status === 200).length).toBeGreaterThan(8);
    expect([await kept(), await nonces()]).toEqual(before);
    expect(await stack.outbox(vault)).toEqual([]);
  });

  test("behavior: a page prefetching it unpaid runs nothing; nor do HEAD and repeats", async () => {
    const url = ofVault("build_vault_swap", SWAP);
    const payer = await stack.payer();
    const unpaid = await kit.watch(payer, () =>
      stack.call("GET", url, undefined, {}, { pay: false }),
    );
    expect([unpaid.answer.status, unpaid.venue, unpaid.rpc, unpaid.settle]).toEqual([402, 0, 0, 0]);
    expect((await rawRequest(stack.stack.baseUrl, { method: "HEAD", path: url })).status).toBe(405);
    const { header } = await stack.payment("GET", url, { payer });
    const send = () => stack.call("GET", url, undefined, { "x-payment": header });
    const paid = await kit.watch(payer, async () => [await send(), await send()]);
    expect(paid.answer.map(({ status }) => status)).toEqual([200, 200]);
    expect([paid.answer[0]?.body, paid.spentBase]).toEqual([paid.answer[1]?.body, TOOL_BASE]);
    // One payment is one answer: another question with it is refused.
    const other = await kit.watch(payer, () =>
      stack.call("GET", ofVault("get_vault_info"), undefined, { "x-payment": header }),
    );
    expect([expectRefusal(other.answer), other.spentBase]).toEqual(["409 payment_reused", 0n]);
  });
});
