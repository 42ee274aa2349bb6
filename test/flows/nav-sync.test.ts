import { encodeFunctionData, erc20Abi, parseAbi } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import type { ChainHandle } from "../../local/chain/chain-handle.ts";
import { createVault } from "../../local/chain/create-vault.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import type { AcrossParts } from "../../local/stack/start-parts.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { MINUTE } from "../support/flow-orders.ts";
import {
  startTestStack,
  type TestStack,
  type TestVault,
  TRADE_SELECTORS,
} from "../support/test-stack.ts";

const usdc = (whole: number) => BigInt(Math.round(whole * 1_000_000));
const BRIDGE = "0x770d096f";

let stack: TestStack;
let across: AcrossParts;
beforeAll(async () => {
  stack = await startTestStack({ chains: [8453, 42161] });
  if (stack.stack.across === undefined) throw new Error("the second chain did not start");
  across = stack.stack.across;
}, 180_000);
afterAll(() => stack?.stop());

/** What a failed test leaves behind must not run in the next one. */
let vaults: TestVault[] = [];
afterEach(async () => {
  for (const vault of vaults) await stack.tool(vault, "cancel_nav_sync", { configId: 1 });
  vaults = [];
});

let names = 0;
/**
 * A vault with 100,000 units on each chain, of which those on 8453 are worth `above` USDC more
 * together.
 */
async function vaultOnBoth(above: number): Promise<TestVault> {
  const name = `Synced ${++names}`;
  const vault = await stack.newVault({ name, fund: above === 0 ? {} : { USDC: usdc(above) } });
  await createVault(across.chain, { name, ownerKey: vault.ownerKey });
  vaults.push(vault);
  return vault;
}
async function delegatedOnBoth(above: number): Promise<TestVault> {
  const vault = await vaultOnBoth(above);
  await stack.delegated(vault, [...TRADE_SELECTORS, BRIDGE]);
  await stack.pair(vault);
  return vault;
}

const held = (chain: ChainHandle, vault: TestVault) =>
  chainClient(chain).readContract({
    ...{
      address: chain.tokens.USDC,
      abi: erc20Abi,
      functionName: "balanceOf",
      args: [vault.address],
    },
  });
const create = (vault: TestVault, args: Record<string, unknown> = {}) =>
  stack.tool(vault, "create_nav_sync", { intervalMinutes: 5, ...args });
const list = async (vault: TestVault) =>
  (await stack.tool(vault, "list_nav_syncs")).body.data.navSyncs;
const events = async (vault: TestVault) =>
  (await stack.call("GET", `/api/strategy-events?vault=${vault.address}`)).body.events;

