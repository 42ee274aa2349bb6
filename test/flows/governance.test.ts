import { encodeFunctionData, parseAbi, parseEther } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { advanceTime } from "../../local/chain/advance-time.ts";
import { chainAbi } from "../../local/chain/chain-abi.ts";
import { creditStake } from "../../local/chain/credit-stake.ts";
import { sendTransaction } from "../../local/chain/send-transaction.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import { type TestVault, TRADE_SELECTORS } from "../support/test-stack.ts";

/**
 * The real contracts' own interface (RigoBlock/v3-contracts 0325f22, IStaking.sol), read with viem
 * straight from the node.
 */
const stakingAbi = parseAbi([
  "struct StoredBalance { uint64 currentEpoch; uint96 currentEpochBalance; uint96 nextEpochBalance; }",
  "function getTotalStake(address staker) view returns (uint256)",
  "function getOwnerStakeByStatus(address staker, uint8 status) view returns (StoredBalance)",
  "function currentEpoch() view returns (uint256)",
]);
/** stake, undelegateStake, unstake, withdrawDelegatorRewards (onchain-vectors.data.json). */
const STAKING_SELECTORS = ["0xa694fc3a", "0x4aace835", "0x2e17de78", "0xb880660b"] as const;
const DELEGATED = { executionMode: "delegated" };
const EPOCH_MS = 14 * 86_400_000;

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterAll(() => flow?.stack.stop());

const chain = () => flow.stack.stack.chain;
const read = (
  functionName: "getTotalStake" | "getOwnerStakeByStatus" | "currentEpoch",
  args: unknown[] = [],
) =>
  flow.chain.client.readContract({
    address: chain().addresses.stakingProxy,
    abi: stakingAbi,
    functionName,
    args,
  } as never) as Promise<any>;
const staked = (vault: TestVault): Promise<bigint> => read("getTotalStake", [vault.address]);
const stakeOf = (vault: TestVault, status: 0 | 1) =>
  read("getOwnerStakeByStatus", [vault.address, status]);
const grgOf = async (vault: TestVault): Promise<bigint> =>
  (await flow.chain.balances(vault.address)).GRG;
const stakingVault = () =>
  flow.newVault({ fund: { ETH: parseEther("10"), GRG: parseEther("1000") } });
async function agentVault(): Promise<TestVault> {
  const vault = await stakingVault();
  await flow.stack.delegated(vault, [...TRADE_SELECTORS, ...STAKING_SELECTORS]);
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  return vault;
}
/** Signs what the tool returned with the vault's owner; the transaction must be mined. */
async function signed(vault: TestVault, name: string, args: object = {}) {
  const { status, body } = await flow.stack.tool(vault, name, args);
  expect([name, status, body.message]).toEqual([name, 200, expect.any(String)]);
  const { to, data, value } = body.transaction;
  expect([to, value, body.transaction.from]).toEqual([
    vault.address,
    "0x0",
    vault.owner.toLowerCase(),
  ]);
  await sendTransaction(chain(), { from: privateKeyToAccount(vault.ownerKey), to, data });
  return body;
}
async function sent(vault: TestVault, name: string, args: object = {}) {
  const { status, body } = await flow.stack.tool(vault, name, args, DELEGATED);
  expect([name, status, body.message]).toEqual([name, 200, expect.any(String)]);
  expect(body.execution.status).toBe("confirmed");
  return body;
}
/** Chain and Worker go on to the epoch's end, and a stranger ends it. */
async function nextEpoch(): Promise<void> {
  await flow.stack.advance(EPOCH_MS);
  await advanceTime(chain(), 1_000);
  const data = encodeFunctionData({ abi: chainAbi, functionName: "endEpoch" });
  await sendTransaction(chain(), {
    from: privateKeyToAccount(chain().accounts.stranger.privateKey),
    to: chain().addresses.stakingProxy,
    data,
  });
}

