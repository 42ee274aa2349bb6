import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { expectRefusal } from "../support/expect-refusal.ts";
import { actionMessage, signOperator } from "../support/sign-operator.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { Answer, TestVault } from "../support/test-stack.ts";

/**
 * GRG has a symbol and an oracle's price on the local chain, and no deep market: what holds for it
 * holds for any stranger's token.
 */
let flow: Flow;
beforeAll(async () => {
  flow = await startFlow();
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const MINUTE = 60_000;
const grg = () => flow.stack.stack.chain.tokens.GRG.toLowerCase();
const buy = (vault: TestVault, amountIn = "100") =>
  flow.stack.tool(
    vault,
    "build_vault_swap",
    { tokenIn: "USDC", tokenOut: "GRG", amountIn, dex: "uniswap" },
    { executionMode: "delegated" },
  );
async function autonomousVault(): Promise<TestVault> {
  const vault = await flow.readyVault();
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  return vault;
}
const limits = (vault: TestVault, fields: object): Promise<Answer> =>
  flow.stack.call("POST", "/api/settings/limits", {
    vaultAddress: vault.address,
    chainId: 8453,
    ...fields,
  });
/** What the refusal says is to be signed, with the time in its place. */
const textOf = (refused: Answer, at: number): string => {
  const [, quoted = '""'] =
    /time?stamp in its place: ("(?:[^"\\]|\\.)*")/i.exec(String(refused.body.message)) ?? [];
  return (JSON.parse(quoted) as string).replace("<authTimestamp>", String(at));
};

test("security: call and order buy the unnamed only as signed, up to a day's amount", async () => {
  const vault = await autonomousVault();
  const refused = await buy(vault);
  expect(expectRefusal(refused)).toBe("400 token_not_allowed");
  expect(refused.body.details).toMatchObject({ token: grg() });
  const order = {
    sellToken: "USDC",
    buyToken: "GRG",
    totalAmount: "200",
    sliceCount: 2,
    dex: "uniswap",
  };
  const create = () =>
    flow.stack.tool(vault, "create_twap_order", {
      side: "sell",
      intervalMinutes: 5,
      autoExecute: true,
      ...order,
    });
  const notCreated = await create();
  expect(expectRefusal(notCreated)).toBe("400 token_not_allowed");

  // Neither the ordinary signature nor one for another change of the limits names it.
  const at = Math.floor(flow.stack.stack.nowMs());
  const { maxPerDay } = notCreated.body.details as { maxPerDay: string };
  expect(maxPerDay).toBe("230");
  const nameToken = { token: grg(), maxPerDay };
  const text = textOf(notCreated, at);
  expect(text).toContain(`Action: loosen_limits 8453 ${vault.address} token ${grg()} 230`);
  const sign = (message: string) => signOperator(vault.ownerKey, message, at);
  const plainly = await sign(actionMessage(at, "loosen_limits", 8453, vault.address));
  for (const signed of [await flow.stack.credentials(vault.ownerKey), plainly])
    expect((await limits(vault, { nameToken, ...signed })).status).toBe(401);
  const signed = await sign(text);
  expect(
    (await limits(vault, { nameToken: { token: grg(), maxPerDay: "231" }, ...signed })).status,
  ).toBe(401);
  const named = await limits(vault, { nameToken, ...signed });
  expect([named.status, named.body.limits?.named]).toEqual([200, [nameToken]]);

  expect((await create()).status).toBe(200);
  expect(await flow.stack.advance(5 * MINUTE)).toMatchObject({ executed: 1 });
  expect((await buy(vault)).body.execution?.status).toBe("confirmed");
  // 200 of 230 are used.
  expect(await buy(vault, "30.000001")).toMatchObject({
    status: 400,
    body: {
      error: "limit_exceeded",
      details: { limit: "maxPerTokenPerDay", token: grg(), allowed: "230" },
    },
  });
});

test("behavior: in confirm mode the card has address and warning; approval buys once", async () => {
  const vault = await flow.readyVault();
  const offered = await buy(vault);
  expect([offered.status, offered.body.operationId]).toEqual([200, expect.any(String)]);
  expect(offered.body.message).toContain(
    `Warning: this buys ${grg()}, which is not among the tokens with deep markets`,
  );
  const approved = await flow.stack.call("POST", "/api/operations/approve", {
    ...{ operationId: offered.body.operationId, vaultAddress: vault.address, chainId: 8453 },
    ...(await flow.stack.credentials(vault.ownerKey)),
  });
  expect([approved.status, approved.body.execution?.status]).toEqual([200, "confirmed"]);
});
