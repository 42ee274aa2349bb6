import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { dumpRedis } from "../support/dump-redis.ts";
import { routeTables } from "../support/route-tables.ts";
import { plainMessage, signOperator } from "../support/sign-operator.ts";
import { startTestStack, type TestStack, type TestVault } from "../support/test-stack.ts";

// A security review's attacks on the store by callers who own nothing (commit b6399d6). Each test names its hole.
let stack: TestStack;
let vault: TestVault;
beforeAll(async () => {
  stack = await startTestStack();
  vault = await stack.newVault();
});
beforeEach(() => stack.proxies.redis.reset());
afterAll(() => stack?.stop());

const swap = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap" };
const anonymousBuild = (of: TestVault) =>
  stack.call("POST", "/api/tools?toolName=build_vault_swap", {
    arguments: swap,
    vaultAddress: of.address,
    chainId: 8453,
  });
const navKeyOf = (of: TestVault) => `sx:local:nav:8453:${of.address}`;
const keys = async () => Object.keys(await dumpRedis(stack.stack.redis)).sort();
const navWrites = () =>
  stack.proxies.redis
    .log()
    .filter(({ body }) => body.includes(":request:record-nav:") && body.includes(navKeyOf(vault)));

/** What is written after an answer is there once an operator's build, asked for later, has left its own. */
async function settled(): Promise<string[]> {
  const before = await keys();
  const other = await stack.newVault();
  expect(await stack.tool(other, "build_vault_swap", swap)).toMatchObject({ status: 200 });
  const isTheirs = (key: string) =>
    key === navKeyOf(other) ||
    key === `sx:local:bound-form:${other.owner.toLowerCase()}` ||
    (/:request:(record-nav|mark-bound-form):/.test(key) && !before.includes(key));
  await expect.poll(async () => await stack.stack.redis.command(["EXISTS", navKeyOf(other)])).toBe(1);
  const after = await keys();
  return after.filter((key) => !isTheirs(key));
}

// Reading an operator's context wrote that they sign the bound form: one key for ever for every random key, unpaid.
test("M4: strangers with random keys, in either form, at every door and for any vault, leave no key in Redis", async () => {
  const nobody = { ...vault, address: `0x${"12".repeat(20)}` as const };
  const before = await keys();
  const seen = new Map<string, number>();
  for (const [of, form] of [
    [vault, "bound"],
    [vault, "plain"],
    [nobody, "bound"],
    [nobody, "plain"],
  ] as const) {
    const key = generatePrivateKey();
    const stranger = { ...of, ownerKey: key, owner: privateKeyToAccount(key).address };
    const credentials =
      form === "bound"
        ? await stack.credentials(key)
        : await signOperator(key, plainMessage(), Math.floor(stack.stack.nowMs()));
    const tables = routeTables(stack, stranger, credentials);
    for (const [route, { query = "", valid, required }] of Object.entries(tables)) {
      const [method, path] = route.split(" ") as [string, string];
      if (!required.includes("authSignature") && path !== "/api/tools") continue;
      const asQuery = `?${new URLSearchParams(Object.entries(valid).map(([name, value]) => [name, String(value)]))}`;
      const answer =
        method === "GET" ? await stack.call(method, path + asQuery) : await stack.call(method, path + query, valid);
      seen.set(`${route} ${answer.status}`, (seen.get(`${route} ${answer.status}`) ?? 0) + 1);
    }
    for (const toolName of ["build_vault_swap", "revoke_delegation", "create_twap_order", "list_twap_orders"]) {
      const answer = await stack.call("POST", `/api/tools?toolName=${toolName}`, {
        arguments: toolName === "build_vault_swap" ? swap : toolName === "create_twap_order" ? ORDER : {},
        vaultAddress: of.address,
        chainId: 8453,
        ...credentials,
      });
      expect(answer.status, toolName).toBe(403);
    }
  }
  // Nobody got in, and no door was left out.
  expect([...seen.keys()].filter((line) => !line.endsWith(" 403") && line !== "GET /api/tools 200")).toEqual([]);
  expect(seen.size).toBeGreaterThan(7);
  expect(await settled()).toEqual(before);
});

const ORDER = {
  side: "sell",
  sellToken: "USDC",
  buyToken: "ETH",
  totalAmount: "100",
  sliceCount: 2,
  intervalMinutes: 5,
};

// A stranger could time builds to a moved oracle and raise the 24-hour baseline: the vault's own trades were then refused.
test("M5: an anonymous build writes no NAV baseline; an operator's build does", async () => {
  const before = await keys();
  expect(await anonymousBuild(vault)).toMatchObject({ status: 200, body: { transaction: { to: vault.address } } });
  expect(await settled()).toEqual(before);
  expect(navWrites()).toEqual([]);

  expect(await stack.tool(vault, "build_vault_swap", swap)).toMatchObject({ status: 200 });
  await expect.poll(async () => await stack.stack.redis.command(["HLEN", navKeyOf(vault)])).toBe(1);
  expect(navWrites()).toHaveLength(1);
});
