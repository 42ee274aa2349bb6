import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { withApiTables } from "./with-api-tables.ts";

/** `npm run docs`: writes the tables of docs/api.md anew, from the routes, the tools and the error codes. */
const path = join(import.meta.dirname, "../docs/api.md");
const before = readFileSync(path, "utf8");
const after = withApiTables(before);
writeFileSync(path, after);
console.log(after === before ? "docs/api.md is as the code has it." : "docs/api.md is written anew.");
