import type { JsonSchema } from "../../schemas/json-schema-of.ts";
import type { OpenapiDocument } from "../../schemas/openapi-document.ts";
import type { OpenapiOperation } from "../../schemas/openapi-operation.ts";
import { DOCS_STYLE, htmlText } from "./docs-style.ts";

type Entry = { method: string; path: string; operation: OpenapiOperation };
type Field = {
  name: string;
  in: string;
  required: boolean;
  schema: JsonSchema;
  description: string;
};

/** The API's page: no script, nothing loaded, an anchor per operation. */
export function renderDocs(document: OpenapiDocument): string {
  const entries = Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Entry => ({ method, path, operation })),
  );
  const groups = document.tags
    .map(({ name, description }) => ({
      name,
      description,
      of: entries.filter((one) => one.operation.tags.includes(name)),
    }))
    .filter(({ of }) => of.length > 0);
  const { title, summary, version, description } = document.info;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${htmlText(title)} API</title>
<style>${DOCS_STYLE}</style>
</head>
<body>
<header>
<h1>${htmlText(title)} API</h1>
<p class="soft">${htmlText(summary)} Version ${htmlText(version)}. <a href="/openapi.json">OpenAPI 3.1</a> · <a href="/.well-known/x402">x402</a> · <a href="/llms.txt">llms.txt</a> · <a href="/skill.md">skill</a> · <a href="/api/health">health</a></p>
${prose(description)}
</header>
<nav aria-label="Operations">
${groups.map(({ name, of }) => `<h4>${htmlText(name)}</h4>\n<ul>${of.map(navItem).join("")}</ul>`).join("\n")}
</nav>
<main>
${groups.map((group) => `<h2>${htmlText(group.name)}</h2>\n<p>${htmlText(group.description)}</p>\n${group.of.map((one) => section(document, one)).join("\n")}`).join("\n")}
<footer class="soft">Click a command to select all of it.</footer>
</main>
</body>
</html>
`;
}

const navItem = ({ method, path, operation }: Entry): string =>
  `<li><a href="#${htmlText(operation.operationId)}"><span ` +
  `class="method">${method.toUpperCase()}</span> ${htmlText(path)}</a></li>`;

function section(document: OpenapiDocument, { method, path, operation }: Entry): string {
  const {
    operationId,
    summary,
    description = "",
    "x-price-usdc": price,
    "x-auth": auth,
    "x-aliases": aliases,
  } = operation;
  const cost = price === "0" ? "Free" : `${price} USDC per call`;
  const who = {
    none: "",
    optional: ", operator signature optional",
    operator: ", operator signature needed",
    schedule: "",
  };
  const answer = operation.responses[200]?.content as
    | Record<string, { example?: unknown }>
    | undefined;
  const example = answer?.["application/json"]?.example;
  const curl = curlOf(document.servers[0]?.url ?? "", method, path, operation);
  const also = aliases === undefined ? "" : ` Also: ${aliases.join(", ")}.`;
  return `<section id="${htmlText(operationId)}">
<h3><a href="#${htmlText(operationId)}"><span class="method">${method.toUpperCase()}</span> ${htmlText(path)}</a></h3>
<p>${htmlText(summary)}. ${prosaic(description)}${htmlText(also)}</p>
<p class="soft">${htmlText(cost + who[auth])} · <code>${htmlText(operationId)}</code> · errors ${errorsOf(operation)}</p>
${table(fieldsOf(document, operation))}
<h4>Request</h4>
<pre class="copy">${htmlText(curl)}</pre>
${example === undefined ? "" : `<h4>Answer</h4>\n<pre>${htmlText(JSON.stringify(example, null, 2))}</pre>`}
</section>`;
}

const errorsOf = ({ responses }: OpenapiOperation): string =>
  Object.keys(responses)
    .filter((status) => status !== "200")
    .join(", ");

function fieldsOf(
  document: OpenapiDocument,
  { parameters, requestBody }: OpenapiOperation,
): Field[] {
  const query = parameters
    .filter((one) => one.in === "query")
    .map(
      (one): Field => ({
        name: String(one.name),
        in: "query",
        required: one.required === true,
        schema: one.schema as JsonSchema,
        description: String(one.description ?? ""),
      }),
    );
  const body = resolve(document, requestBody?.content["application/json"]?.schema ?? {});
  const required = (body.required ?? []) as string[];
  const properties = Object.entries((body.properties ?? {}) as Record<string, JsonSchema>);
  return [
    ...query,
    ...properties.map(
      ([name, schema]): Field => ({
        name,
        in: "body",
        required: required.includes(name),
        schema,
        description: String(schema.description ?? ""),
      }),
    ),
  ];
}

function table(fields: Field[]): string {
  if (fields.length === 0) return "";
  const rows = fields.map(
    ({ name, in: where, required, schema, description }) =>
      `<tr><td><code>${htmlText(name)}</code></td><td>${where}</td><td>${htmlText(typeOf(schema))}</td><td>${required ? "required" : ""}</td><td>${prosaic(description)}</td></tr>`,
  );
  return `<table>\n<thead><tr><th>Field</th><th>In</th><th>Type</th><th></th><th>Meaning</th></tr></thead>\n<tbody>${rows.join("\n")}</tbody>\n</table>`;
}

function typeOf(schema: JsonSchema): string {
  if (typeof schema.$ref === "string") return schema.$ref.split("/").at(-1) ?? "";
  if (Array.isArray(schema.enum)) return schema.enum.join(" | ");
  if (schema.type === "array") return `${typeOf(schema.items as JsonSchema)}[]`;
  return String(schema.type ?? "any");
}

function resolve({ components }: OpenapiDocument, schema: JsonSchema): JsonSchema {
  const name = typeof schema.$ref === "string" ? schema.$ref.split("/").at(-1) : undefined;
  return name === undefined ? schema : (components.schemas[name] ?? {});
}

/** The Markdown of our texts: paragraphs, indented blocks, bold and code. */
const prose = (text: string): string =>
  text
    .split(/\n\n(?! {4})/)
    .map((block) => {
      const [first = "", ...indented] = block.split(/\n\n(?= {4})/);
      const code = indented.map((line) => line.replace(/^ {4}/gm, "")).join("\n\n");
      return `<p>${prosaic(first)}</p>${code === "" ? "" : `\n<pre>${htmlText(code)}</pre>`}`;
    })
    .join("\n");

const prosaic = (text: string): string =>
  htmlText(text)
    .replace(/`([^`]+)`/g, "<code>$1</code>")
    .replace(/\*\*([^*]+)\*\*/g, "<strong>$1</strong>");

/** An operation's example for a shell. */
export function curlOf(
  baseUrl: string,
  method: string,
  path: string,
  operation: OpenapiOperation,
): string {
  const examples = operation.parameters.filter(
    (one) => one.in === "query" && one.example !== undefined,
  );
  const query = new URLSearchParams(
    examples.map((one) => [String(one.name), String(one.example)]),
  ).toString();
  const url = `${baseUrl}${path}${query === "" ? "" : `?${query}`}`;
  const body = operation.requestBody?.content["application/json"]?.example;
  const parts = [
    `curl -X ${method.toUpperCase()} ${quoted(url)}`,
    ...(operation["x-price-usdc"] === "0" ? [] : [`-H "X-Payment: $X_PAYMENT"`]),
    ...(body === undefined
      ? []
      : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** Single-quoted: nothing is expanded. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
