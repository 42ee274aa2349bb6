import { gzipSync } from "node:zlib";
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import { toolList } from "../../../src/mcp/tool-list.ts";
import { everyTool } from "../../../src/tables/every-tool.ts";
import { TOOLS } from "../../../src/tables/registry.ts";

const list = toolList(everyTool, "0.0025", () => true);
const ajv = new Ajv2020({ strict: false });
const validOf = (name: string) => ajv.compile(list.find((tool) => tool.name === name)!.outputSchema!);

describe("what a tool's answers look like", () => {
  test("default: each tool says it, as a schema that compiles, with its price beside it", () => {
    expect(list.map(({ name }) => name)).toEqual(TOOLS.map(({ name }) => name));
    for (const { name, outputSchema, _meta } of list) {
      expect(() => ajv.compile(outputSchema!), name).not.toThrow();
      expect(outputSchema!.type).toBe("object");
      expect(outputSchema!.properties, name).toHaveProperty("data");
      expect(_meta).toEqual({ "sextant/price": { usdc: "0.0025", network: "eip155:8453" } });
    }
  });

  test("default: an answer fits, one with a field of another type does not", () => {
    const isValid = validOf("get_token_balance");
    const data = { token: `0x${"11".repeat(20)}`, symbol: "USDC", decimals: 6, balanceBase: "1", balance: "0.000001" };
    const good = { tool: "get_token_balance", message: "You have it.", data };
    const own = list.find(({ name }) => name === "get_token_balance")!.outputSchema!.properties as any;
    expect(Object.keys(own.data.properties).length).toBeGreaterThan(0);
    expect(isValid({ ...good, data: undefined })).toBe(true);
    expect(isValid({ ...good, message: 5 })).toBe(false);
    expect(isValid({ ...good, data: 5 })).toBe(false);
    expect(
      isValid({ ...good, data: Object.fromEntries(Object.keys(own.data.properties).map((key) => [key, null])) }),
    ).toBe(false);
  });

  test("behavior: older clients hold refusals to the schema, too: ours and x402's fit", () => {
    const paymentRequired = {
      ...{ x402Version: 2, error: "payment_required", resource: { url: "https://a.example/mcp" } },
      accepts: [{ scheme: "exact", network: "eip155:8453", amount: "2500" }],
    };
    const refusal = { error: "insufficient_balance", message: "Too little.", details: { balance: "1" } };
    for (const { name, outputSchema } of list) {
      const isValid = ajv.compile(outputSchema!);
      for (const answer of [paymentRequired, refusal, {}]) expect(isValid(answer), name).toBe(true);
    }
  });

  test("behavior: a write that was only tried has the report in place of its data", () => {
    const isValid = validOf("build_vault_swap");
    expect(
      isValid({ tool: "build_vault_swap", data: { dryRun: { wouldSucceed: true, outcome: "unsigned", checks: [] } } }),
    ).toBe(true);
    expect(isValid({ tool: "build_vault_swap", data: { swapShield: 1, navShield: null } })).toBe(false);
  });

  test("budget: the list is at most 325 kB, 26 kB as it travels", () => {
    const text = JSON.stringify(list);
    expect(text.length).toBeLessThan(325_000);
    expect(gzipSync(text).length).toBeLessThan(26_000);
    console.info(`tools/list: ${text.length} characters, ${gzipSync(text).length} bytes gzipped`);
  });
});