describe("a run", () => {
  test("default: sends from highest to lowest chain within caps till the day is used", async () => {
    const vault = await delegatedOnBoth(6_000);
    const created = await create(vault, { maxPerRun: "900", maxPerDay: "1500" });
    expect(created.status).toBe(200);
    expect(created.body.data.configId).toBe(1);
    const { chain } = stack.stack;
    const [here, there] = [await held(chain, vault), await held(across.chain, vault)];
    expect(here - there).toBe(usdc(6_000));

    expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, executed: 1, failed: 0 });
    expect(await held(chain, vault)).toBe(here - usdc(900));
    expect(await across.relayer.fill()).toMatchObject([
      { outcome: "filled", destinationChainId: 42161 },
    ]);
    const arrived = (await held(across.chain, vault)) - there;
    expect(arrived > usdc(898) && arrived <= usdc(900)).toBe(true);
    expect(await events(vault)).toMatchObject([
      { type: "nav_sync", success: true, navSyncId: 1, fromChainId: 8453, toChainId: 42161 },
    ]);
    expect(await stack.outbox(vault)).toMatchObject([
      {
        kind: "nav_sync_sent",
        amount: "900",
        token: "USDC",
        fromChainId: 8453,
        toChainId: 42161,
        spreadBps: 600,
      },
    ]);

    // Until it must have arrived nothing is compared again, however short the interval.
    expect(await stack.advance(10 * MINUTE)).toMatchObject({ slices: 0 });
    expect(await stack.advance(6 * MINUTE)).toMatchObject({ slices: 1, executed: 1 });
    expect(await held(chain, vault)).toBe(here - usdc(1_500));
    expect(await across.relayer.fill()).toMatchObject([{ outcome: "filled" }]);
    expect(await stack.advance(16 * MINUTE)).toMatchObject({ slices: 1, executed: 1 });
    expect(await held(chain, vault)).toBe(here - usdc(1_500));
    const [sync] = await list(vault);
    expect(sync).toMatchObject({
      id: 1,
      state: "active",
      syncsExecuted: 2,
      lastSync: { amount: "600" },
    });
    expect(sync.lastLook.found).toContain("the cap of 24 hours is used up");
    expect((await events(vault)).length).toBe(2);

    const cancelled = await stack.tool(vault, "cancel_nav_sync", { configId: 1 });
    expect(cancelled.body).toMatchObject({
      data: { configId: 1, state: "cancelled", pendingHashes: [] },
    });
    expect(await stack.advance(30 * MINUTE)).toMatchObject({ slices: 0 });
    expect(expectRefusal(await stack.tool(vault, "cancel_nav_sync", { configId: 1 }))).toBe(
      "400 nav_sync_not_found",
    );
  });

  test("error: what nobody pays out stops it: nothing sent, told how money returns", async () => {
    const vault = await delegatedOnBoth(6_000);
    const { chain } = stack.stack;
    const here = await held(chain, vault);
    await create(vault, { maxPerRun: "900", maxPerDay: "5000" });
    expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, executed: 1 });
    expect(await held(chain, vault)).toBe(here - usdc(900));
    expect(await stack.advance(16 * MINUTE)).toMatchObject({ slices: 1, failed: 1 });
    expect(await held(chain, vault)).toBe(here - usdc(900));
    const [sync] = await list(vault);
    expect(sync).toMatchObject({ state: "auto_paused", active: false, syncsExecuted: 1 });
    expect(sync.lastError).toContain("did not arrive: 900 USDC from base to arbitrum");
    const told = await stack.outbox(vault);
    expect(told.map(({ kind, code }) => [kind, code])).toEqual([
      ["nav_sync_sent", undefined],
      ["nav_sync_failed", "bridge_not_arrived"],
      ["nav_sync_auto_paused", undefined],
    ]);
    // What it names gives the transaction that hands the refund on.
    await across.relayer.refundExpired();
    const transactionHash = sync.lastSync.hash;
    const verified = await stack.tool(vault, "verify_bridge_arrival", { transactionHash });
    expect(verified.body.data).toMatchObject({ status: "refunded" });
    const { to, data } = verified.body.data.refundTransaction;
    await sendTransaction(chain, { from: chain.accounts.stranger.address, to, data });
    expect(await held(chain, vault)).toBe(here);
  });

  test("default: balanced chains are left alone, without an event", async () => {
    const vault = await delegatedOnBoth(0);
    const before = await held(stack.stack.chain, vault);
    await create(vault);
    expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, executed: 1 });
    expect(await held(stack.stack.chain, vault)).toBe(before);
    const [sync] = await list(vault);
    expect(sync.lastLook.found).toContain("NAV per unit is 0% (0 bps) apart");
    expect([await events(vault), await stack.outbox(vault)]).toEqual([[], []]);
  });

  test("error: three failures in a row stop it, each told why; frozen sends nothing", async () => {
    const vault = await delegatedOnBoth(6_000);
    const before = await held(stack.stack.chain, vault);
    await create(vault);
    await stack.tool(vault, "freeze_vault");
    for (const [index, wait] of [MINUTE, 6 * MINUTE, 6 * MINUTE].entries()) {
      expect(await stack.advance(wait)).toMatchObject({ slices: 1, failed: 1 });
      expect((await list(vault))[0]).toMatchObject({ consecutiveFailures: index + 1 });
    }
    expect((await list(vault))[0]).toMatchObject({ state: "auto_paused", active: false });
    expect((await stack.outbox(vault)).map(({ kind, code }) => [kind, code])).toEqual([
      ["nav_sync_failed", "vault_frozen"],
      ["nav_sync_failed", "vault_frozen"],
      ["nav_sync_failed", "vault_frozen"],
      ["nav_sync_auto_paused", undefined],
    ]);
    expect(await held(stack.stack.chain, vault)).toBe(before);
    expect(await stack.advance(30 * MINUTE)).toMatchObject({ slices: 0 });
  });

  test("behavior: a chain that has another owner gets nothing", async () => {
    const vault = await delegatedOnBoth(6_000);
    const before = await held(stack.stack.chain, vault);
    await create(vault);
    const abi = parseAbi(["function setOwner(address newOwner)"]);
    const data = encodeFunctionData({
      abi,
      functionName: "setOwner",
      args: [across.chain.accounts.whale.address],
    });
    await sendTransaction(across.chain, {
      from: privateKeyToAccount(vault.ownerKey),
      to: vault.address,
      data,
    });
    expect(await stack.advance(MINUTE)).toMatchObject({ slices: 1, executed: 1 });
    expect(await held(stack.stack.chain, vault)).toBe(before);
    expect((await list(vault))[0].lastLook.found).toBe("The vault is on fewer than two chains.");
  });
});

