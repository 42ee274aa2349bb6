import { join } from "node:path";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import type { Venue } from "../../src/kinds/venue.ts";
import { TABLES } from "../../src/tables.ts";
import { checkVenues } from "../../src/venues/check-venues.ts";
import { expectRefusal } from "../support/expect-refusal.ts";
import { MINUTE } from "../support/flow-orders.ts";
import { connectMcp } from "../support/mcp-client.ts";
import { plantedVenue } from "../support/planted-venue.ts";
import { type Flow, startFlow } from "../support/start-flow.ts";
import type { Answer, TestVault } from "../support/test-stack.ts";

/*
 * The Worker with a third venue of swaps: one object (test/support/planted-venue.ts), an id and a
 * line. No file of the service knows it. It promises a fifth of a percent more than the local
 * Uniswap behind it, so it has the best price where nothing else is said.
 */
let flow: Flow;
beforeAll(async () => {
  flow = await startFlow({
    entry: join(import.meta.dirname, "../support/planted-venue-worker.ts"),
  });
});
afterEach(() => flow.reset());
afterAll(() => flow?.stack.stop());

const SALE = { tokenIn: "USDC", tokenOut: "ETH", amountIn: "1000" };
const build = (
  vault: TestVault,
  args: object = SALE,
  mode = "manual",
  more: object = {},
): Promise<Answer> =>
  flow.stack.tool(vault, "build_vault_swap", args, { executionMode: mode, ...more });

async function autonomousVault(): Promise<TestVault> {
  const vault = await flow.readyVault();
  await flow.orders.set(vault, "exec-mode", { mode: "autonomous" });
  return vault;
}

describe("the best price", () => {
  const query = "/api/quote?sell=USDC&buy=ETH&amount=1000";

  test("default: all three are asked, and the planted one wins by what it promises", async () => {
    const { status, body } = await flow.stack.call("GET", query);
    expect([status, body.source]).toEqual([200, "planted"]);
    // A fifth of a percent, but for what its gas and the next one's differ.
    expect(body.comparison).toMatch(
      /^Best price: planted, 0\.00\d+ ETH \((?:19|20) bps\) more than (?:0x|uniswap) after gas\.$/,
    );
    expect(body.calldata).toMatch(/^0x3593564c/);
  });

  test("behavior: who is better wins, in a quote, a build and an exact output", async () => {
    await flow.venueControl("0x", "skew", { bps: 100 });
    const { body } = await flow.stack.call("GET", query);
    expect([body.source, body.comparison]).toEqual([
      "0x",
      expect.stringMatching(/ \(\d+ bps\) more than planted after gas\.$/),
    ]);
    await flow.venueControl("0x", "reset", {});
    const vault = await flow.readyVault();
    const built = await build(vault);
    expect(built.body.transaction.swapMeta.dex).toBe("planted");
    expect(built.body.message).toContain("Best price: planted, ");
    const bought = await build(vault, { tokenIn: "USDC", tokenOut: "ETH", amountOut: "0.5" });
    expect(bought.body.transaction.swapMeta).toMatchObject({ dex: "planted", buyAmount: "0.5" });
    expect(bought.body.message).toMatch(
      /Best price: planted, [\d.]+ USDC \(\d+ bps\) less than \w+ after gas\./,
    );
    expect(bought.body.message).toContain("for exactly 0.5 ETH on planted");
  });

  test("behavior: where the venue behind it is silent, 0x is left, and it is said", async () => {
    await flow.venueControl("uniswap", "fail", { times: 2, status: 503 });
    const { body } = await flow.stack.call("GET", query);
    expect([body.source, body.comparison]).toEqual([
      "0x",
      "Price of 0x alone. uniswap did not answer. planted did not answer.",
    ]);
  });
});

