import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { projectDir, sourceFiles } from "./source-files.ts";

/** What has one name and one value in several files and is not one limit. */
const OTHERS: readonly string[] = [
  // Units and words of a file.
  "HOUR_SEC",
  "MAX_TRIES",
  // How much of an isolate's six connections each of these may take is its own matter.
  "AT_ONCE",
  // How long one file remembers what it has read.
  "REMEMBERED_MS",
  // The zero address, where it means the coin, nobody, or nothing in an example.
  "NATIVE",
  "ZERO",
  // The routers of v3 and v4, whose contracts have a constant each.
  "CONTRACT_BALANCE",
  "BIPS",
  // JSON-RPC's.
  "INVALID_PARAMS",
];

test("behavior: a limit stands in one place, in TypeScript and in Lua", () => {
  const places = new Map<string, string[]>();
  for (const { path } of sourceFiles("src", "functions", "schemas")) {
    const text = readFileSync(join(projectDir, path), "utf8");
    for (const [, name = "", value = ""] of text.matchAll(
      /^(?:export )?(?:const|local) ([A-Z][A-Z0-9_]+)(?:: \w+)? = (.+?);?$/gm,
    )) {
      if (!/^(?:[-\d_n.* +]+|"[^"]*"|`[^`]*`)$/.test(value) || OTHERS.includes(name)) continue;
      const key = `${name} = ${value}`;
      places.set(key, [...(places.get(key) ?? []), path]);
    }
  }
  expect([...places].filter(([, paths]) => paths.length > 1)).toEqual([]);
});

/** Times above all: what TypeScript knows too is taken from its table. */
test("behavior: the large numbers that scripts spell themselves are known to them alone", () => {
  const spelled = sourceFiles("src/store").flatMap(({ path }) =>
    [...readFileSync(join(projectDir, path), "utf8").matchAll(/^local .*\b\d{5,}\b.*$/gm)].map(
      ([line]) => `${path}: ${line}`,
    ),
  );
  expect(spelled).toEqual([
    "src/store/operations/lua-operations.ts: local APPROVAL_HOLDS_MS = 60000",
    "src/store/outbox/take-outbox.ts: local MAX_CHARS = 262144",
  ]);
});