describe("stake, signed by the owner and sent by the agent", () => {
  test("behavior: staked, undelegated and taken out in one epoch, NAV per unit stays", async () => {
    for (const [kind, act] of [
      ["manual", signed],
      ["delegated", sent],
    ] as const) {
      const vault = kind === "manual" ? await stakingVault() : await agentVault();
      const before = await flow.chain.nav(vault.address, vault.owner);
      const answer = await act(vault, "gov_stake", { amount: "400.5" });
      expect([kind, await staked(vault), await grgOf(vault)]).toEqual([
        kind,
        parseEther("400.5"),
        parseEther("599.5"),
      ]);
      expect(answer.data.navShield).toMatchObject({ measured: true, lossBps: 0 });
      expect(await stakeOf(vault, 1)).toMatchObject({
        currentEpochBalance: 0n,
        nextEpochBalance: parseEther("400.5"),
      });

      const undelegated = await act(vault, "gov_undelegate_stake", { amount: "100" });
      if (kind === "manual") expect(undelegated.message).toContain("it can be taken out at once");
      await act(vault, "grg_unstake", { amount: "100" });
      expect([await staked(vault), await grgOf(vault)]).toEqual([
        parseEther("300.5"),
        parseEther("699.5"),
      ]);
      expect((await flow.chain.nav(vault.address, vault.owner)).unitaryValue).toBe(
        before.unitaryValue,
      );
    }
  });

  test("error: more than there is, of each kind, tells what there is, sends nothing", async () => {
    const vault = await agentVault();
    const refused = (name: string, amount: string) =>
      flow.stack.tool(vault, name, { amount }, DELEGATED);
    expect(await refused("gov_stake", "1000.000000000000000001")).toMatchObject({
      status: 400,
      body: {
        error: "insufficient_balance",
        details: { balanceBase: "1000000000000000000000", decimals: 18 },
      },
    });
    expect(await refused("gov_undelegate_stake", "1")).toMatchObject({
      status: 400,
      body: { error: "insufficient_balance", details: { balanceBase: "0" } },
    });
    await sent(vault, "gov_stake", { amount: "200" });
    expect(await refused("gov_undelegate_stake", "200.1")).toMatchObject({
      body: { error: "insufficient_balance" },
    });
    const locked = await refused("gov_unstake", "1");
    expect(locked).toMatchObject({
      status: 400,
      body: {
        error: "stake_locked",
        details: { withdrawableBase: "0", delegatedBase: parseEther("200").toString() },
      },
    });
    expect(locked.body.message).toContain("200 GRG is delegated: undelegate it first");
    expect(await flow.stack.tool(vault, "gov_claim_rewards", {}, DELEGATED)).toMatchObject({
      status: 400,
      body: { error: "no_rewards", details: { epoch: String(await read("currentEpoch")) } },
    });
    expect(await flow.chain.nonceOf(vault.agent)).toBe(1);
  });

  test("error: an agent without the staking scope is told to delegate it", async () => {
    const vault = await stakingVault();
    await flow.stack.delegated(vault);
    await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
    expect(await flow.stack.tool(vault, "gov_stake", { amount: "10" }, DELEGATED)).toMatchObject({
      status: 400,
      body: { error: "not_delegated" },
    });
  });

  test.each([
    ["gov_stake", { amount: "0" }, "amount"],
    ["gov_stake", { amount: "1e3" }, "amount"],
    ["gov_stake", { amount: "-1" }, "amount"],
    ["gov_stake", { amount: 5 }, "amount"],
    ["gov_stake", {}, "amount"],
    ["gov_undelegate_stake", { amount: "1.0000000000000000001" }, "amount"],
    ["gov_unstake", { amount: " 1" }, "amount"],
    ["gov_unstake", { amount: "1", chain: "atlantis" }, "chain"],
    ["gov_claim_rewards", { chain: "" }, "chain"],
    ["gov_claim_rewards", { chain: 7 }, "chain"],
  ])("args: %s refuses %j and names the argument", async (name, args, named) => {
    const vault = await flow.newVault();
    const { status, body } = await flow.stack.tool(vault, name, args);
    expect([status, body.message]).toEqual([400, expect.stringContaining(named)]);
  });
});

