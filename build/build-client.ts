import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import openapiTS, { astToString } from "openapi-typescript";
import { routes } from "../functions/routes.ts";
import { openapiDocument } from "../schemas/openapi-document.ts";
import { PRICE_TABLE } from "../schemas/price-table.ts";
import { TOOL_CHOICES } from "../src/tools/tool-choices.ts";

/**
 * npm run build:client -- [FOLDER]: the client as a package, ready for `npm pack`. The code is src/client in one file; the types are those of the
 * OpenAPI document, so that nothing has to be installed with it. Default folder: dist/client.
 */
const root = join(import.meta.dirname, "..");
const folder = process.argv[2] ?? join(root, "dist/client");
const template = (name: string) => readFileSync(join(root, "build/client", `${name}.template`), "utf8");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));

mkdirSync(folder, { recursive: true });
await build({
  absWorkingDir: root,
  stdin: {
    resolveDir: join(root, "src/client"),
    contents: [
      'export { createSextantClient } from "./create-sextant-client.ts";',
      'export { SextantError } from "./sextant-error.ts";',
      'export { sextantTools } from "./sextant-tools.ts";',
      'export { transactionRequest } from "./transaction-request.ts";',
      'export { verifyWebhook } from "./verify-webhook.ts";',
    ].join("\n"),
  },
  ...{ bundle: true, format: "esm", platform: "neutral", target: "es2022", logLevel: "error" },
  outfile: join(folder, "index.js"),
});
const prices = Object.fromEntries(Object.entries(PRICE_TABLE).map(([id, { usdc }]) => [id, usdc]));
const document = openapiDocument({
  ...{ routes, prices: prices as never, baseUrl: "", productName: "Sextant" },
  choices: TOOL_CHOICES,
});
const types = await openapiTS(JSON.parse(JSON.stringify(document)));
writeFileSync(join(folder, "openapi.d.ts"), astToString(types));
writeFileSync(join(folder, "index.d.ts"), template("index.d.ts"));
writeFileSync(join(folder, "README.md"), template("readme.md"));
writeFileSync(
  join(folder, "package.json"),
  `${JSON.stringify(
    {
      ...{ name: "sextant-client", version, type: "module", sideEffects: false },
      description:
        "Typed client of a Sextant service: quotes, vault transactions, TWAP orders, tools for agents, webhooks.",
      exports: { ".": { types: "./index.d.ts", default: "./index.js" } },
      files: ["index.js", "index.d.ts", "openapi.d.ts", "README.md"],
    },
    null,
    2,
  )}\n`,
);
console.log(`The client is in ${folder}; npm pack makes a package of it.`);
