import type { OpenapiOperation } from "../../schemas/openapi-operation.ts";

/** An operation's example as a command to paste into a shell. */
export function curlOf(baseUrl: string, method: string, path: string, operation: OpenapiOperation): string {
  const examples = operation.parameters.filter((one) => one.in === "query" && one.example !== undefined);
  const query = new URLSearchParams(examples.map((one) => [String(one.name), String(one.example)])).toString();
  const url = `${baseUrl}${path}${query === "" ? "" : `?${query}`}`;
  const body = operation.requestBody?.content["application/json"]?.example;
  const parts = [
    `curl -X ${method.toUpperCase()} ${quoted(url)}`,
    ...(operation["x-price-usdc"] === "0" ? [] : [`-H "X-Payment: $X_PAYMENT"`]),
    ...(body === undefined ? [] : [`-H 'Content-Type: application/json'`, `-d ${quoted(JSON.stringify(body))}`]),
  ];
  return parts.join(" \\\n  ");
}

/** A single-quoted shell word: nothing inside is expanded. */
const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;
