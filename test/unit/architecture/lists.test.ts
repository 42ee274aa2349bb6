import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { routes } from "../../../functions/routes.ts";
import { PRICE_TABLE } from "../../../schemas/price-table.ts";
import type { Route } from "../../../src/route.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { projectDir, sourceFiles } from "./source-files.ts";

const text = (path: string): string => readFileSync(join(projectDir, path), "utf8");

test("behavior: each file below functions exports one route, exactly as in the table", async () => {
  const files = sourceFiles("functions").filter(
    ({ path }) => !/^functions\/route(s|-table)\.ts$/.test(path),
  );
  const exported = await Promise.all(
    files.map(async ({ path, exports }) => {
      const module: Record<string, Route> = await import(join(projectDir, path));
      expect(exports.values, path).toHaveLength(1);
      return Object.values(module)[0];
    }),
  );
  expect(new Set(routes)).toEqual(new Set(exported));
  expect(routes.length).toBe(files.length);
});

test("behavior: a method and path have one route, and every route says price and summary", () => {
  const addresses = routes.flatMap((route) =>
    [route.path, ...(route.aliases ?? [])].map((path) => `${route.method} ${path}`),
  );
  expect(new Set(addresses).size).toBe(addresses.length);
  for (const route of routes) {
    expect(route.path).toMatch(
      /^\/api\/[a-z0-9/_-]+$|^\/(|favicon\.ico|robots\.txt|mcp|openapi\.json|docs|llms\.txt|skill\.md|\.well-known\/(x402|oauth-protected-resource|security\.txt|agent-skills\/index\.json))$/,
    );
    expect(route.summary.length, route.path).toBeGreaterThan(5);
    expect([
      "quote",
      "quote_uniswap",
      "quote_0x",
      "tools_list",
      "tools_call",
      "chat",
      "free",
    ]).toContain(route.price);
  }
});

/**
 * Files that define a tool: in src/tools, and in the folder of the kind of order that it is about.
 */
const TOOL_FILES = sourceFiles("src")
  .filter(({ uses, path }) => uses.has("defineTool()") && path !== "src/tools/tool.ts")
  .map(({ path }) => path);

test("behavior: every tool is described and exemplified, in the file of its name", () => {
  for (const tool of TOOLS) {
    expect(tool.name).toMatch(/^[a-z0-9]+(_[a-z0-9]+)*$/);
    expect(tool.description.length, tool.name).toBeGreaterThan(20);
    expect(tool.category.length, tool.name).toBeGreaterThan(2);
    expect(tool.input.safeParse(tool.example).success, tool.name).toBe(true);
    expect(
      TOOL_FILES.filter((path) => path.endsWith(`/${tool.name.replaceAll("_", "-")}.ts`)).length,
      tool.name,
    ).toBe(1);
  }
});

test("behavior: a name or alias means one tool", () => {
  const names = TOOLS.flatMap((tool) => [tool.name, ...(tool.aliases ?? [])]);
  expect(new Set(names).size).toBe(names.length);
});

test("behavior: every tool file is in the registry", () => {
  const registered = new Set(TOOLS.map(({ name }) => `${name.replaceAll("_", "-")}.ts`));
  expect(TOOL_FILES.filter((path) => !registered.has(path.split("/").at(-1) ?? ""))).toEqual([]);
  expect(TOOL_FILES.length).toBeGreaterThan(10);
});

test("behavior: the configuration table has exactly the variables the Worker's code reads", () => {
  const fixed = [...text("src/env.ts").matchAll(/^ {2}([A-Z][A-Z0-9_]+):/gm)].map(
    ([, name]) => name ?? "",
  );
  expect(fixed.length).toBeGreaterThan(15);
  const prices = Object.values(PRICE_TABLE).map(({ variable }) => variable);
  const read = [...fixed, ...prices, "RPC_URL_<chainId>", "ADDRESSES_<chainId>"];
  const rows = text("docs/operate.md")
    .split("\n")
    .filter((line) => line.startsWith("|"))
    .map((line) => line.split("|")[1] ?? "");
  const listed = rows.flatMap((cell) =>
    [...cell.matchAll(/`([A-Z][A-Z0-9_]+(?:<chainId>)?)`/g)].map(([, name]) => name),
  );
  expect(read.filter((name) => !listed.includes(name))).toEqual([]);
  const methods = ["GET", "POST"];
  expect(
    listed.filter((name) => name !== undefined && !methods.includes(name) && !read.includes(name)),
  ).toEqual([]);
});

test("behavior: wrangler.toml leaves ENVIRONMENT and every secret unset", () => {
  const vars = text("wrangler.toml").split("[vars]")[1]?.split("\n[")[0] ?? "";
  expect([...vars.matchAll(/^(\w+) *=/gm)].map(([, name]) => name)).toEqual(["PRODUCT_NAME"]);
});
