import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";
import openapiTS, { astToString } from "openapi-typescript";
import ts from "typescript";
import { routes } from "../functions/routes.ts";
import { openapiDocument } from "../schemas/openapi-document.ts";
import { PRICE_TABLE } from "../schemas/price-table.ts";
import { toolChoices } from "../src/tables/every-tool.ts";
import { clientSchemas } from "./client/client-schemas.ts";

/**
 * npm run build:client -- [FOLDER]: the client as a package, ready for `npm publish`. The code is
 * src/client in one file. Its types are the same files' own, but for those of operations and tools,
 * which are made from the same schemas by way of OpenAPI, so that nothing has to be installed with
 * it. Default folder: dist/client.
 */
const root = join(import.meta.dirname, "..");
const folder = process.argv[2] ?? join(root, "dist/client");
const { version } = JSON.parse(readFileSync(join(root, "package.json"), "utf8"));
const write = (name: string, text: string) => writeFileSync(join(folder, name), text);

/** What a caller imports. */
const CODE = [
  "create-sextant-client",
  "sextant-error",
  "sextant-tools",
  "transaction-request",
  "verify-webhook",
];
const TYPES = [...CODE, "tool-function"];
const TEMPLATES = ["client-routes", "client-tools"];
const exportsOf = (names: string[], ending: string) =>
  names.map((name) => `export * from "./${name}.${ending}";\n`).join("");

mkdirSync(folder, { recursive: true });
await build({
  absWorkingDir: root,
  stdin: { resolveDir: join(root, "src/client"), contents: exportsOf(CODE, "ts") },
  ...{ bundle: true, format: "esm", platform: "neutral", target: "es2022", logLevel: "error" },
  outfile: join(folder, "index.js"),
});
write("index.d.ts", exportsOf([...TYPES, ...TEMPLATES], "js"));
for (const name of TYPES) {
  const source = readFileSync(join(root, `src/client/${name}.ts`), "utf8");
  const { outputText, diagnostics = [] } = ts.transpileDeclaration(source, {
    fileName: `${name}.ts`,
    reportDiagnostics: true,
  });
  for (const { messageText } of diagnostics)
    throw new Error(`${name}.ts: ${JSON.stringify(messageText)}`);
  write(`${name}.d.ts`, outputText.replaceAll(/(from "\.\/[\w-]+)\.ts"/g, '$1.js"'));
}
for (const name of TEMPLATES)
  copyFileSync(join(root, `build/client/${name}.d.ts.template`), join(folder, `${name}.d.ts`));

const prices = Object.fromEntries(Object.entries(PRICE_TABLE).map(([id, { usdc }]) => [id, usdc]));
const document = openapiDocument({
  ...{ routes, prices: prices as never, baseUrl: "", productName: "Sextant" },
  choices: toolChoices(),
});
Object.assign(document.components.schemas, clientSchemas());
// What has a default may be left out of what is sent; an answer has it among what is required.
const types = await openapiTS(JSON.parse(JSON.stringify(document)), { defaultNonNullable: false });
write("openapi.d.ts", astToString(types));

copyFileSync(join(root, "build/client/readme.md.template"), join(folder, "README.md"));
copyFileSync(join(root, "LICENSE"), join(folder, "LICENSE"));
const files = [
  "index.js",
  "index.d.ts",
  "openapi.d.ts",
  ...[...TYPES, ...TEMPLATES].map((name) => `${name}.d.ts`),
];
const manifest = {
  ...{ name: "sextant-client", version, type: "module", sideEffects: false },
  // The project itself is UNLICENSED, which npm knows as "not for others"; a package that others
  // install carries its terms.
  license: "SEE LICENSE IN LICENSE",
  description:
    "Typed client of a Sextant service: quotes, vault transactions, TWAP orders, tools for " +
    "agents, webhooks.",
  keywords: ["sextant", "vault", "x402", "agents", "defi"],
  ...{ main: "./index.js", types: "./index.d.ts" },
  exports: {
    ".": { types: "./index.d.ts", default: "./index.js" },
    "./package.json": "./package.json",
  },
  files,
  engines: { node: ">=20" },
};
write("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
console.log(
  `The client is in ${folder}; npm publish there makes it public, npm pack a package of it.`,
);
