import { expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files.ts";

const files = sourceFiles("src", "functions", "schemas");
const importers = (fits: RegExp): string[] =>
  files
    .filter(({ imports }) => imports.some(({ specifier }) => fits.test(specifier)))
    .map(({ path }) => path);
const outside = (paths: string[], allowed: RegExp): string[] =>
  paths.filter((path) => !allowed.test(path));

test("behavior: hono is known to the application and the error answer only", () => {
  expect(
    outside(importers(/^hono(\/|$)/), /^(src\/(app|route|error-response)\.ts|functions\/)/),
  ).toEqual([]);
});

test("behavior: Upstash's queue client is in the schedule's adapter, no store client (D72)", () => {
  expect(importers(/^@upstash\/redis(\/|$)/)).toEqual([]);
  expect(outside(importers(/^@upstash\/qstash(\/|$)/), /^src\/schedule\//)).toEqual([]);
});

test("behavior: the payment and model packages stay where docs/design.md puts them", () => {
  expect(outside(importers(/^@?x402(-|\/|$)/), /^src\/payment\//)).toEqual([]);
  expect(outside(importers(/^(ai|@ai-sdk\/.*)$/), /^src\/(chat\/|tools\/ai-tools\.ts)/)).toEqual(
    [],
  );
});

test("behavior: keys and accounts are made in the wallet only", () => {
  expect(outside(importers(/^viem\/accounts$/), /^src\/wallet\//)).toEqual([]);
  const makers = files.filter(({ words }) => words.has("deriveAgentKey")).map(({ path }) => path);
  expect(outside(makers, /^src\/wallet\//)).toEqual([]);
  const holders = files
    .filter(({ words }) => words.has("AGENT_WALLET_SECRET"))
    .map(({ path }) => path);
  expect(holders).toEqual(
    [
      "src/create-webhooks.ts",
      "src/create-deps.ts",
      "src/env.ts",
      "src/wallet/derive-key.ts",
    ].sort(),
  );
});

test("behavior: viem's own clients are not used: all requests of an isolate share batches", () => {
  const makers = files.filter(({ uses }) =>
    [...uses].some((use) =>
      /^(create(Public|Wallet|Test)?Client|http|fallback|webSocket)\(\)$/.test(use),
    ),
  );
  expect(makers.map(({ path }) => path)).toEqual([]);
});

test("behavior: schemas import zod and each other, nothing else", () => {
  const wrong = files
    .filter(({ path }) => path.startsWith("schemas/"))
    .flatMap(({ path, imports }) => imports.map(({ specifier }) => [path, specifier] as const))
    .filter(([, specifier]) => specifier !== "zod" && !/^\.\/[\w-]+\.ts$/.test(specifier));
  expect(wrong).toEqual([]);
});

test("behavior: nothing of the service imports the local stack, the tests or part of Node", () => {
  expect(importers(/(^|\/)(local|test|bench)\//)).toEqual([]);
  expect(importers(/^node:/)).toEqual([]);
});

test("behavior: every imported package is a dependency of the service, not of tests", async () => {
  const { dependencies } = (await import("../../../package.json", { with: { type: "json" } }))
    .default;
  const packages = files.flatMap(({ imports }: SourceFile) =>
    imports
      .map(({ specifier }) => specifier)
      .filter((specifier) => !specifier.startsWith("."))
      .map((specifier) =>
        specifier
          .split("/")
          .slice(0, specifier.startsWith("@") ? 2 : 1)
          .join("/"),
      ),
  );
  expect([...new Set(packages)].filter((name) => !Object.hasOwn(dependencies, name))).toEqual([]);
});

test("behavior: imports carry the file's ending", () => {
  const relative = files.flatMap(({ path, imports }) =>
    imports
      .filter(({ specifier }) => specifier.startsWith("."))
      .map(({ specifier }) => [path, specifier] as const),
  );
  expect(relative.length).toBeGreaterThan(500);
  expect(relative.filter(([, specifier]) => !/\.(ts|json)$/.test(specifier))).toEqual([]);
});