test("behavior: three epochs lock and free stake, share and pay rewards, as on chain", async () => {
  const vault = await agentVault();
  await sent(vault, "gov_stake", { amount: "500" });
  await nextEpoch();
  // Delegated in an ended epoch: undelegated now, it leaves one epoch later.
  await creditStake(chain(), { vault: vault.address, rewardBase: parseEther("90") });
  const undelegating = await flow.stack.tool(vault, "gov_undelegate_stake", { amount: "200" });
  expect(undelegating.body.message).toMatch(
    /It can be taken out once epoch 2 has been ended: any account may end epoch 2 from 20\d\d-\d\d-\d\d \d\d:\d\d UTC on/,
  );
  await sent(vault, "gov_undelegate_stake", { amount: "200" });
  const waiting = await flow.stack.tool(vault, "gov_unstake", { amount: "200" });
  expect(waiting).toMatchObject({
    status: 400,
    body: { error: "stake_locked", details: { waitingBase: parseEther("200").toString() } },
  });
  expect(waiting.body.message).toContain("200 GRG more once epoch 2 has been ended");
  await nextEpoch();

  // The pool earned in epoch 2, and nobody has shared it yet: nothing moves before that.
  for (const [name, args] of [
    ["gov_stake", { amount: "1" }],
    ["gov_undelegate_stake", { amount: "1" }],
  ] as const)
    expect(await flow.stack.tool(vault, name, args, DELEGATED)).toMatchObject({
      status: 400,
      body: { error: "rewards_unclaimed" },
    });
  // 30% to the members, of whom the vault is the only one, and a tenth of the operator's 70% to the
  // vault as its pal.
  const [before, held] = [await flow.chain.nav(vault.address, vault.owner), await grgOf(vault)];
  const offered = await flow.stack.tool(vault, "gov_claim_rewards");
  expect(offered.body.message).toContain(
    "Claims 33.3 GRG of staking rewards for the vault. 56.7 GRG go to",
  );
  expect(offered.body.data.stake).toMatchObject({
    rewardBase: parseEther("27").toString(),
    epoch: "3",
  });
  await sent(vault, "grg_claim_rewards");
  // Shares per unit of stake are rounded down, on the real contracts too.
  expect(parseEther("33.3") - ((await grgOf(vault)) - held)).toBeLessThanOrEqual(1n);
  expect((await flow.chain.balances(vault.owner)).GRG).toBe(parseEther("56.7"));
  expect((await flow.chain.nav(vault.address, vault.owner)).unitaryValue).toBeGreaterThanOrEqual(
    before.unitaryValue,
  );
  expect(await flow.stack.tool(vault, "gov_claim_rewards")).toMatchObject({
    status: 400,
    body: { error: "no_rewards" },
  });

  await sent(vault, "gov_unstake", { amount: "200" });
  expect(await staked(vault)).toBe(parseEther("300"));
});

test("error: all stake does not leave while rewards would fall out of the NAV", async () => {
  const vault = await agentVault();
  await sent(vault, "gov_stake", { amount: "300" });
  await nextEpoch();
  await creditStake(chain(), { vault: vault.address, rewardBase: parseEther("50") });
  await sent(vault, "gov_undelegate_stake", { amount: "300" });
  await nextEpoch();
  const before = await flow.chain.nav(vault.address, vault.owner);
  expect(await flow.stack.tool(vault, "gov_unstake", { amount: "300" }, DELEGATED)).toMatchObject({
    status: 400,
    body: { error: "rewards_unclaimed", details: { rewardBase: parseEther("15").toString() } },
  });
  await sent(vault, "gov_claim_rewards");
  await sent(vault, "gov_unstake", { amount: "300" });
  expect(await staked(vault)).toBe(0n);
  const after = await flow.chain.nav(vault.address, vault.owner);
  expect(after.unitaryValue).toBeGreaterThanOrEqual(before.unitaryValue);
});

