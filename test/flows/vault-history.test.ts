import { type Address, createPublicClient, encodeFunctionData, http, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { credentialHeaders } from "../support/callers/credential-headers.ts";
import { getAs, giveGrant } from "../support/callers/give-grant.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { type Flow, startFlow } from "../support/flows/start-flow.ts";
import type { Answer, TestVault } from "../support/test-stack.ts";
import { watchWire } from "../support/watch-wire.ts";

const HOUR = 3_600_000;
const USDC = 10n ** 6n;

// Imports nothing of the service: what the vault's contract says of itself at a block.
const abi = parseAbi([
  "struct NavData { uint256 totalValue; uint256 unitaryValue; uint256 timestamp; }",
  "function getNavDataView() view returns (NavData)",
  "function totalSupply() view returns (uint256)",
  "function decimals() view returns (uint8)",
  "function approve(address spender, uint256 amount)",
  "function mint(address recipient, uint256 amountIn, uint256 amountOutMin) returns (uint256)",
]);
async function byChain(rpcUrl: string, vault: Address, blockNumber: bigint) {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const at = { address: vault, abi, blockNumber } as const;
  const nav = await client.readContract({ ...at, functionName: "getNavDataView" });
  const supply = await client.readContract({ ...at, functionName: "totalSupply" });
  const { timestamp } = await client.getBlock({ blockNumber });
  return { nav: nav.unitaryValue, value: nav.totalValue, supply, atMs: Number(timestamp) * 1_000 };
}

let flow: Flow;
let vault: TestVault;
beforeAll(async () => {
  flow = await startFlow();
  vault = await flow.stack.newVault();
  await flow.stack.delegated(vault);
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const get = async (query: string, by: TestVault | null = vault): Promise<Answer> => {
  const headers = by === null ? {} : credentialHeaders(await flow.stack.credentials(by.ownerKey));
  return flow.stack.call("GET", `/api/vault/history?${query}`, undefined, headers, { pay: false });
};
const query = (of: TestVault = vault) => `vault=${of.address}&chainId=8453`;
const read = async (of: TestVault = vault): Promise<any> => {
  const answer = await get(query(of), of);
  expect(answer.status, JSON.stringify(answer.body)).toBe(200);
  return answer.body;
};
/** A tick so much later, and its samples, which come behind its answer. */
const sampled = async (ms: number, count: number): Promise<void> => {
  await flow.stack.advance(ms);
  await expect.poll(async () => (await read()).samples.length).toBe(count);
};
async function deposit(amount: bigint): Promise<void> {
  const { chain } = flow.stack.stack;
  const owner = privateKeyToAccount(vault.ownerKey);
  await fundAccount(chain, owner.address, { USDC: amount });
  const approve = encodeFunctionData({
    abi,
    functionName: "approve",
    args: [vault.address, amount],
  });
  await sendTransaction(chain, { from: owner, to: chain.tokens.USDC, data: approve });
  const args = [owner.address, amount, 0n] as const;
  const data = encodeFunctionData({ abi, functionName: "mint", args });
  await sendTransaction(chain, { from: owner, to: vault.address, data });
}

describe("a vault that gains, takes a deposit, and gains again", () => {
  test("default: samples, sums are what its contract says at those blocks, to the last unit", async () => {
    await sampled(60_000, 1);
    await fundAccount(flow.stack.stack.chain, vault.address, { USDC: 1_234n * USDC + 5n });
    await sampled(HOUR, 2);
    await deposit(50_000n * USDC);
    await sampled(HOUR, 3);
    await fundAccount(flow.stack.stack.chain, vault.address, { USDC: 77n * USDC });
    await sampled(HOUR, 4);
    const body = await read();
    const { rpcUrl } = flow.stack.stack.chain;
    const own: Awaited<ReturnType<typeof byChain>>[] = await Promise.all(
      body.samples.map(({ block }: any) => byChain(rpcUrl, vault.address, BigInt(block))),
    );
    expect(
      body.samples.map(({ atMs, figures }: any) => [
        ...[atMs, figures.unitaryValueBase, figures.supplyBase, figures.netTotalValueBase],
        figures.movedPerUnitBase,
      ]),
    ).toEqual(
      own.map(({ atMs, nav, supply, value }) => [atMs, `${nav}`, `${supply}`, `${value}`, "0"]),
    );
    // The formulas, in USDC times the vault's own unit.
    let performance = 0n;
    let flows = 0n;
    for (const [index, before] of own.slice(0, -1).entries()) {
      const after = own[index + 1]!;
      performance += (after.nav - before.nav) * before.supply;
      flows += after.nav * (after.supply - before.supply);
    }
    const units = (text: string) => {
      const [whole = "", fraction = ""] = text.split(".");
      return BigInt(whole + fraction.padEnd(6 + body.decimals, "0"));
    };
    expect(body.sums).not.toBeNull();
    expect(units(body.sums.performance)).toBe(performance);
    expect(units(body.sums.flows)).toBe(flows);
    expect(units(body.sums.change)).toBe(performance + flows);
    // What it was given is made, what was deposited is not.
    const scale = 10n ** BigInt(body.decimals);
    expect(performance / scale / USDC).toBeGreaterThanOrEqual(1_300n);
    expect(performance / scale / USDC).toBeLessThan(1_400n);
    expect(flows / scale / USDC).toBeGreaterThan(49_000n);
    expect(body).toMatchObject({ isSampled: true, gaps: [] });
  });

  test("behavior: hours without a tick are a gap, named", async () => {
    const { samples } = await read();
    await sampled(5 * HOUR, 5);
    const body = await read();
    expect(body.gaps).toEqual([{ fromMs: samples.at(-1).atMs, toMs: body.samples.at(-1).atMs }]);
  });

  test("behavior: the tool shows the same and says it in words; `days` bounds what is shown", async () => {
    const { ok, ...shown } = await read();
    const { body, paid } = await flow.stack.tool(vault, "get_vault_history");
    expect([ok, paid]).toEqual([true, expect.anything()]);
    expect(body.data).toEqual(shown);
    expect(body.message).toContain(`performance ${shown.sums.performance}`);
    await sampled(26 * HOUR, 6);
    const day = await get(`${query()}&days=1`);
    expect(day.body.samples).toHaveLength(1);
    expect(day.body.sums).toBeNull();
  });
});

test("behavior: one trip to the store and at most two RPC requests; a tick's samples come behind its answer, in two trips", async () => {
  const wire = watchWire(flow.stack.proxies);
  await expect.poll(() => wire.requests().every(({ to }) => to !== null)).toBe(true);
  wire.reset();
  await read();
  expect(wire.labels("redis")).toEqual(["redis:read"]);
  expect(wire.requests("rpc").length, `${wire.labels()}`).toBeLessThanOrEqual(2);
  wire.stop();
});

test("error: no headers 401, a stranger 403, a grant to read opens it, bad days are named", async () => {
  const stranger = await flow.newVault();
  expect(expectRefusal(await get(query(), null))).toBe("401 auth_required");
  expect(expectRefusal(await get(query(), stranger))).toBe("403 not_vault_owner");
  for (const days of ["0", "401", "x", "1.5", "-1", ""]) {
    const answer = await get(`${query()}&days=${days}`);
    expect([days, expectRefusal(answer)]).toEqual([days, "400 invalid_request"]);
    expect(answer.body.message).toContain("days");
  }
  const grant = await giveGrant(flow.stack, vault, { scope: "read" });
  const answer = await getAs(flow.stack, grant, `/api/vault/history?${query()}`);
  expect([answer.status, answer.body.samples?.length]).toEqual([200, 6]);
});

test("behavior: a vault that never delegated says that nothing is sampled", async () => {
  const other = await flow.newVault();
  const body = await read(other);
  expect(body).toMatchObject({ isSampled: false, samples: [], gaps: [], sums: null });
});