describe("create_nav_sync", () => {
  test("error: without the bridge's method, twice, and with caps that are none", async () => {
    const vault = await vaultOnBoth(0);
    const never = await create(vault);
    expect(expectRefusal(never)).toBe("400 not_delegated");
    await stack.delegated(vault, TRADE_SELECTORS);
    const missing = await create(vault);
    expect(expectRefusal(missing)).toBe("400 not_delegated");
    // Both name the call that helps; without its scope that call would grant spot trading, which is
    // there already.
    for (const { body } of [never, missing]) {
      expect(body.message).toContain('setup_delegation with scopes: ["bridge"]');
      expect(body.details.scopes).toEqual(["bridge"]);
    }
    const { scopes } = missing.body.details;
    expect((await stack.tool(vault, "setup_delegation", { scopes })).body.data.selectors).toEqual([
      BRIDGE,
    ]);
    const plain = await stack.tool(vault, "setup_delegation");
    expect(plain.body.message).toContain(
      "Further rights are asked for by scopes: liquidity, perps, bridge, staking.",
    );
    const transfer = await stack.tool(
      vault,
      "crosschain_transfer",
      { token: "USDC", amount: "100", destinationChain: "arbitrum" },
      { executionMode: "delegated" },
    );
    expect(expectRefusal(transfer)).toBe("400 not_delegated");
    expect([transfer.body.message, transfer.body.details.scopes]).toEqual([
      expect.stringContaining('setup_delegation with scopes: ["bridge"]'),
      ["bridge"],
    ]);
    expect(missing.body.details).toEqual({ missing: [BRIDGE], scopes });
    await stack.delegated(vault, [...TRADE_SELECTORS, BRIDGE]);
    for (const [argument, args] of [
      ["intervalMinutes", { intervalMinutes: 4 }],
      ["intervalMinutes", { intervalMinutes: 5.5 }],
      ["thresholdBps", { thresholdBps: 9 }],
      ["thresholdBps", { thresholdBps: "200" }],
      ["token", { token: "GRG" }],
      ["maxPerRun", { maxPerRun: "0" }],
      ["maxPerRun", { maxPerRun: "1,000" }],
      ["maxPerRun", { maxPerRun: "0.0000001" }],
      ["maxPerRun", { maxPerRun: 100 }],
      ["maxPerRun", { token: "WETH" }],
      ["maxPerDay", { maxPerDay: "-1" }],
      ["maxPerDay", { token: "WETH", maxPerRun: "1" }],
      ["maxPerDay", { maxPerRun: "10", maxPerDay: "9.999999" }],
    ] as const) {
      const refused = await create(vault, args);
      expect(expectRefusal(refused, argument)).toBe("400 invalid_request");
      expect(refused.body.message, JSON.stringify(args)).toContain(argument);
    }
    const created = await create(vault, { token: "usdc", maxPerRun: "10" });
    expect(created.body.data.navSync).toMatchObject({
      ...{
        id: 1,
        token: "USDC",
        thresholdBps: 200,
        maxPerRun: "10",
        maxPerDay: "5000",
        active: true,
      },
    });
    const second = await create(vault);
    expect(expectRefusal(second)).toBe("400 nav_sync_exists");
    expect(second.body.details).toEqual({ configId: 1, chainId: 8453 });
    for (const configId of [0, -1, 1.5, "1", undefined])
      expect(expectRefusal(await stack.tool(vault, "cancel_nav_sync", { configId }))).toBe(
        "400 invalid_request",
      );
  });

  test("error: nobody but the owner creates, lists or cancels one", async () => {
    const [vault, stranger] = [await delegatedOnBoth(0), await stack.newVault()];
    for (const tool of ["create_nav_sync", "list_nav_syncs", "cancel_nav_sync"]) {
      const args = tool === "cancel_nav_sync" ? { configId: 1 } : {};
      const other = await stack.tool(stranger, tool, args, { vaultAddress: vault.address });
      expect(expectRefusal(other)).toBe("403 not_vault_owner");
      const anonymous = {
        operatorAddress: undefined,
        authSignature: undefined,
        authTimestamp: undefined,
      };
      expect(expectRefusal(await stack.tool(vault, tool, args, anonymous))).toBe(
        "401 auth_required",
      );
    }
  });
});
