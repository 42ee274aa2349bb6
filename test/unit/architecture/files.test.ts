import { basename } from "node:path";
import { expect, test } from "vitest";
import { camelOf, type SourceFile, sourceFiles } from "./source-files.ts";

const files = sourceFiles("src", "functions", "schemas");

/** Files whose name is their subject's, of which no single export is. */
const SUBJECTS: readonly string[] = [
  ...[
    "schemas/chains.ts",
    "schemas/calls/chat.ts",
    "schemas/vaults/delegation.ts",
    "schemas/vaults/freeze.ts",
    "schemas/vaults/vault-overview.ts",
    "src/chain/revert-advice.ts",
    "schemas/notices/pairing.ts",
  ],
  ...[
    "schemas/primitives.ts",
    "schemas/calls/quote.ts",
    "schemas/vaults/settings.ts",
    "schemas/calls/tool-call.ts",
    "schemas/notices/webhook.ts",
  ],
  ...[
    "src/lib/parse-units.ts",
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
  ...["src/kinds/check.ts", "src/kinds/execution-outcome.ts", "src/kinds/order-kind.ts"],
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

// Three hundred lines of 120 columns, in lines of 100.
test("behavior: no file holds two ideas: 350 lines at most", () => {
  expect(files.filter(({ lines }) => lines > 350).map(({ path }) => path)).toEqual([]);
});
