import { execFileSync } from "node:child_process";
import { expect, test } from "vitest";
import { ROUTE_TABLE } from "../../../functions/route-table.ts";
import { routes } from "../../../functions/routes.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { TOOLS_AT_HAND } from "../../../src/tables/tools-at-hand.ts";
import { projectDir } from "./source-files.ts";

/**
 * Far below the 2,131 that were made when every module was loaded at the start; a call of no route
 * has to make none.
 */
const MOST_SCHEMAS = 120;

/**
 * Zod tells of each schema that it makes through its own hook; in a process of its own, where
 * nothing else was loaded.
 */
const COUNT = `
import * as z from "zod";
let made = 0;
z.config({ postProcessor: () => { made += 1; } });
const { default: worker } = await import("./src/worker.ts");
const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };
const atStart = made;
const { ROUTE_TABLE } = await import("./functions/route-table.ts");
const ask = (path) => worker.fetch(new Request("http://localhost" + path), { X402_PAY_TO: "0x" + "11".repeat(20) }, context);
const statuses = [];
const after = [];
for (const path of ["/nowhere", "/api/quote", "/api/quote", "/openapi.json", "/openapi.json"]) {
  statuses.push((await ask(path)).status);
  after.push(made);
}
for (const { load } of ROUTE_TABLE) await load();
const all = made;
for (const { load } of ROUTE_TABLE) await load();
console.log(JSON.stringify({ atStart, statuses, after, all, again: made }));
`;

test("budget: a Worker makes few schemas on load, a route's at its first call, each once", () => {
  const args = ["--input-type=module", "--eval", COUNT];
  const told = JSON.parse(
    execFileSync(process.execPath, args, { cwd: projectDir, encoding: "utf8" }),
  );
  expect(told.statuses).toEqual([404, 402, 402, 200, 200]);
  expect(told.atStart).toBeGreaterThan(0);
  expect(told.atStart).toBeLessThan(MOST_SCHEMAS);
  const [nowhere, quote, quoteAgain, document, documentAgain] = told.after;
  expect(nowhere).toBe(told.atStart);
  expect(quote).toBeGreaterThan(nowhere);
  expect(quoteAgain).toBe(quote);
  expect(document).toBeGreaterThan(quote);
  expect(documentAgain).toBe(document);
  // What the catalog needed was everything there is.
  expect(told.all).toBe(document);
  expect(told.again).toBe(told.all);
  expect(told.all).toBeGreaterThan(10 * MOST_SCHEMAS);
});

test("behavior: what is at hand is in the registry", () => {
  expect(TOOLS).toEqual(expect.arrayContaining([...TOOLS_AT_HAND]));
});

test("behavior: the table says of each route what its file says", async () => {
  const heads = ROUTE_TABLE.map(({ method, path, aliases }) => ({ method, path, aliases }));
  expect(heads).toEqual(routes.map(({ method, path, aliases }) => ({ method, path, aliases })));
});
