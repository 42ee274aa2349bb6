import { type Hex, parseAbi } from "viem";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { credentialHeaders } from "../support/credential-headers.ts";
import { giveGrant, toolAs } from "../support/give-grant.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import { type TestVault, TRADE_SELECTORS } from "../support/test-stack.ts";

let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const LIQUIDITY: Hex = "0xdd46508f";
// Of the position manager and the vault, written out apart from ours.
const abi = parseAbi([
  "function getPositionLiquidity(uint256 tokenId) view returns (uint128)",
  "function getUniV4TokenIds() view returns (uint256[])",
]);
const liquidityOf = (tokenId: string) =>
  flow.chain.client.readContract({
    address: flow.stack.stack.chain.addresses.positionManager,
    abi,
    functionName: "getPositionLiquidity",
    args: [BigInt(tokenId)],
  });

/**
 * A vault whose agent acts on its own, with a position, and a grant that may give away a single
 * USDC in a day.
 */
async function withPosition() {
  const vault = await flow.newVault();
  await flow.stack.delegated(vault, [...TRADE_SELECTORS, LIQUIDITY]);
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  const open = { tokenA: "ETH", tokenB: "USDC", fee: 500, amountA: "1", tickRange: "+-10%" };
  const added = await flow.stack.tool(vault, "add_liquidity", open, { executionMode: "delegated" });
  expect(added, JSON.stringify(added.body)).toMatchObject({
    body: { execution: { status: "confirmed" } },
  });
  const ids = await flow.chain.client.readContract({
    address: vault.address,
    abi,
    functionName: "getUniV4TokenIds",
  });
  const grant = await giveGrant(flow.stack, vault, { scope: "trade", maxPerDay: "1", name: "bot" });
  return { vault, grant, tokenId: String(ids[0]) };
}

async function leftOf(vault: TestVault): Promise<string> {
  const headers = credentialHeaders(await flow.stack.credentials(vault.ownerKey));
  const { body } = await flow.stack.call(
    "GET",
    `/api/grants?vault=${vault.address}`,
    undefined,
    headers,
  );
  return body.grants[0].left;
}

test("behavior: an agent takes out liquidity at pool price, no limit used; fees too", async () => {
  const { vault, grant, tokenId } = await withPosition();
  const whole = await liquidityOf(tokenId);
  const args = { tokenId, liquidityAmount: "50%" };
  // Half a percent below, where the owner set no slippage; a whole one for the owner.
  const planned = await toolAs(flow.stack, grant, vault, "remove_liquidity", args, {
    executionMode: "manual",
  });
  expect(planned.status, JSON.stringify(planned.body)).toBe(200);
  const owners = await flow.stack.tool(vault, "remove_liquidity", args);
  for (const [answer, bps] of [
    [planned, 9_950n],
    [owners, 9_900n],
  ] as const) {
    const [, dollars] = answer.body.data.amounts;
    expect(dollars).toMatchObject({ symbol: "USDC", direction: "out" });
    expect(dollars.boundBase).toBe(String((BigInt(dollars.amountBase) * bps) / 10_000n));
  }
  const half = await toolAs(flow.stack, grant, vault, "remove_liquidity", args);
  expect(half, JSON.stringify(half.body)).toMatchObject({
    status: 200,
    body: { execution: { status: "confirmed" } },
  });
  expect(half.body.operationId).toBe(undefined);
  expect(await liquidityOf(tokenId)).toBe(whole - whole / 2n);
  // Somebody trades there and back, so there are fees.
  await flow.movePool("v4_ETH_USDC", 10_200);
  await flow.movePool("v4_ETH_USDC", 10_000);
  for (const tool of ["collect_lp_fees", "burn_position"]) {
    const sent = await toolAs(flow.stack, grant, vault, tool, { tokenId });
    expect(sent, JSON.stringify(sent.body)).toMatchObject({
      body: { execution: { status: "confirmed" } },
    });
  }
  expect(await leftOf(vault)).toBe("1");
});

test("security: at a worse price it waits as a card; the owner's approval sends it", async () => {
  const { vault, grant, tokenId } = await withPosition();
  const whole = await liquidityOf(tokenId);
  await flow.stack.tool(vault, "set_default_slippage", { slippage: "3%" });
  const nonce = await flow.chain.nonceOf(vault.agent);
  for (const [tool, args] of [
    ["remove_liquidity", { liquidityAmount: "50%" }],
    ["burn_position", {}],
    // A single unit: a few hundred wei of the coin come out, and no dollar at least.
    ["remove_liquidity", { liquidityAmount: "1" }],
  ] as const) {
    const asked = await toolAs(flow.stack, grant, vault, tool, { tokenId, ...args });
    expect([tool, asked.status, asked.body.execution]).toEqual([tool, 200, undefined]);
    expect(asked.body.operationId).toEqual(expect.any(String));
  }
  expect([await liquidityOf(tokenId), await flow.chain.nonceOf(vault.agent)]).toEqual([
    whole,
    nonce,
  ]);
  const headers = credentialHeaders(await flow.stack.credentials(vault.ownerKey));
  const listed = await flow.stack.call(
    "GET",
    `/api/operations?vault=${vault.address}`,
    undefined,
    headers,
  );
  const { operationId } = listed.body.operations[0];
  const done = await flow.orders.post(vault, "/api/operations/approve", { operationId });
  expect(done.body.execution?.status, JSON.stringify(done.body)).toBe("confirmed");
});

test("security: in confirm mode and by a proposing grant, a pool-price exit waits", async () => {
  const { vault, grant, tokenId } = await withPosition();
  const half = { tokenId, liquidityAmount: "50%" };
  const proposer = await giveGrant(flow.stack, vault, { scope: "propose" });
  const proposed = await toolAs(flow.stack, proposer, vault, "remove_liquidity", half);
  expect([proposed.body.execution, proposed.body.operationId]).toEqual([
    undefined,
    expect.any(String),
  ]);
  await flow.orders.set(vault, "exec-mode", { mode: "confirm" });
  const asked = await toolAs(flow.stack, grant, vault, "remove_liquidity", half);
  expect([asked.body.execution, asked.body.operationId]).toEqual([undefined, expect.any(String)]);
});
