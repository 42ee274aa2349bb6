import { Ajv2020, type ErrorObject } from "ajv/dist/2020.js";
import type { OpenapiDocument } from "../../schemas/openapi-document.ts";
import type { Answer } from "./test-stack.ts";

type Described = {
  description: string;
  headers?: Record<string, unknown>;
  content?: Record<string, { schema: Record<string, unknown> }>;
};

/** What every answer of a status must carry, beside what its schema says. */
const ALWAYS: Record<number, readonly string[]> = {
  402: ["payment-required"],
  405: ["allow"],
  429: ["retry-after"],
};

/**
 * What is wrong with a real answer by the document: an empty list when nothing is. `path` may be an
 * alias and may carry a query. Judged by ajv: the status must be described, the type and the schema
 * must fit, and headers that a caller relies on must be there. A path or method outside the
 * document may only be refused, by the document's shared errors.
 */
export function validateAnswer(
  document: OpenapiDocument,
  method: string,
  path: string,
  answer: Answer,
): string[] {
  const pathname = path.split("?")[0] ?? path;
  const described = responseOf(document, method, pathname, answer.status);
  if (described === undefined) return [`${method} ${pathname}: ${answer.status} is not described`];
  const problems: string[] = [];
  const type = answer.headers.get("content-type")?.split(";")[0] ?? "";
  const content = described.content?.[type];
  if (content === undefined && method !== "HEAD")
    problems.push(`the type ${type || "(none)"} is not described`);
  if (content !== undefined && method !== "HEAD")
    problems.push(...judge(document, content.schema, answer.body));
  const needed = ["x-request-id", ...(ALWAYS[answer.status] ?? [])];
  problems.push(
    ...needed
      .filter((name) => !answer.headers.has(name))
      .map((name) => `the header ${name} is missing`),
  );
  return problems.map((problem) => `${method} ${pathname} ${answer.status}: ${problem}`);
}

function responseOf(
  document: OpenapiDocument,
  method: string,
  path: string,
  status: number,
): Described | undefined {
  const item = Object.entries(document.paths).find(
    ([own, operations]) =>
      own === path ||
      Object.values(operations).some((operation) => operation["x-aliases"]?.includes(path)),
  )?.[1];
  const operation = item?.[method.toLowerCase() as "get" | "post"];
  if (operation === undefined) {
    const shared = SHARED[status];
    return shared === undefined
      ? undefined
      : deref(document, { $ref: `#/components/responses/${shared}` });
  }
  const response = operation.responses[status];
  return response && deref(document, response);
}

/** What may meet a request that no operation describes. */
const SHARED: Record<number, string> = {
  404: "NotFound",
  405: "MethodNotAllowed",
  413: "BodyTooLarge",
};

function deref(document: OpenapiDocument, value: Record<string, unknown>): Described | undefined {
  if (typeof value.$ref !== "string") return value as Described;
  const found = value.$ref
    .slice(2)
    .split("/")
    .reduce<any>((inner, key) => inner?.[key], document);
  return found as Described | undefined;
}

/** The schema's references point into the document, so the whole document is ajv's context. */
function judge(
  document: OpenapiDocument,
  schema: Record<string, unknown>,
  body: unknown,
): string[] {
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  const validate = ajv.compile({ ...schema, components: document.components });
  if (validate(body)) return [];
  return (validate.errors ?? []).map(
    (error: ErrorObject) => `body${error.instancePath} ${error.message}`,
  );
}
