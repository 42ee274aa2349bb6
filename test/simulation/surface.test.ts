import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { compareSurfaces } from "../surface/compare-surfaces.ts";
import { surface } from "../surface/surface.ts";

test("behavior: caller and store surface is written down; npm run surface changes it", async () => {
  const written = await readFile(join(import.meta.dirname, "../surface/surface.data.json"), "utf8");
  expect(compareSurfaces(JSON.parse(written), await surface())).toEqual([]);
});

test("behavior: a field more, a field less and another value are each reported", () => {
  const before = { tools: [{ name: "a" }, { name: "b" }], code: { status: 400 } };
  const after = { tools: [{ name: "a", readOnly: true }], code: { status: 409 } };
  expect(compareSurfaces(before, after)).toEqual([
    "tools.0.readOnly: nothing -> true",
    'tools.1: {"name":"b"} -> nothing',
    "code.status: 400 -> 409",
  ]);
});
