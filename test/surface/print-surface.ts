import "../support/fill-chains.ts";
import { execFileSync } from "node:child_process";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { compareSurfaces } from "./compare-surfaces.ts";
import { surface } from "./surface.ts";

/**
 * npm run surface: writes down what callers and the store can see (surface.data.json). npm run
 * surface -- --against COMMIT: how it differs from what that commit had written down, a line each;
 * ends with 1 where it does.
 */
const FILE = join(import.meta.dirname, "surface.data.json");
const { values } = parseArgs({ options: { against: { type: "string" } } });
const now = await surface();

if (values.against === undefined) writeFileSync(FILE, `${JSON.stringify(now, null, 1)}\n`);
else {
  const text = execFileSync("git", ["show", `${values.against}:test/surface/surface.data.json`], {
    maxBuffer: 1e9,
  });
  const differences = compareSurfaces(JSON.parse(String(text)), now);
  console.log(differences.join("\n"));
  console.log(`${differences.length} differences from ${values.against}`);
  if (differences.length > 0) process.exitCode = 1;
}
