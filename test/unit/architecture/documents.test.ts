import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withApiTables } from "../../../build/with-api-tables.ts";
import { routes } from "../../../functions/routes.ts";
import { CHANNEL_IDS } from "../../../schemas/notices/channel-ids.ts";
import { PRICE_TABLE } from "../../../schemas/payment/price-table.ts";
import { snippetChecks } from "../../runtime/snippets/snippet-checks.ts";
import { documentSnippets } from "../../support/flows/document-snippets.ts";
import { snippetsOf } from "../../support/flows/snippets-of.ts";
import { projectDir } from "./source-files.ts";

const text = (path: string): string => readFileSync(join(projectDir, path), "utf8");

test("behavior: test/runtime/snippets.test.ts runs or checks every snippet of documents", () => {
  const snippets = documentSnippets();
  expect(snippets.filter(({ language }) => language === "").map(({ id }) => id)).toEqual([]);
  const unchecked = snippets.filter(
    ({ id, language }) => language !== "text" && !snippetChecks.has(id),
  );
  expect(unchecked.map(({ id }) => id)).toEqual([]);
  const ids = new Set(snippets.map(({ id }) => id));
  expect([...snippetChecks.keys()].filter((id) => !ids.has(id))).toEqual([]);
  expect(snippets.length).toBeGreaterThan(15);
});

test("args: a snippet is found in every form that a reader sees as one", () => {
  const markdown = [
    "# One",
    "```sh",
    "# no heading",
    "```",
    "## Two `x`",
    "- a step:",
    "",
    "  ```JSON title",
    "  {}",
    "  ```",
    "~~~~ts",
    "```",
    "// code.mjs",
    "~~~~",
    "> ```bash",
    "> ls",
    "> ```",
    "```js",
    "// first.mjs: what it does",
    "```",
    "```js",
    "never closed",
  ].join("\n");
  expect(snippetsOf("a.md", markdown).map(({ id, file }) => [id, file])).toEqual([
    ['a.md, "One", sh', undefined],
    ['a.md, "Two `x`", json', undefined],
    ['a.md, "Two `x`", ts', undefined],
    ['a.md, "Two `x`", bash', undefined],
    ['a.md, "Two `x`", js', "first.mjs"],
    ['a.md, "Two `x`", js 2', undefined],
  ]);
  expect(snippetsOf("a.md", markdown)[0]?.code).toBe("# no heading\n");
});

test("behavior: the README takes a newcomer at most 135 lines", () => {
  expect(text("README.md").trimEnd().split("\n").length).toBeLessThanOrEqual(135);
});

test("behavior: the tables of docs/api.md are what `npm run docs` writes", () => {
  const api = text("docs/api.md");
  expect(withApiTables(api)).toBe(api);
  // Emptied, they are written again: nothing of a table is kept because it stood there.
  expect(
    withApiTables(api.replaceAll(/(<!-- \w+: written[^\n]*\n)[\s\S]*?(<!-- end -->)/g, "$1$2")),
  ).toBe(api);
  const costs = api.split("### What it costs")[1]?.split("\n#")[0] ?? "";
  const prices = [...costs.matchAll(/\b\d\.\d+\b/g)].map(([price]) => price);
  expect(prices.sort()).toEqual(
    Object.values(PRICE_TABLE)
      .map(({ usdc }) => usdc)
      .sort(),
  );
});

/** The webhooks of channels stand there as one. */
const spelled = (path: string): string =>
  CHANNEL_IDS.some((id) => path === `/api/${id}/webhook`) ? "/api/<channel>/webhook" : path;

test("behavior: every route that is in no description of the API stands in docs/operate.md", () => {
  // The local stack's alone: anywhere else it is no route.
  const hidden = routes.filter(
    ({ isInternal, path }) => isInternal === true && path !== "/api/internal/local-clock",
  );
  expect(hidden.length).toBeGreaterThan(3);
  expect(
    hidden
      .filter(({ path }) => !text("docs/operate.md").includes(`${spelled(path)}\``))
      .map(({ path }) => path),
  ).toEqual([]);
});
