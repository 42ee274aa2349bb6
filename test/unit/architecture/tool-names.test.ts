import { spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectDir } from "./source-files.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "sextant-tool-names-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const sound = {
  "src/tools/sell-house.ts":
    'export const sellHouse = defineTool({ name: "sell_house", category: "Houses" });\n',
  "src/tools/list-houses.ts":
    'export const listHouses = defineTool({ ...sellHouse, name: "list_houses" });\n',
  "src/houses/tools/order.ts":
    'export const TOOLS = [sellHouse, listHouses]; const order = ["sell_house"];\n',
  "src/chat/a.ts": [
    "/** What sell_house does. */",
    'const text = "Sell it with sell_house and look with list_houses.";',
    'const path = "/api/tools/sell_house";',
    "const call = { tool: sellHouse.name, category: tool.kind };",
    "",
  ].join("\n"),
};

function check(files: Record<string, string>): { code: number | null; faults: string[] } {
  rmSync(root, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const script = join(projectDir, "build/check-tool-names.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: "utf8" });
  return { code: status, faults: stderr.split("\n").slice(0, -2) };
}

test("default: tools' own files, sentences, paths and the name of an imported tool pass", () => {
  expect(check(sound)).toEqual({ code: 0, faults: [] });
});

test.each([
  ["src/mcp/hints.ts", 'const HARMLESS = ["sell_house"];', '"sell_house"'],
  ["functions/a.ts", "const tool = `sell_house`;", '"sell_house"'],
  ["schemas/a.ts", 'const tools = z.enum(["list_houses"]);', '"list_houses"'],
  [
    "src/chat/words.ts",
    'const writes = "sell_house, list_houses".split(", ");',
    '"sell_house, list_houses"',
  ],
  [
    "src/chat/pattern.ts",
    "const isWrite = /^(sell_house|list_houses)$/.test(name);",
    "/^(sell_house|list_houses)$/",
  ],
  ["src/chat/table.ts", "const EXAMPLES = { sell_house: 1 };", "sell_house: what is true"],
  ["src/chat/quoted.ts", 'const EXAMPLES = { "sell_house": 1 };', '"sell_house"'],
  ["src/chat/type.ts", 'type Write = "sell_house" | "other";', '"sell_house"'],
  ["src/calls/a.ts", 'const needs = tool.category === "Houses";', "category is a heading"],
  ["src/calls/b.ts", "const needs = ({ category }: Tool) => category;", "category is a heading"],
])("error: in %s, %s", (path, content, what) => {
  const { code, faults } = check({ ...sound, [path]: `${content}\n` });
  expect([code, faults.length]).toEqual([1, 1]);
  expect(faults[0]).toMatch(new RegExp(`^${path}:1 `));
  expect(faults[0]).toContain(what);
});