describe("what holds for every venue", () => {
  test("default: a delegated swap runs at it; its vault gets what it promised, about", async () => {
    const vault = await autonomousVault();
    const before = await flow.chain.balances(vault.address);
    const { body } = await build(vault, { ...SALE, dex: "planted" }, "delegated");
    expect(body.execution?.status, JSON.stringify(body)).toBe("confirmed");
    const after = await flow.chain.balances(vault.address);
    expect(before.USDC - after.USDC).toBe(1_000_000_000n);
    expect(after.ETH > before.ETH).toBe(true);
  });

  test("error: the Swap Shield blocks a price that is off", async () => {
    const vault = await autonomousVault();
    await flow.venueControl("uniswap", "skew", { bps: -700 });
    expect(expectRefusal(await build(vault, { ...SALE, dex: "planted" }, "delegated"))).toBe(
      "400 swap_shield_blocked",
    );
    expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
  });

  test.each(["minOut", "amount", "recipient"])(
    "error: calldata with another %s is thrown away by its name",
    async (mode) => {
      const vault = await autonomousVault();
      await flow.venueControl("uniswap", "mutate", { mode });
      const refused = await build(vault, { ...SALE, dex: "planted" }, "delegated");
      expect(expectRefusal(refused)).toMatch(/^(?:400|502) venue_calldata_rejected$/);
      expect(refused.body.details.venue).toBe("planted");
      expect(await flow.chain.nonceOf(vault.agent)).toBe(0);
    },
  );

  test("default: a TWAP order on it trades", async () => {
    const vault = await flow.readyVault();
    const auth = {
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await flow.stack.credentials(vault.ownerKey)),
    };
    // Not by the stack's own helper, which holds answers against this process's schemas: it knows
    // no planted id.
    const ask = async (toolName: string, args: object): Promise<any> => {
      const path = `/api/tools?toolName=${toolName}`;
      const { status, body } = await flow.stack.call("POST", path, { arguments: args, ...auth });
      expect(status, JSON.stringify(body)).toBe(200);
      return body.data;
    };
    const order = {
      side: "sell",
      sellToken: "USDC",
      buyToken: "ETH",
      totalAmount: "100",
      sliceCount: 4,
    };
    const terms = { intervalMinutes: 5, dex: "planted", autoExecute: true };
    const { orderId } = await ask("create_twap_order", { ...order, ...terms });
    expect(await flow.stack.advance(5 * MINUTE)).toMatchObject({ slices: 1, executed: 1 });
    const { orders } = await ask("list_twap_orders", {});
    expect(orders).toMatchObject([
      { id: orderId, dex: "planted", slicesExecuted: 1, amountSpent: "25" },
    ]);
  });

  test("error: the vault's limits count it, and may leave it out", async () => {
    const vault = await autonomousVault();
    await flow.orders.set(vault, "limits", {
      maxPerDay: "1500",
      tokens: "listed",
      venues: ["planted"],
    });
    expect((await build(vault, SALE, "delegated")).body.execution?.status).toBe("confirmed");
    const second = await build(vault, { ...SALE, dex: "planted" }, "delegated");
    expect(expectRefusal(second)).toBe("400 limit_exceeded");
    const elsewhere = await flow.readyVault();
    await flow.orders.set(elsewhere, "limits", { venues: ["0x"] });
    const refused = await build(elsewhere, { ...SALE, dex: "planted" });
    expect(expectRefusal(refused)).toMatch(/^\d+ venue_not_allowed$/);
    expect((await build(elsewhere, SALE)).body.transaction.swapMeta.dex).toBe("0x");
  });

  test("default: MCP, a dry run, the OpenAPI document and health know it", async () => {
    const payer = await flow.stack.payer();
    const { client, close } = await connectMcp(flow.stack, { payer });
    const quoted = await client.callTool({ name: "get_swap_quote", arguments: SALE });
    expect(quoted.structuredContent).toMatchObject({ data: { swapMeta: { dex: "planted" } } });
    await close();
    const vault = await flow.readyVault();
    const { body } = await build(vault, SALE, "manual", { dryRun: true });
    expect(body.data.dryRun).toMatchObject({ wouldSucceed: true });
    expect(body.message).toContain("Best price: planted, ");
    const { body: health } = await flow.stack.call("GET", "/api/health");
    expect(health.dependencies.venue_planted).toBe("ok");
    const document = JSON.stringify((await flow.stack.call("GET", "/openapi.json")).body);
    expect(document).toContain('"enum":["0x","uniswap","planted"');
  });
});

describe("a venue without a part", () => {
  test("error: it does not compile", () => {
    const { calldata: _, ...withoutCalldata } = plantedVenue;
    // @ts-expect-error: nobody could date, read or judge what it sends.
    const one: Venue = withoutCalldata;
    const { calls: __, ...withoutCalls } = plantedVenue;
    // @ts-expect-error: its calls could not be counted.
    const other: Venue = withoutCalls;
    expect([one.id, other.id]).toEqual(["planted", "planted"]);
  });

  test("error: what the compiler cannot see is refused by name at the table check", () => {
    const table = (venue: Venue) => checkVenues({ ...TABLES.venues, [venue.id]: venue });
    // This process has no planted id in its list: of the planted one that is the one thing that is
    // missing here.
    const missing = "planted: id is not in the closed list of venues.";
    expect(table(plantedVenue)).toEqual([missing]);
    expect(table({ ...plantedVenue, chains: [], method: "0x" })).toEqual([
      missing,
      "planted: chains is empty.",
      "planted: method is no selector.",
    ]);
  });
});
