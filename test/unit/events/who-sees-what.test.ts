import { pad } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { expect, test } from "vitest";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import { createAttackWorld } from "../../attack/attack-world.ts";
import { nodeWithoutVaults } from "../../attack/node-without-vaults.ts";
import { eraClient } from "../../support/mcp-era-client.ts";
import { boundMessage, signOperator } from "../../support/sign-operator.ts";
import { newAddress } from "../store/support/records.ts";

// Strangers see outcomes. At which price an order is armed, how it is changed, what it waits for
// and runs short of is its owner's.

const OWNER = generatePrivateKey();
const STRANGER = generatePrivateKey();
const VAULT = newAddress();
const SECRET = "1234.5";
const GRANT = { id: "0123456789abcdef".repeat(2), name: SECRET, agent: newAddress() };
const HASH = `0x${"ab".repeat(32)}`;

/**
 * Kept on Base and on Ethereum, where the vault of the same address may have another owner; oldest
 * first.
 */
function storedEvents(nowMs: number) {
  const at = (index: number) => ({ timestamp: nowMs - 60_000 + index, chainId: 8453 });
  const change = {
    type: "order_change",
    orderId: 1,
    version: 2,
    totalSlices: 5,
    sliceNumber: 2,
    progress: "1/5",
  };
  const trigger = {
    type: "trigger",
    condition: `stop: ETH at or below ${SECRET} USDC`,
    success: true,
  };
  const call = { type: "call", hash: HASH };
  return [
    {
      ...at(0),
      orderId: 1,
      sliceNumber: 1,
      totalSlices: 5,
      sellAmount: "20",
      buyAmount: "0.01",
      success: true,
    },
    {
      ...at(1),
      ...change,
      kind: "order_edited",
      before: { limitPrice: null },
      after: { limitPrice: SECRET },
    },
    { ...at(2), ...change, kind: "order_waiting", reason: "limit_price", sinceMs: nowMs - 90_000 },
    { ...at(3), ...change, kind: "order_resumed" },
    {
      ...at(4),
      ...change,
      kind: "slice_skipped",
      amount: "20",
      amountBase: "20000000",
      symbol: "USDC",
    },
    {
      ...{ ...at(5), ...change, kind: "order_underfunded" },
      shortages: [{ cause: "token", balance: "5", needed: "80", symbol: "USDC" }],
    },
    {
      ...at(6),
      ...trigger,
      orderId: 2,
      how: "refused",
      success: false,
      error: `not yet at ${SECRET}`,
    },
    { ...at(7), ...trigger, orderId: 3, how: "ordered", price: "1230", twapOrderId: 9 },
    {
      ...at(8),
      ...trigger,
      orderId: 4,
      how: "executed",
      price: "1230",
      sellAmount: "1",
      buyAmount: "1229",
    },
    { ...at(9), ...change, kind: "order_cancelled" },
    { ...at(10), type: "pairing", channel: SECRET, paired: true },
    {
      ...{
        ...at(11),
        type: "operation",
        operationId: "op1",
        how: "opened",
        tool: "build_vault_swap",
      },
      ...{ description: SECRET, grant: GRANT },
    },
    { ...at(12), type: "freeze", frozen: true, by: "agent", grant: GRANT },
    { ...at(13), type: "freeze", chainId: 1, frozen: false, by: "operator" },
    { ...at(14), ...call, status: "confirmed", sold: "100 USDC", bought: "0.05 ETH" },
    { ...at(15), ...call, grantId: GRANT.id, status: "reverted", error: `Price above ${SECRET}` },
    {
      ...{
        ...at(16),
        orderId: 1,
        sliceNumber: 2,
        totalSlices: 5,
        sellAmount: SECRET,
        buyAmount: "0",
        success: false,
      },
      ...{
        code: "insufficient_balance",
        error: `The vault holds ${SECRET} USDC, and 2000 are needed.`,
      },
    },
    {
      ...{
        ...at(17),
        type: "nav_sync",
        orderId: 5,
        token: "USDC",
        success: false,
        code: "limit_exceeded",
      },
      ...{ error: `It gives ${SECRET} USDC, above the limit.` },
      sync: { fromChainId: 8453, toChainId: 137, amount: SECRET, spreadBps: 300 },
    },
    // Without a code: a swap whose figures could not be read.
    {
      ...{
        ...at(18),
        orderId: 6,
        sliceNumber: 1,
        totalSlices: 1,
        sellAmount: "1",
        buyAmount: "0",
        success: false,
      },
      error: `The budget of ${SECRET} is used up.`,
    },
    {
      ...at(19),
      ...change,
      chainId: 1,
      kind: "order_edited",
      before: {},
      after: { limitPrice: SECRET },
    },
  ];
}
const PUBLIC = [
  ...[/^TWAP #1 slice 1\/5 executed/, /^Trigger order #4 at 1230 executed/, /^TWAP #1 cancelled/],
  ...[
    /^Call of the agent wallet executed: sold 100 USDC, bought 0.05 ETH$/,
    /^Call of the agent wallet reverted$/,
  ],
  ...[/^TWAP #1 slice 2\/5 failed: insufficient balance$/, /^NAV sync #5 failed: limit exceeded$/],
  /^TWAP #6 slice 1\/1 failed: its owner sees why$/,
];

function world() {
  const made = createAttackWorld({
    node: (_url, body) => {
      const calls = JSON.parse(body) as { id: number; method: string }[];
      if (calls.some(({ method }) => method !== "eth_call")) return nodeWithoutVaults(body);
      const owner = pad(privateKeyToAccount(OWNER).address, { size: 32 });
      return Response.json(calls.map(({ id }) => ({ jsonrpc: "2.0", id, result: owner })));
    },
  });
  for (const event of storedEvents(made.nowMs))
    made.command("LPUSH", createKeys("sx:production:").events(VAULT), JSON.stringify(event));
  return made;
}

async function headersOf(
  key: `0x${string}` | undefined,
  nowMs: number,
): Promise<Record<string, string>> {
  if (key === undefined) return {};
  const signed = await signOperator(key, boundMessage(nowMs), nowMs);
  return {
    "x-operator-address": signed.operatorAddress,
    "x-auth-signature": signed.authSignature,
    "x-auth-timestamp": String(signed.authTimestamp),
  };
}
type Polled = { events: { summary: string }[] };

async function polled(key?: `0x${string}`, chainId = 8453): Promise<string[]> {
  const { send, nowMs } = world();
  const path = `/api/strategy-events?vault=${VAULT}&chainId=${chainId}`;
  const answer = await send(
    { method: "GET", path, headers: await headersOf(key, nowMs) },
    "203.0.113.7",
  );
  expect(answer.status).toBe(200);
  return ((await answer.json()) as Polled).events.map(({ summary }) => summary);
}

/** Beside its summary, a stranger learns of a call when it was and whether it succeeded. */
test("attack: of a call that is no order's a stranger sees no hash and no status", async () => {
  const { send } = world();
  const answer = await send(
    { method: "GET", path: `/api/strategy-events?vault=${VAULT}` },
    "203.0.113.7",
  );
  const { events } = (await answer.json()) as { events: { type: string }[] };
  for (const event of events.filter(({ type }) => type === "call"))
    expect(Object.keys(event).sort()).toEqual(["success", "summary", "timestamp", "type"]);
});

async function readOverMcp(key?: `0x${string}`): Promise<string[]> {
  const { send, nowMs } = world();
  const { connectNew } = eraClient({
    url: "https://sextant.example/mcp",
    headers: { ...(await headersOf(key, nowMs)), "x-vault-address": VAULT },
    fetch: (url, { method = "GET", headers, body }) => {
      const request = {
        method,
        path: new URL(url).pathname,
        headers: Object.fromEntries(new Headers(headers)),
      };
      return send({ ...request, ...(typeof body === "string" && { body }) }, "203.0.113.7");
    },
  });
  const { contents } = await (await connectNew()).readResource({ uri: "sextant://vault/events" });
  const [content] = contents;
  if (content === undefined || !("text" in content)) throw new Error("no text was read");
  return (JSON.parse(content.text) as Polled).events.map(({ summary }) => summary);
}

test.each([
  ["over HTTP, without credentials", () => polled()],
  ["over HTTP, with a good signature of somebody else", () => polled(STRANGER)],
  ["as an MCP resource, without credentials", () => readOverMcp()],
  ["as an MCP resource, with a good signature of somebody else", () => readOverMcp(STRANGER)],
])(
  "attack: a stranger sees outcomes and no price that an order is armed at (%s)",
  async (_, read) => {
    const seen = await read();
    expect(seen.join("\n")).not.toContain(SECRET);
    expect(seen).toHaveLength(PUBLIC.length);
    for (const [index, summary] of seen.entries()) expect(summary).toMatch(PUBLIC[index]!);
  },
);

test.each([
  ["over HTTP", () => polled(OWNER)],
  ["as an MCP resource", () => readOverMcp(OWNER)],
])(
  "behavior: the owner sees all that happened on the chain that was named, and of others what strangers see (%s)",
  async (_, read) => {
    const seen = await read();
    expect(seen).toHaveLength(19);
    expect(seen.filter((summary) => summary.includes(SECRET))).toHaveLength(11);
  },
);

test("behavior: on another chain the owner sees its changes and outcomes of all", async () => {
  expect(await polled(OWNER, 1)).toHaveLength(PUBLIC.length + 3);
});
