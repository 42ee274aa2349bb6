import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { expect, test } from "vitest";
import { routes } from "../../../functions/routes.ts";
import { PRICE_TABLE } from "../../../schemas/price-table.ts";
import { requireForGet } from "../../../src/calls/query-arguments.ts";
import { SERVER_INFO } from "../../../src/mcp/mcp-meta.ts";
import { operatorHeaders } from "../../../src/mcp/operator-headers.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { TABLES } from "../../../src/tables.ts";
import { projectDir } from "../architecture/source-files.ts";

/*
 * What others' catalogues read of the service, by the rules that docs/facts/listings.md has from
 * them.
 */
const text = (path: string) => readFileSync(join(projectDir, path), "utf8");
const server = JSON.parse(text("docs/listings/server.json"));

/**
 * docs/facts/listings.md 1, of what we use. Closed, where the registry's own is open: a field that
 * is spelled wrongly is no field.
 */
const closed = (properties: object, required: string[]) => ({
  ...{ type: "object", properties, required, additionalProperties: false },
});
const HEADER = closed(
  {
    name: { type: "string", pattern: "^[A-Za-z-]+$" },
    description: { type: "string" },
    placeholder: { type: "string" },
    default: { type: "string" },
    format: { enum: ["string", "number", "boolean", "filepath"] },
    choices: { type: "array", items: { type: "string" } },
    isRequired: { type: "boolean" },
    isSecret: { type: "boolean" },
  },
  ["name"],
);
const SCHEMA = closed(
  {
    $schema: {
      const: "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
    },
    name: {
      ...{ type: "string", minLength: 3, maxLength: 200 },
      pattern: "^[a-zA-Z0-9][a-zA-Z0-9.-]*[a-zA-Z0-9]/[a-zA-Z0-9][a-zA-Z0-9._-]*[a-zA-Z0-9]$",
    },
    title: { type: "string", minLength: 1, maxLength: 100 },
    description: { type: "string", minLength: 1, maxLength: 100 },
    version: { type: "string", maxLength: 255, pattern: "^[0-9]+\\.[0-9]+\\.[0-9]+$" },
    websiteUrl: { type: "string", pattern: "^https://[^\\s]+$" },
    remotes: {
      type: "array",
      minItems: 1,
      items: closed(
        {
          type: { enum: ["streamable-http", "sse"] },
          url: { type: "string", pattern: "^https?://[^\\s]+$" },
          headers: { type: "array", items: HEADER },
        },
        ["type", "url"],
      ),
    },
  },
  ["$schema", "name", "description", "version"],
);

test("default: server.json is what the MCP registry takes", () => {
  const ajv = new Ajv({ strict: true });
  expect([ajv.validate(SCHEMA, server), ajv.errors]).toEqual([true, null]);
  // The publisher's domain backwards, and both addresses at it.
  const domain = server.name.split("/")[0].split(".").reverse().join(".");
  const [{ url }] = server.remotes;
  expect([new URL(url).hostname, new URL(server.websiteUrl).hostname]).toEqual([domain, domain]);
});

test("behavior: it says what the service is: version, paths and headers its door reads", () => {
  expect(server.version).toBe(SERVER_INFO.version);
  const paths: string[] = routes.map(({ path }) => path);
  const [{ url, headers }] = server.remotes;
  expect(paths).toEqual(
    expect.arrayContaining([new URL(url).pathname, new URL(server.websiteUrl).pathname]),
  );
  const read = new Set<string>();
  const asked = (name: string): null => {
    read.add(name.toLowerCase());
    return null;
  };
  // Safe: reading them asks for names and for nothing else.
  const { executionMode } = operatorHeaders({ get: asked } as unknown as Headers);
  expect(headers.map(({ name }: { name: string }) => name.toLowerCase()).sort()).toEqual(
    [...read].sort(),
  );
  const mode = headers.find(({ name }: { name: string }) => name === "X-Execution-Mode");
  expect(mode.default).toBe(executionMode);
});

const plugin = text("docs/plugins/sextant.md");
const [, head = "", body = ""] = /^---\n([\s\S]*?)\n---\n([\s\S]*)$/.exec(plugin) ?? [];
const field = (name: string) => new RegExp(`^ *${name}: (.*)$`, "m").exec(head)?.[1] ?? "";
const list = (name: string) =>
  field(name)
    .replace(/^\[|\]$/g, "")
    .split(", ");

test("default: the wallet plugin has its specification's fields and sections, in order", () => {
  const names = [...head.matchAll(/^([a-z]+):/gm)].map(([, name]) => name);
  expect(names).toEqual([
    ...[
      "title",
      "description",
      "tags",
      "name",
      "version",
      "integration",
      "chains",
      "requires",
      "auth",
      "risk",
    ],
  ]);
  expect([field("name"), field("integration"), field("auth"), field("shell")]).toEqual([
    ...["sextant", "http-api", "none", "none"],
  ]);
  expect(field("version")).toMatch(/^[0-9]+\.[0-9]+\.[0-9]+$/);
  expect(list("tags").length).toBeGreaterThanOrEqual(3);
  expect(list("tags").length).toBeLessThanOrEqual(5);
  const risks = ["liquidation", "slippage", "low-liquidity", "pii", "irreversible", "local-exec"];
  expect(list("risk").filter((risk) => !risks.includes(risk))).toEqual([]);
  // An http-api plugin with risks: docs/facts/listings.md 3.
  expect([...body.matchAll(/^## (.+)$/gm)].map(([, heading]) => heading)).toEqual([
    ...[
      "Overview",
      "Surface Routing",
      "Endpoints",
      "Orchestration",
      "Submission",
      "Example Prompts",
    ],
    ...["Risks & Warnings", "Notes"],
  ]);
  expect(body.trimStart().split("\n")[2]).toBe("> [!IMPORTANT]");
  const hosts = [...body.matchAll(/https:\/\/([\w.-]+)/g)].map(([, host]) => host);
  // Beside the pages of the wallet's own skill.
  expect([...new Set(hosts)].filter((host) => host !== "docs.base.org")).toEqual(list("allowlist"));
});

test("behavior: the wallet plugin's chains, price, tools are the service's, no signature", () => {
  const known = Object.values(TABLES.chains).map(({ name }) => name);
  expect(list("chains").filter((name) => !known.includes(name))).toEqual([]);
  const mapped = [...body.matchAll(/\b(\d+) `([a-z]+)`/g)].map(([, id, name]) => [
    Number(id),
    name,
  ]);
  expect(mapped.map(([, name]) => name).sort()).toEqual(list("chains"));
  for (const [id, name] of mapped)
    expect(TABLES.chains[id as keyof typeof TABLES.chains].name).toBe(name);
  expect(body).toContain(`Paid, ${PRICE_TABLE.tools_call.usdc} USDC`);
  const rows = [...body.matchAll(/^\| `([a-z_]+)` \| (.*) \| .* \|$/gm)];
  expect(rows.length).toBeGreaterThan(5);
  for (const [, name, args = ""] of rows) {
    const tool = TOOLS.find((one) => one.name === name);
    expect(tool, name).toBeDefined();
    const named = [...args.matchAll(/`([a-zA-Z]+)`/g)]
      .map(([, arg = ""]) => arg)
      .filter((arg) => arg !== "uniswap");
    const texts = Object.fromEntries(named.map((arg) => [arg, ""]));
    expect(() => requireForGet(tool!, new Headers(), texts)).not.toThrow();
  }
});
