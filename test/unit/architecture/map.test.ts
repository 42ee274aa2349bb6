import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { projectDir } from "./source-files.ts";

let root: string;
beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "sextant-map-"));
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

const MAP = `# Map

| Room | What belongs there | Imports |
|---|---|---|
| \`src\` | The frame | all |
| \`src/chain\` | Reads | |
| \`src/venues\` | Quotes | chain |
| \`test/**\` | Suites | all |
| \`docs/**\` | Documents | |

## Where to start reading

\`src/venues/quote.ts\`.

## Else
`;
const sound = {
  "docs/map.md": MAP,
  "src/app.ts": 'import "./venues/quote.ts";\n',
  "src/chain/read.ts": 'import type { App } from "../app.ts";\n',
  "src/venues/quote.ts": 'import { read } from "../chain/read.ts";\n',
  "test/unit/quote.test.ts": "\n",
};

function check(files: Record<string, string>): { code: number | null; wrong: string[] } {
  rmSync(root, { recursive: true, force: true });
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  execFileSync("git", ["init", "-q"], { cwd: root });
  execFileSync("git", ["add", "-A"], { cwd: root });
  const { status, stderr } = spawnSync(
    process.execPath,
    [join(projectDir, "build/check-map.mjs"), root],
    {
      encoding: "utf8",
    },
  );
  return { code: status, wrong: stderr.split("\n").slice(0, -2) };
}

test("default: a map that is true passes", () => {
  expect(check(sound)).toEqual({ code: 0, wrong: [] });
});

test.each([
  ["a file outside the map", { "src/else/new.ts": "\n" }, "src/else/new.ts: no room"],
  [
    "a folder below a room that holds its own files alone",
    { "src/chain/deep/new.ts": "\n" },
    "src/chain/deep/new.ts: no room",
  ],
  [
    "an import that the line does not name",
    { "src/chain/read.ts": 'import type { Quote } from "../venues/quote.ts";\n' },
    "src/chain/read.ts imports src/venues/quote.ts: the line of src/chain does not name venues",
  ],
  [
    "a room without files",
    { "docs/map.md": MAP.replace("| `src/venues`", "| `src/gone` | Nothing | |\n| `src/venues`") },
    "src/gone: a room without files",
  ],
  [
    "a file to start reading at that is not there",
    { "docs/map.md": MAP.replace("src/venues/quote.ts", "src/venues/quotes.ts") },
    "src/venues/quotes.ts: to be read first, and not there",
  ],
])("error: %s", (_what, planted, told) => {
  expect(check({ ...sound, ...planted })).toEqual({ code: 1, wrong: [told] });
});

test("error: a cycle of imports, also one that only types close", { timeout: 60_000 }, () => {
  rmSync(root, { recursive: true, force: true });
  const files = {
    "tsconfig.json": "{}\n",
    "src/chain/a.ts": 'import type { B } from "./b.ts";\nexport type A = { b?: B };\n',
    "src/chain/b.ts": 'import type { A } from "./a.ts";\nexport type B = { a?: A };\n',
  };
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true });
    writeFileSync(join(root, path), content);
  }
  const cruiser = join(projectDir, "node_modules/dependency-cruiser/bin/dependency-cruiser.mjs");
  const config = join(projectDir, ".dependency-cruiser.cjs");
  const { status, stdout } = spawnSync(process.execPath, [cruiser, "src", "--config", config], {
    cwd: root,
    encoding: "utf8",
  });
  expect(stdout).toContain("error no-cycles: src/chain/a.ts");
  expect(status).toBeGreaterThan(0);
});
