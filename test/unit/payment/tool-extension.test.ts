import type { PaymentPayload } from "@x402/core/types";
import {
  extractDiscoveryInfo,
  validateDiscoveryExtension,
  validateDiscoveryExtensionSpec,
} from "@x402/extensions/bazaar";
import { expect, test } from "vitest";
import { mcp } from "../../../functions/mcp.ts";
import { routes } from "../../../functions/routes.ts";
import { callTool } from "../../../functions/tools/call-tool.ts";
import { createDeps } from "../../../src/create-deps.ts";
import { createIsolate } from "../../../src/create-isolate.ts";
import type { Deps } from "../../../src/deps.ts";
import { unpaidAnswer } from "../../../src/payment/unpaid-answer.ts";
import type { Route } from "../../../src/route.ts";
import { findTool } from "../../../src/tables/find-tool.ts";
import { TOOLS } from "../../../src/tables/registry.ts";

/** As in header-size.test.ts; over MCP it is no header, unless the client asks for one. */
const MAX_HEADER = 8_000;
const bindings = {
  X402_PAY_TO: `0x${"11".repeat(20)}`,
  AGENT_WALLET_SECRET: "a secret of more than thirty-two bytes",
};
const host = { fetcher: async () => new Response(), waitUntil: () => undefined, routes };
const everyTool = { registry: TOOLS, find: findTool };
const made = createDeps(bindings, createIsolate(), host);
const deps: Deps = { ...made, modules: { ...made.modules, tools: async () => ({ everyTool }) } };

const required = async (route: unknown, url: string, bodyText = "") => {
  const raw = { url: `https://sextant.example${url}`, headers: new Headers(), bodyText };
  const { headers } = await unpaidAnswer(deps, route as Route, "tools_call", raw);
  const text = headers["PAYMENT-REQUIRED"]!;
  return { size: text.length, required: JSON.parse(Buffer.from(text, "base64").toString()) };
};
const overMcp = (name: string) =>
  required(
    mcp,
    "/mcp",
    JSON.stringify({ message: JSON.stringify({ method: "tools/call", params: { name } }) }),
  );
const overHttp = (name: string) => required(callTool, `/api/tools?toolName=${name}`);
/** What a facilitator's catalogue takes from a payment that echoes the 402. */
const listed = ({ resource, accepts, extensions }: any) =>
  extractDiscoveryInfo(
    {
      x402Version: 2,
      resource,
      accepted: accepts[0],
      payload: {},
      extensions,
    } as unknown as PaymentPayload,
    accepts[0],
  ) as any;

test.each(TOOLS.map((tool) => [tool.name, tool] as const))(
  "default: %s is a resource of its own by the package's validators, and fits into a header",
  async (name, tool) => {
    const [inside, outside] = [await overMcp(name), await overHttp(name)];
    for (const { required: one, size } of [inside, outside]) {
      expect(validateDiscoveryExtension(one.extensions.bazaar)).toEqual({ valid: true });
      expect(validateDiscoveryExtensionSpec(one.extensions.bazaar)).toEqual({ valid: true });
      expect(size).toBeLessThan(MAX_HEADER);
    }
    expect(listed(inside.required)).toMatchObject({
      resourceUrl: "https://sextant.example/mcp",
      toolName: name,
    });
    expect(inside.required.extensions.bazaar.info.input).toMatchObject({
      tool: name,
      example: tool.example,
    });
    const { input } = listed(outside.required).discoveryInfo;
    expect(input).toMatchObject({
      queryParams: { toolName: name },
      body: { arguments: tool.example },
    });
    // The example is one: the tool's own schema takes it.
    expect(tool.input.safeParse(input.body.arguments).success).toBe(true);
  },
);

test("behavior: a call of no tool, and one naming none, have the 402 of the route", async () => {
  for (const { required: one } of [await overHttp("no_such_tool"), await overMcp("no_such_tool")])
    expect(one.extensions.bazaar.info.input).toMatchObject({ type: "http", method: "POST" });
  const bodies = [
    "",
    "{}",
    "[]",
    JSON.stringify({ message: "x" }),
    JSON.stringify({ message: '{"params":5}' }),
  ];
  for (const body of [...bodies, JSON.stringify({ message: '{"params":{"name":{}}}' })])
    expect((await required(mcp, "/mcp", body)).required.extensions.bazaar.info.input.type).toBe(
      "http",
    );
});

test("error: arguments that are none of the tool's do not fit what is listed", async () => {
  const { bazaar } = structuredClone((await overHttp("get_swap_quote")).required.extensions);
  bazaar.info.input.body.arguments = { tokenIn: 5 };
  expect(validateDiscoveryExtension(bazaar).valid).toBe(false);
  const inside = structuredClone((await overMcp("get_swap_quote")).required.extensions.bazaar);
  inside.info.input.toolName = "burn";
  expect(validateDiscoveryExtension(inside).valid).toBe(false);
});
