import { generatePrivateKey } from "viem/accounts";
import { describe, expect, test } from "vitest";
import { everyTool } from "../../../src/tables/every-tool.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { createAttackWorld, paymentFor } from "../../attack/attack-world.ts";
import { dryRunBench } from "./support/dry-run-bench.ts";

/*
 * A field that nobody knows is no wish that may be dropped: of a call that changes something it is
 * refused before anything is read, with the nearest field that there is (finding 127). Decision D11
 * stays for what only looks.
 */
const ORDER = {
  ...{
    side: "sell",
    sellToken: "USDC",
    buyToken: "WETH",
    totalAmount: "2000",
    sliceCount: 4,
    intervalMinutes: 10,
  },
  ...{ dex: "uniswap", autoExecute: true },
};
const SWAP = { tokenIn: "USDC", tokenOut: "WETH", amountIn: "100", dex: "uniswap" };
const VAULT = `0x${"77".repeat(20)}`;

/** By every door, paid for where it costs something. */
async function door() {
  const world = createAttackWorld();
  world.trust(true);
  return async (path: string, body: object) => {
    const request = { method: "POST", path, body: JSON.stringify(body) };
    const isPaid = !path.startsWith("/api/operations");
    const terms = isPaid
      ? await world.terms(path === "/mcp" ? { ...request, path: "/mcp?pay=http" } : request)
      : undefined;
    const headers: Record<string, string> = {};
    if (terms) headers["x-payment"] = (await paymentFor(world, terms, generatePrivateKey())).header;
    const response = await world.send({ ...request, headers }, "203.0.113.7");
    const answer = (await response.json()) as any;
    return answer.result?.structuredContent ?? answer;
  };
}
const refused = (field: string, nearest: string) => ({
  error: "invalid_request",
  details: { field, nearest },
  message: expect.stringContaining(JSON.stringify(nearest)),
});

describe("attack: an order with a bound that nobody knows", () => {
  test.each([
    ["limit_price", "limitPrice"],
    ["limitprice", "limitPrice"],
    ["maxPrice", "maxGasPrice"],
    ["minAmountOut", "sliceAmount"],
    ["dryrun", "dryRun"],
    ["dry_run", "dryRun"],
  ])("%s among its arguments is a 400 that names %s, at every door", async (field, nearest) => {
    const send = await door();
    const args = { ...ORDER, [field]: "2600" };
    const answers = [
      await send("/api/tools?toolName=create_twap_order", { arguments: args }),
      await send("/api/tools/create_twap_order", { ...args, vaultAddress: VAULT }),
      await send("/mcp", {
        ...{ jsonrpc: "2.0", id: 1, method: "tools/call" },
        params: { name: "create_twap_order", arguments: args },
      }),
    ];
    expect(answers).toMatchObject(Array(3).fill(refused(field, nearest)));
  });

  test("and no order is made of it", async () => {
    const bench = await dryRunBench();
    const before = bench.everything();
    const call = { name: "create_twap_order", executionMode: "manual" as const };
    const refusal = await bench.write({ ...call, args: { ...ORDER, limit_price: "2600" } });
    expect(refusal).toMatchObject({
      ok: false,
      status: 400,
      details: { field: "limit_price", nearest: "limitPrice" },
    });
    expect(bench.everything()).toEqual(before);
    expect(await bench.write({ ...call, args: ORDER })).toMatchObject({ ok: true });
  });
});

describe("attack: a dry run that is misspelled", () => {
  test.each(["dryrun", "dry_run", "dryRuns"])(
    "%s beside the arguments of a swap is a 400",
    async (field) => {
      const send = await door();
      const path = "/api/tools?toolName=build_vault_swap";
      expect(await send(path, { arguments: SWAP, [field]: true })).toMatchObject(
        refused(field, "dryRun"),
      );
      expect(await send(`${path}&${field}=true`, { arguments: SWAP })).toMatchObject(
        refused(field, "dryRun"),
      );
      const params = { name: "build_vault_swap", arguments: SWAP, [field]: true };
      expect(
        (await send("/mcp", { jsonrpc: "2.0", id: 1, method: "tools/call", params })).error,
      ).toBe("invalid_request");
    },
  );

  test("dryRun in the wrong place is told where it belongs", async () => {
    const send = await door();
    const path = "/api/tools?toolName=build_vault_swap";
    const { message } = await send(path, { arguments: { ...SWAP, dryRun: true } });
    expect(message).toContain('the nearest known one is "dryRun", beside arguments');
    const beside = await send(path, { arguments: SWAP, amountOut: "1" });
    expect(beside.message).toContain('the nearest known one is "amountOut", among the arguments');
  });

  test.each(["approve", "reject"])(
    "dry_run at %s is a 400, and nothing is decided",
    async (decision) => {
      const send = await door();
      const body = {
        vaultAddress: VAULT,
        chainId: 8453,
        operationId: "3f9a0c5d7e1b42868d0f4c6a9e2b7d15",
        dry_run: true,
      };
      expect(await send(`/api/operations/${decision}`, body)).toMatchObject(
        refused("dry_run", "dryRun"),
      );
    },
  );
});

test("behavior: what only looks leaves out what it does not know (decision D11)", async () => {
  const send = await door();
  const body = { arguments: { chain: "base", colour: "blue" }, dryrun: true };
  expect(await send("/api/tools?toolName=switch_chain", body)).toMatchObject({ chainSwitch: 8453 });
});

describe("schemas say so", () => {
  type Schema = {
    type?: string;
    properties?: Record<string, Schema>;
    items?: Schema;
    anyOf?: Schema[];
    additionalProperties?: unknown;
  };
  const objects = (schema: Schema): Schema[] => [
    ...(schema.properties === undefined ? [] : [schema]),
    ...[
      ...Object.values(schema.properties ?? {}),
      ...(schema.items ? [schema.items] : []),
      ...(schema.anyOf ?? []),
    ].flatMap(objects),
  ];
  const catalogue = new Map(
    everyTool.catalog(() => true).tools.map((entry) => [entry.name, entry.parameters as Schema]),
  );

  test.each(TOOLS.filter(({ effect }) => effect !== "read"))(
    "behavior: $name takes no field but its own, at any depth",
    ({ name }) => {
      const schema = catalogue.get(name)!;
      expect(objects(schema).map(({ additionalProperties }) => additionalProperties)).toEqual(
        objects(schema).map(() => false),
      );
    },
  );

  test("behavior: the document closes the bodies of tool calls and of decisions", async () => {
    const response = await createAttackWorld().send(
      { method: "GET", path: "/openapi.json" },
      "203.0.113.7",
    );
    const { paths, components } = (await response.json()) as any;
    const bodyOf = (path: string) => {
      const { schema } = paths[path].post.requestBody.content["application/json"];
      return schema.$ref ? components.schemas[schema.$ref.split("/").at(-1)] : schema;
    };
    for (const path of [
      "/api/tools",
      "/api/tools/create_twap_order",
      "/api/operations/approve",
      "/api/operations/reject",
    ])
      expect([path, bodyOf(path).additionalProperties]).toEqual([path, false]);
  });
});