describe("the end of an epoch, signed by the owner", () => {
  /** Signs and mines every transaction of the answer, in its order. */
  async function ended(vault: TestVault): Promise<string[]> {
    const { status, body } = await flow.stack.tool(vault, "gov_end_epoch");
    expect(status, JSON.stringify(body)).toBe(200);
    expect(body.transaction).toEqual(body.transactions[0]);
    for (const { to, data, value, from } of body.transactions) {
      expect([to, value, from]).toEqual([
        chain().addresses.stakingProxy.toLowerCase(),
        "0x0",
        vault.owner.toLowerCase(),
      ]);
      await sendTransaction(chain(), { from: privateKeyToAccount(vault.ownerKey), to, data });
    }
    return body.transactions.map(({ data }: any) => data.slice(0, 10));
  }
  const overtime = async () => {
    await flow.stack.advance(EPOCH_MS);
    await advanceTime(chain(), 1_000);
  };
  const [END, FINALIZE] = ["0x0b9663db", "0xff691b11"];

  test("error: not before its time, and never by the agent", async () => {
    const vault = await agentVault();
    expect(await flow.stack.tool(vault, "gov_end_epoch")).toMatchObject({
      status: 400,
      body: { error: "epoch_running" },
    });
    expect(await flow.stack.tool(vault, "grg_end_epoch", {}, DELEGATED)).toMatchObject({
      status: 400,
    });
    expect(await flow.stack.tool(vault, "gov_end_epoch", { chain: 1 })).toMatchObject({
      status: 400,
      body: { error: "invalid_request" },
    });
    expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
  });

  test("behavior: at the epoch's end the pool's earnings are shared and claimable", async () => {
    const vault = await agentVault();
    await sent(vault, "gov_stake", { amount: "400" });
    await overtime();
    const epoch: bigint = await read("currentEpoch");
    expect(await flow.stack.tool(vault, "gov_end_epoch", {}, DELEGATED)).toMatchObject({
      status: 400,
      body: { error: "owner_only" },
    });
    expect(await ended(vault)).toEqual([END]);
    expect(await read("currentEpoch")).toBe(epoch + 1n);
    await creditStake(chain(), { vault: vault.address, rewardBase: parseEther("100") });
    await overtime();
    const held = await grgOf(vault);
    expect(await ended(vault)).toEqual([END, FINALIZE]);
    expect(await read("currentEpoch")).toBe(epoch + 2n);
    // The operator's 70%, a tenth of it to the vault, are paid at once.
    expect([(await flow.chain.balances(vault.owner)).GRG, (await grgOf(vault)) - held]).toEqual([
      parseEther("63"),
      parseEther("7"),
    ]);
    await sent(vault, "gov_claim_rewards");
    expect(parseEther("37") - ((await grgOf(vault)) - held)).toBeLessThanOrEqual(1n);
  });

  test("behavior: the last epoch's unshared part is first; each pool shares its own", async () => {
    const [vault, other] = [await agentVault(), await agentVault()];
    for (const one of [vault, other]) await sent(one, "gov_stake", { amount: "400" });
    await nextEpoch();
    for (const one of [vault, other])
      await creditStake(chain(), { vault: one.address, rewardBase: parseEther("10") });
    await nextEpoch();
    await overtime();
    const refused = await flow.stack.tool(vault, "gov_end_epoch");
    expect(refused).toMatchObject({
      status: 400,
      body: { error: "pools_not_finalized", details: { poolsToFinalize: "1" } },
    });
    expect(refused.body.message).toContain("1 other staking pool earned rewards");
    await sent(other, "gov_claim_rewards");
    expect(await ended(vault)).toEqual([FINALIZE, END]);
  });
});

test("behavior: in confirm mode a stake waits for its operator and is as offered", async () => {
  const vault = await stakingVault();
  await flow.stack.delegated(vault, [...TRADE_SELECTORS, ...STAKING_SELECTORS]);
  const { status, body } = await flow.stack.tool(vault, "gov_stake", { amount: "12.5" }, DELEGATED);
  expect([status, await staked(vault)]).toEqual([200, 0n]);
  const approved = await flow.orders.post(vault, "/api/operations/approve", {
    operationId: body.operationId,
  });
  expect([approved.status, approved.body.execution?.status]).toEqual([200, "confirmed"]);
  expect(await staked(vault)).toBe(parseEther("12.5"));
});
