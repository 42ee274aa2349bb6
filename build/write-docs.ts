import "../test/support/fill-chains.ts";
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withApiTables } from "./with-api-tables.ts";

/**
 * `npm run docs`: writes the tables of docs/api.md anew, from the routes, the tools and the error
 * codes, and the skill of docs/skills as the service holds it.
 */
const root = join(import.meta.dirname, "..");
const text = readFileSync(join(root, "docs/skills/sextant/SKILL.md"), "utf8");
const [name, description] = ["name", "description"].map(
  (field) => new RegExp(`^${field}: (.*)$`, "m").exec(text)?.[1],
);
writeFileSync(
  join(root, "src/discovery/skill.data.json"),
  `${JSON.stringify({ name, description, text }, null, 2)}\n`,
);
const path = join(root, "docs/api.md");
const before = readFileSync(path, "utf8");
const after = withApiTables(before);
writeFileSync(path, after);
console.log(
  after === before ? "docs/api.md is as the code has it." : "docs/api.md is written anew.",
);
