import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectDir } from "./source-files.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "sextant-citations-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const sound = {
  "README.md":
    "# Name\n\n## First calls\n\n[the limits](docs/api.md#limits-of-one-day), " +
    "[up](#first-calls), [out](https://a.example/#x)\n",
  "docs/api.md":
    "# API\n\n## Limits, of `one` day\n\n```sh\n# Not a " +
    "heading\n```\n\n[back](../README.md#first-calls) [design](design.md) " +
    "[again](#api-1)\n\n## API\n",
  "docs/design.md": "# Design\n\n## 1. Keys\n",
  "docs/facts/a.md": "# A\n\nTheir `src/Settler.sol`.\n",
  "docs/decisions/keys.md": "# Keys\n\n## D12 · A title\n\nText, as in D12.\n",
  "src/a.ts":
    '// decision D12; docs/design.md 1; docs/api.md, "API"; README.md, "First calls"; ' +
    'other/README.md, "Else"; see src/a.ts, ../src/z.ts\n',
};

function check(files: Record<string, string>): { code: number | null; dead: string[] } {
  rmSync(root, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  for (const args of [
    ["init", "-q"],
    ["add", "-A"],
  ])
    execFileSync("git", args, { cwd: root });
  const script = join(projectDir, "build/check-citations.mjs");
  const { status, stderr } = spawnSync(process.execPath, [script, root], { encoding: "utf8" });
  return { code: status, dead: stderr.split("\n").slice(0, -2) };
}

test("default: what leads somewhere passes", () => {
  expect(check(sound)).toEqual({ code: 0, dead: [] });
});

test.each([
  ["src/b.ts", "// decisions D12 and D13", "no decision D13"],
  ["src/b.ts", "// decision D12's, and D13's", "no decision D13"],
  ["src/b.ts", "// decision 12", "12 is no number of a decision"],
  ["docs/decisions/tokens.md", "# Tokens\n\nSee D13.", "no decision D13"],
  ["docs/decisions/tokens.md", "## D12 · Another title", "two decisions D12"],
  ["src/b.ts", "// docs/design.md 2", "no section 2"],
  ["src/b.ts", '// docs/api.md, "Errors"', "no section Errors in docs/api.md"],
  ["src/b.ts", '// README.md, "Limits"', "no section Limits in README.md"],
  ["src/b.ts", "// docs/other.md", "no page docs/other.md"],
  ["src/b.ts", "// DECISIONS.md", "not a page of this repository"],
  ["src/b.ts", "// as src/c.ts does", "src/c.ts: no such file"],
  ["docs/b.md", "`test/unit/gone.test.ts`", "test/unit/gone.test.ts: no such file"],
  ["src/b.ts", "// issue 5", "issues are not in the repository"],
  ["docs/b.md", "[x](api.md#errors)", "no heading #errors in docs/api.md"],
  ["docs/b.md", "[x](api.md#not-a-heading)", "no heading #not-a-heading in docs/api.md"],
  ["docs/b.md", "[x](../README.md#limits)", "no heading #limits in README.md"],
  ["docs/b.md", "[x](README.md)", "no file docs/README.md"],
  ["docs/b.md", "# Here\n[x](#there)", "no heading #there in docs/b.md"],
  ["docs/b.md", "[x]: gone.md", "no file docs/gone.md"],
  ["AGENTS.md", "[x](assets/gone.png)", "no file assets/gone.png"],
])("error: in %s, %j is dead", (path, content, what) => {
  const { code, dead } = check({ ...sound, [path]: content });
  expect(code).toBe(1);
  expect(dead).toEqual([expect.stringContaining(what)]);
});
