import { generatePrivateKey } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { TOOLS } from "../../../src/tables/registry.ts";
import { type AttackWorld, createAttackWorld, paymentFor } from "../../attack/attack-world.ts";

/*
 * Fewer tools than all, as a client's person asks for them by headers or in the address: through
 * the front door, by hand. What a toolset holds is taken from the tools, whose categories name
 * them; the names of headers are github-mcp-server's.
 */
type Asked = { headers?: Record<string, string>; query?: string };
const rpc = (method: string, params: object = {}) =>
  JSON.stringify({ jsonrpc: "2.0", id: 7, method, params });
const ask = async (world: AttackWorld, { headers = {}, query = "" }: Asked, body: string) => {
  const answer = await world.send(
    { method: "POST", path: `/mcp${query}`, headers, body },
    "203.0.113.7",
  );
  return { status: answer.status, body: JSON.parse(await answer.text()) };
};
const listed = async (world: AttackWorld, asked: Asked): Promise<string[]> =>
  (await ask(world, asked, rpc("tools/list"))).body.result.tools.map(
    ({ name }: { name: string }) => name,
  );
/** In this deployment: without a node of Hyperliquid's chain its tools are not served. */
const catalog = TOOLS.filter(({ chain }) => chain === undefined);
const inSets = (...categories: string[]) =>
  catalog.filter(({ category }) => categories.includes(category)).map(({ name }) => name);

