import { basename } from "node:path";
import { expect, test } from "vitest";
import { camelOf, type SourceFile, sourceFiles } from "./source-files.ts";

const files = sourceFiles("src", "functions", "schemas");

/** Files whose name is their subject's, of which no single export is. */
const SUBJECTS: readonly string[] = [
  ...[
    "schemas/chains.ts",
    "schemas/chat.ts",
    "schemas/delegation.ts",
    "schemas/freeze.ts",
    "schemas/pairing.ts",
  ],
  ...[
    "schemas/primitives.ts",
    "schemas/quote.ts",
    "schemas/settings.ts",
    "schemas/tool-call.ts",
    "schemas/webhook.ts",
  ],
  ...[
    "src/lib/integers.ts",
    "src/lib/verdict.ts",
    "src/chain/addresses.ts",
    "src/env.ts",
    "src/errors.ts",
    "src/tables/registry.ts",
  ],
  // A type of that name, with what belongs to it.
  ...[
    "src/calldata/bridge-call.ts",
    "src/calldata/gmx-call.ts",
    "src/calldata/hyperliquid-call.ts",
  ],
  ...["src/calldata/staking-call.ts", "src/calldata/swap-calls.ts", "src/chain/rpc-call.ts"],
];

/**
 * `rpc.ts` may hold what makes one (`createRpc`) or ties its types (`defineRoute`), and a table in
 * capitals.
 */
function promised({ path }: Pick<SourceFile, "path">): string[] {
  const name = camelOf(path);
  const capital = name.charAt(0).toUpperCase() + name.slice(1);
  const table = basename(path, ".ts").replaceAll("-", "_").toUpperCase();
  // A route may carry its tool's name: the file stands in another folder, the word needs its own
  // ending.
  const route = path.startsWith("functions/") ? [`${name}Route`] : [];
  return [name, table, `create${capital}`, `define${capital}`, ...route];
}

const plain = (name: string): string => name.toLowerCase();

test("behavior: a file that exports values exports what it is named after", () => {
  const wrong = files
    .filter(
      ({ path, exports }) =>
        path !== "src/worker.ts" && exports.values.length > 0 && !SUBJECTS.includes(path),
    )
    .filter(({ path, exports }) => {
      const names = promised({ path }).map(plain);
      return !exports.values.some((value) => names.includes(plain(value)));
    });
  expect(wrong.map(({ path }) => path)).toEqual([]);
});

test("behavior: only the Worker has a default export; no barrel, no exports passed on", () => {
  expect(files.filter(({ exports }) => exports.hasDefault).map(({ path }) => path)).toEqual([
    "src/worker.ts",
  ]);
  expect(files.filter(({ exports }) => exports.reexports).map(({ path }) => path)).toEqual([]);
  expect(files.filter(({ path }) => basename(path) === "index.ts").map(({ path }) => path)).toEqual(
    [],
  );
});

test("behavior: no file holds two ideas: 300 lines at most", () => {
  expect(files.filter(({ lines }) => lines > 300).map(({ path }) => path)).toEqual([]);
});
