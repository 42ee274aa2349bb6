import { execFileSync } from "node:child_process";
import { createHash } from "node:crypto";
import { expect, test } from "vitest";
import { getDocs } from "../../../functions/discovery/get-docs.ts";
import { routes } from "../../../functions/routes.ts";
import { DOCS_STYLE } from "../../../src/discovery/docs-style.ts";
import { llmsText } from "../../../src/discovery/documents.ts";
import { curlOf, renderDocs } from "../../../src/discovery/render-docs.ts";
import { TOOLS } from "../../../src/tables/registry.ts";
import { described, operationsOf } from "./described.ts";

const document = described();
const page = renderDocs(document);
const OWN = "https://api.example";

test("default: every operation has its anchor, its command and its price", () => {
  for (const { method, path, operation } of operationsOf(document)) {
    const section =
      page.split(`<section id="${operation.operationId}">`)[1]?.split("</section>")[0] ?? "";
    expect(section).toContain(`${method.toUpperCase()}</span> ${path}`);
    expect(section).toContain(`curl -X ${method.toUpperCase()}`);
    expect(section).toContain(
      operation["x-price-usdc"] === "0" ? "Free" : `${operation["x-price-usdc"]} USDC per call`,
    );
    expect(page).toContain(`href="#${operation.operationId}"`);
  }
});

test("behavior: the page's one style is the policy's, and nothing else may run or load", () => {
  const hash = createHash("sha256").update(DOCS_STYLE).digest("base64");
  expect(getDocs.headers?.["Content-Security-Policy"]).toBe(
    `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; ` +
      "frame-ancestors 'none'",
  );
  expect(page.split("<style>")[1]?.split("</style>")[0]).toBe(DOCS_STYLE);
  // The deep link of a pairing's example, a webhook's endpoint and a list of skills are text in a
  // page that links nowhere else.
  expect(page).not.toMatch(/<script|<link|<img|<iframe|style="|\son[a-z]+=/i);
  const originsOf = (text: string) => new Set(text.match(/https?:\/\/[^/"\s<&?]+/gi));
  const shown = originsOf(JSON.stringify(routes.map(({ examples }) => examples)));
  expect([...originsOf(page)].filter((one) => !shown.has(one) && one !== OWN)).toEqual([]);
  // Whatever an attribute opens is the service's own.
  const opened = page.match(/(?:href|src|action)="https?:[^"]*/gi) ?? [];
  expect(opened.filter((one) => !one.includes(`"${OWN}`))).toEqual([]);
});

test("behavior: text of the document cannot become markup", () => {
  const hostile = structuredClone(document);
  hostile.info.title = "<script>alert(1)</script>";
  hostile.info.description = "<img src=x onerror=alert(1)> `<b>`";
  const operation = hostile.paths["/api/quote"]!.get!;
  operation.summary = '"><script>alert(2)</script>';
  operation.parameters[0]!.description = "<i>x</i>";
  expect(renderDocs(hostile)).not.toMatch(/<script|<img|<i>|<b>/);
});

test("behavior: a command is one a shell reads as it stands, quoted values included", () => {
  const operation = structuredClone(document.paths["/api/tools"]!.post!);
  operation.requestBody!.content["application/json"]!.example = { text: 'it\'s $HOME `id` \\ "x"' };
  const command = curlOf("https://api.example", "post", "/api/tools", operation).replace(
    /^curl/,
    "printf '%s\\n'",
  );
  const lines = execFileSync("sh", ["-c", command], { env: { X_PAYMENT: "token" } })
    .toString()
    .trimEnd()
    .split("\n");
  expect(lines).toEqual([
    ...[
      "-X",
      "POST",
      "https://api.example/api/tools?toolName=get_swap_quote",
      "-H",
      "X-Payment: token",
    ],
    ...[
      "-H",
      "Content-Type: application/json",
      "-d",
      JSON.stringify({ text: 'it\'s $HOME `id` \\ "x"' }),
    ],
  ]);
});

test("default: llms.txt names every operation, tool on one line, and paying and signing", () => {
  const text = llmsText(document, TOOLS);
  expect(text.startsWith("# Sextant\n")).toBe(true);
  for (const { method, path } of operationsOf(document))
    expect(text).toContain(`- ${method.toUpperCase()} ${path}: `);
  for (const { name } of TOOLS)
    expect(text.split("\n").filter((line) => line.startsWith(`- ${name} (`))).toHaveLength(1);
  for (const needed of [
    "X-Payment",
    "PAYMENT-SIGNATURE",
    "Welcome to Sextant Operator",
    "Timestamp: <authTimestamp>",
    "/openapi.json",
  ])
    expect(text).toContain(needed);
});
