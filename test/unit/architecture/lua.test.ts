import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { lintLua } from "../../../build/lint-lua.ts";
import { claimDue } from "../../../src/store/orders/claim-due.ts";
import { projectDir } from "./source-files.ts";

const root = mkdtempSync(join(tmpdir(), "sextant-lua-"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

/** The check over a src/store of these scripts. */
function check(texts: Record<string, string>, ...args: string[]) {
  rmSync(join(root, "src"), { recursive: true, force: true });
  mkdirSync(join(root, "src/store"), { recursive: true });
  for (const [path, text] of Object.entries(texts))
    writeFileSync(join(root, "src/store", path), text);
  const script = join(projectDir, "build/check-lua.ts");
  return spawnSync(process.execPath, [script, ...args], { cwd: root, encoding: "utf8" });
}
const asScript = (name: string, text: string) =>
  `const text = \`\n${text}\`;\nexport const ${name} = { text, run: () => {} };\n`;

const planted: readonly [text: string, says: string][] = [
  ["return nwo", "'nwo' is not defined"],
  ["return string.mtach('a', 'a')", "'string.mtach' is not defined"],
  ["return math.random()", "'math.random' is not defined"],
  [
    "local K = {}\nfunction K.order(vault, id) return vault .. id end\nreturn K.oder(1, 2)",
    "'K.oder' is not defined",
  ],
  [
    "local K = {}\nfunction K.order(vault, id) return vault .. id end\nreturn K.order(1)",
    "'K.order' takes 2 arguments",
  ],
  ["local function due(a) return a end\nreturn due(1, 2)", "'due' takes 1 arguments"],
  ["total = 1", "'total' is assigned, but no local"],
  ["function total() return 1 end", "'total' is assigned, but no local"],
  ["local function f() local total = 1 return 2 end\nreturn f()", "no line reads 'total'"],
  ["local function f() local total = 1 total = 2 end\nreturn f()", "no line reads 'total'"],
  ["local function f(a, b) return a end\nreturn f(1, 2)", "no line reads 'b'"],
  ["for i, each in ipairs(ARGV) do redis.call('GET', each) end", "no line reads 'i'"],
  [
    "local function f(a) if a then local a = 2 return a end end\nreturn f(1)",
    "'a' hides another of the same function",
  ],
  [
    "local function due() return 1 end\nlocal function f(due) return due end\nreturn f(due())",
    "'due' hides a function",
  ],
  ["local function f(string) return string end\nreturn f(1)", "'string' hides a standard name"],
];

test.each(planted)("error: %s", (text, says) => {
  expect(lintLua(text).findings.map((finding) => finding.says)).toEqual([says]);
});

test("error: what is no Lua is found at its line", () => {
  const { status, stderr } = check({
    "planted.ts": asScript("planted", "local a = 1\nlocal x = = 1\n"),
  });
  expect({ status, stderr: stderr.split("\n")[0] }).toEqual({
    status: 1,
    stderr: "src/store/planted.ts:3: [3:10] <expression> expected near '='",
  });
});

const sound: readonly string[] = [
  "local function f(_, b, ...) return b, select('#', ...) end\nreturn f(1, 2, 3)",
  "for _, each in ipairs(ARGV) do redis.call('GET', each) end",
  "local function f(a) local g = function(b) return a + b end return g(1) end\nreturn f(1)",
  "local function f(n) if n == 0 then return 0 end return f(n - 1) end\nreturn f(3)",
  "local i = 0\nrepeat local done = i > 3 i = i + 1 until done\nreturn i",
  "local t = { a = 1 }\nt.b = 2\nreturn t",
];

test.each(sound)("default: %s", (text) => {
  expect(lintLua(text).findings).toEqual([]);
});

test("error: a name misspelled in a script is found, at the line of its file", () => {
  const file = "src/store/orders/take-shares.ts";
  const lines = readFileSync(join(projectDir, file), "utf8").split("\n");
  const at = lines.findIndex((line) => line.includes("call('EXPIRE', key, SHARE_TTL_SEC)"));
  const right = "call('EXPIRE', key, SHARE_TTL_SEC)";
  const text = claimDue.text.replace(right, "call('EXPIRE', kye, SHARE_TTL_SEC)");
  lines[at] = lines[at]?.replace("key", "kye") ?? "";
  const { stderr } = check({
    "claim-due.ts": `export const claimDue = ${JSON.stringify({ text, run: 1 })};\n`,
    "take-shares.ts": `/*\n${lines.slice(1).join("\n").replaceAll("*/", "")}*/\n`,
  });
  expect(stderr).toContain(
    `src/store/take-shares.ts:${at + 1}: 'kye' is not defined (in src/store/claim-due.ts)`,
  );
});

test("error: a shared function that no script reads, and a piece that none uses", () => {
  const piece = "local function used() return 1 end\nlocal function unused() return 2 end\n";
  const { stderr } = check({
    "lua-piece.ts": `export const luaPiece = ${JSON.stringify(piece)};\n`,
    "lua-other.ts": 'export const luaOther = "local other = 1";\n',
    "script.ts": asScript("script", `${piece}return used()`),
  });
  expect(stderr.split("\n").slice(0, 2)).toEqual([
    "src/store/script.ts:3: no script reads 'unused'",
    "src/store/lua-other.ts: no script uses luaOther",
  ]);
});

test("behavior: what is sound is written out for an editor", () => {
  const { status, stderr } = check(
    { "script.ts": asScript("script", "return ARGV[1]") },
    "--to",
    "lua",
  );
  expect({ status, stderr }).toEqual({ status: 0, stderr: "" });
  expect(readFileSync(join(root, "lua/script.lua"), "utf8")).toBe("\nreturn ARGV[1]");
});

test("behavior: the service's own Lua passes", () => {
  const told = execFileSync(process.execPath, ["build/check-lua.ts"], {
    cwd: projectDir,
    encoding: "utf8",
  });
  expect(told).toMatch(/^The Lua of \d+ scripts and \d+ shared pieces reads well\.$/m);
});