describe("a client that asks for some of the tools", () => {
  test("default: toolsets: catalog categories; tools added, exclusion, read-only win", async () => {
    const world = createAttackWorld();
    const reads = catalog.filter(({ effect }) => effect === "read").map(({ name }) => name);
    const spot = inSets("Spot Trading");
    expect(spot).toContain("build_vault_swap");
    expect(await listed(world, {})).toEqual(catalog.map(({ name }) => name));
    const wants: [Asked, string[]][] = [
      [{ headers: { "X-MCP-Toolsets": "spot-trading" } }, spot],
      [{ query: "?toolsets=spot-trading" }, spot],
      [
        { headers: { "X-MCP-Toolsets": " spot-trading , uniswap-v4-lp," } },
        inSets("Spot Trading", "Uniswap v4 LP"),
      ],
      [
        { headers: { "X-MCP-Toolsets": "spot-trading" }, query: "?tools=get_vault_info" },
        [...spot, "get_vault_info"],
      ],
      [{ headers: { "X-MCP-Tools": "get_vault_info" } }, ["get_vault_info"]],
      [{ query: "?tools=get_vault_info,switch_chain" }, ["get_vault_info", "switch_chain"]],
      [{ headers: { "X-MCP-Toolsets": "all", "X-MCP-Readonly": "true" } }, reads],
      [{ query: "?readonly=1" }, reads],
      [{ headers: { "X-MCP-Readonly": "false" } }, catalog.map(({ name }) => name)],
      [
        { headers: { "X-MCP-Tools": "build_vault_swap,get_swap_quote", "X-MCP-Readonly": "1" } },
        ["get_swap_quote"],
      ],
      [
        {
          headers: {
            "X-MCP-Tools": "build_vault_swap",
            "X-MCP-Toolsets": "spot-trading",
            "X-MCP-Exclude-Tools": "build_vault_swap",
          },
        },
        spot.filter((name) => name !== "build_vault_swap"),
      ],
      [
        { headers: { "X-MCP-Exclude-Tools": "freeze_vault" } },
        catalog.map(({ name }) => name).filter((name) => name !== "freeze_vault"),
      ],
    ];
    for (const [asked, want] of wants)
      expect((await listed(world, asked)).toSorted(), JSON.stringify(asked)).toEqual(
        want.toSorted(),
      );
  });

  test("behavior: every category is a toolset, and together they are all tools", async () => {
    const world = createAttackWorld();
    const names = [...new Set(catalog.map(({ category }) => category))];
    const lists = await Promise.all(
      names.map((name) =>
        listed(world, { query: `?toolsets=${name.toLowerCase().replaceAll(" ", "-")}` }),
      ),
    );
    expect(lists.flat().toSorted()).toEqual(catalog.map(({ name }) => name).toSorted());
  });

  test.each([
    [{ headers: { "X-MCP-Toolsets": "spot" } }, "spot-trading"],
    [{ query: "?toolsets=Spot%20Trading" }, "spot-trading"],
    [{ headers: { "X-MCP-Tools": "sell_everything" } }, "build_vault_swap"],
    [{ headers: { "X-MCP-Exclude-Tools": "freeze" } }, "freeze_vault"],
    [{ query: "?tools=../../etc" }, "build_vault_swap"],
    [{ headers: { "X-MCP-Readonly": "perhaps" } }, "true or false"],
    [{ query: "?readonly=yes" }, "true or false"],
  ] as [Asked, string][])(
    "error: %j is refused with the names that are known",
    async (asked, known) => {
      const world = createAttackWorld();
      const list = await ask(world, asked, rpc("tools/list"));
      expect(list.body.error).toMatchObject({ code: -32_602, data: { error: "invalid_request" } });
      expect(list.body.error.message).toContain(known);
      const call = await ask(
        world,
        asked,
        rpc("tools/call", { name: "switch_chain", arguments: { chain: "base" } }),
      );
      expect(call.body.result).toMatchObject({
        isError: true,
        structuredContent: { error: "invalid_request" },
      });
      expect(JSON.stringify(call.body)).not.toContain("payment_required");
    },
  );

  test("error: an outside tool is refused when called, before its price, none taken", async () => {
    const world = createAttackWorld();
    const call = (params: object) =>
      rpc("tools/call", { name: "switch_chain", arguments: { chain: "base" }, ...params });
    world.trust(true);
    const unpaid = await ask(world, {}, call({}));
    const { payload: payment } = await paymentFor(
      world,
      unpaid.body.result.structuredContent.accepts[0],
      generatePrivateKey(),
    );
    const outside: Asked[] = [
      { headers: { "X-MCP-Toolsets": "spot-trading" } },
      { query: "?toolsets=spot-trading" },
      { headers: { "X-MCP-Exclude-Tools": "switch_chain" } },
    ];
    for (const asked of outside) {
      for (const params of [{}, { _meta: { "x402/payment": payment } }]) {
        const { body } = await ask(world, asked, call(params));
        expect(body.error, JSON.stringify(asked)).toMatchObject({
          code: -32_602,
          data: { error: "unknown_tool" },
        });
        expect(body.error.message).toContain("switch_chain is outside of the tools");
      }
    }
    // The same payment still buys the call from a client that may make it.
    const inside = await ask(
      world,
      { query: "?tools=switch_chain" },
      call({ _meta: { "x402/payment": payment } }),
    );
    expect(inside.body.result).toMatchObject({ structuredContent: { tool: "switch_chain" } });
    expect(inside.body.result._meta).toHaveProperty("x402/payment-response");
  });

  test("behavior: a list chosen by headers is its client's own; all others anybody's", async () => {
    const world = createAttackWorld();
    const META = {
      "io.modelcontextprotocol/protocolVersion": "2026-07-28",
      "io.modelcontextprotocol/clientCapabilities": {},
    };
    const scopeOf = async ({ headers, query = "" }: Asked) => {
      const modern = {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/list",
        ...headers,
      };
      return (await ask(world, { headers: modern, query }, rpc("tools/list", { _meta: META }))).body
        .result.cacheScope;
    };
    expect(await scopeOf({ headers: { "X-MCP-Toolsets": "spot-trading" } })).toBe("private");
    expect(await scopeOf({ query: "?toolsets=spot-trading" })).toBe("public");
    expect(await scopeOf({})).toBe("public");
  });

  test("behavior: ?schemas=full has what each tool answers in every depth", async () => {
    const world = createAttackWorld();
    const swap = async (query: string) =>
      (await ask(world, { query }, rpc("tools/list"))).body.result.tools.find(
        ({ name }: { name: string }) => name === "build_vault_swap",
      ).outputSchema.properties;
    expect((await swap("")).transaction).toEqual({ type: "object" });
    expect(Object.keys((await swap("?schemas=full")).transaction.properties)).toContain("data");
  });
});
