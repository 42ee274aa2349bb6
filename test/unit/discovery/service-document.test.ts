import { expect, test } from "vitest";
import { routes } from "../../../functions/routes.ts";
import { createIsolate } from "../../../src/create-isolate.ts";
import { createModules } from "../../../src/create-modules.ts";
import type { Deps } from "../../../src/deps.ts";
import { serviceDocument } from "../../../src/discovery/documents.ts";
import type { RawRequest } from "../../../src/route.ts";
import { described, PRICES } from "./described.ts";

const raw = (origin: string): RawRequest => ({
  url: `${origin}/openapi.json`,
  headers: new Headers(),
  bodyText: "",
});
// Safe: the document needs no more of what a handler may touch.
const depsOf = (env: object, isolate = createIsolate()) =>
  ({
    env,
    routes,
    caches: isolate.caches,
    clock: { nowMs: () => 0 },
    modules: createModules(),
  }) as unknown as Deps;

test("default: it is the routes' document, at the caller's or configured address", async () => {
  const document = await serviceDocument(depsOf({}), raw("https://api.example"), PRICES);
  expect(JSON.parse(JSON.stringify(document))).toEqual(described());
  const set = depsOf({ PUBLIC_BASE_URL: "https://set.example/" });
  const { servers } = await serviceDocument(set, raw("https://x"), PRICES);
  expect(servers).toEqual([{ url: "https://set.example" }]);
});

test("behavior: an isolate makes it once; callers differ by the address alone", async () => {
  const deps = depsOf({});
  const first = await serviceDocument(deps, raw("https://a.example"), PRICES);
  const second = await serviceDocument(deps, raw("https://b.example"), PRICES);
  expect([first.servers, second.servers]).toEqual([
    [{ url: "https://a.example" }],
    [{ url: "https://b.example" }],
  ]);
  expect([second.paths === first.paths, second.components === first.components]).toEqual([
    true,
    true,
  ]);
});

test("behavior: other prices or another name are another document", async () => {
  const isolate = createIsolate();
  const at = raw("https://a.example");
  const first = await serviceDocument(depsOf({}, isolate), at, PRICES);
  const dearer = await serviceDocument(depsOf({}, isolate), at, { ...PRICES, quote: "0.5" });
  const renamed = await serviceDocument(depsOf({ PRODUCT_NAME: "Other" }, isolate), at, PRICES);
  expect(first.paths["/api/quote"]?.get?.["x-price-usdc"]).toBe("0.0020");
  expect(dearer.paths["/api/quote"]?.get?.["x-price-usdc"]).toBe("0.5");
  expect([first.info.title, renamed.info.title]).toEqual(["Sextant", "Other"]);
});

/** Every object that a JSON Schema inside a value describes. */
const objectsIn = (value: unknown): Record<string, unknown>[] =>
  typeof value !== "object" || value === null
    ? []
    : [
        ...("type" in value && value.type === "object" ? [{ ...value }] : []),
        ...Object.values(value).flatMap((one) => objectsIn(one)),
      ];

test("behavior: an object of free fields says so: unsaid, a type generator reads it empty", () => {
  const objects = objectsIn(described());
  expect(objects.length).toBeGreaterThan(100);
  const silent = objects.filter(
    ({ properties = {}, additionalProperties }) =>
      Object.keys(properties as object).length === 0 && additionalProperties === undefined,
  );
  expect(silent).toEqual([]);
});
