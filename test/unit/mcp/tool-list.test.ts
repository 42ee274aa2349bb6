import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { toolList } from "../../../src/mcp/tool-list.ts";
import { everyTool } from "../../../src/tables/every-tool.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { toolsetOf } from "../../../src/tools/catalog.ts";

const EVERY = { has: () => true };
const full = toolList(everyTool, "0.0025", () => true, { ...EVERY, schemas: "full" });
const list = toolList(everyTool, "0.0025", () => true, { ...EVERY, schemas: "listed" });
const BOTH = [...list, ...full];
const ajv = new Ajv2020({ strict: false });
const validOf = (name: string) =>
  ajv.compile(list.find((tool) => tool.name === name)!.outputSchema!);

describe("what a tool's answers look like", () => {
  test("default: each tool says it, as a schema that compiles, with its price beside it", () => {
    expect(list.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    for (const { name, outputSchema, _meta } of BOTH) {
      expect(() => ajv.compile(outputSchema!), name).not.toThrow();
      expect(outputSchema!.type).toBe("object");
      expect(outputSchema!.properties, name).toHaveProperty("data");
      expect(_meta).toEqual({ "sextant/price": { usdc: "0.0025", network: "eip155:8453" } });
    }
  });

  test("default: an answer fits, one with a field of another type does not", () => {
    const isValid = validOf("get_token_balance");
    const data = {
      token: `0x${"11".repeat(20)}`,
      symbol: "USDC",
      decimals: 6,
      balanceBase: "1",
      balance: "0.000001",
    };
    const good = { tool: "get_token_balance", message: "You have it.", data };
    const own = list.find(({ name }) => name === "get_token_balance")!.outputSchema!
      .properties as any;
    expect(Object.keys(own.data.properties).length).toBeGreaterThan(0);
    expect(isValid({ ...good, data: undefined })).toBe(true);
    expect(isValid({ ...good, message: 5 })).toBe(false);
    expect(isValid({ ...good, data: 5 })).toBe(false);
    expect(
      isValid({
        ...good,
        data: Object.fromEntries(Object.keys(own.data.properties).map((key) => [key, null])),
      }),
    ).toBe(false);
  });

  test("behavior: older clients hold refusals to the schema, too: ours and x402's fit", () => {
    const paymentRequired = {
      ...{ x402Version: 2, error: "payment_required", resource: { url: "https://a.example/mcp" } },
      accepts: [{ scheme: "exact", network: "eip155:8453", amount: "2500" }],
    };
    const refusal = {
      error: "insufficient_balance",
      message: "Too little.",
      details: { balance: "1" },
    };
    for (const { name, outputSchema } of BOTH) {
      const isValid = ajv.compile(outputSchema!);
      for (const answer of [paymentRequired, refusal, {}]) expect(isValid(answer), name).toBe(true);
    }
  });

  test("behavior: a write that was only tried has the report in place of its data", () => {
    const isValid = validOf("build_vault_swap");
    expect(
      isValid({
        tool: "build_vault_swap",
        data: { dryRun: { wouldSucceed: true, outcome: "unsigned", checks: [] } },
      }),
    ).toBe(true);
    expect(isValid({ tool: "build_vault_swap", data: { swapShield: 1, navShield: null } })).toBe(
      false,
    );
  });

  test("budget: all tools at most 114 kB, reads 30, each toolset 25; in full 355", () => {
    const bytes = (tools: readonly object[]) =>
      new TextEncoder().encode(JSON.stringify(tools)).length;
    const isIn = new Set(
      TOOLS.filter(({ effect }) => effect === "read").map(({ name }) => name as string),
    );
    const reads = list.filter(({ name }) => isIn.has(name));
    const sets = Map.groupBy(list, ({ name }) =>
      toolsetOf(TOOLS.find((tool) => tool.name === name)!),
    );
    expect(bytes(list)).toBeLessThanOrEqual(114_000);
    expect(reads.length).toBeGreaterThan(10);
    expect(bytes(reads)).toBeLessThanOrEqual(30_000);
    for (const [name, tools] of sets) expect(bytes(tools), name).toBeLessThanOrEqual(25_000);
    expect(bytes(full)).toBeLessThanOrEqual(355_000);
    expect(gzipSync(JSON.stringify(list)).length).toBeLessThan(16_000);
    const most = Math.max(...[...sets.values()].map(bytes));
    console.info(
      `tools/list: ${bytes(list)} bytes, reads ${bytes(reads)}, the largest toolset ${most}, ` +
        `in full ${bytes(full)}`,
    );
  });
});
