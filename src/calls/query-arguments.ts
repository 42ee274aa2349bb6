import type * as z from "zod";
import { CREDENTIAL_HEADERS } from "../../schemas/credential-headers.ts";
import { AppError } from "../errors.ts";
import { isForGet, type Tool } from "../tools/tool.ts";

/**
 * Arguments of a query: text where the schema takes text, else read as JSON. The call judges the
 * result.
 */
export function queryArguments(
  input: z.ZodObject,
  texts: Readonly<Record<string, string>>,
): Record<string, unknown> {
  const parsed = input.safeParse(texts);
  if (parsed.success) return texts;
  const noText = new Set(parsed.error.issues.map(({ path: [name] }) => name));
  return Object.fromEntries(
    Object.entries(texts).map(([name, text]) => [name, noText.has(name) ? jsonOrText(text) : text]),
  );
}

function jsonOrText(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

/** Fields of credentials. */
const SECRETS = ["authSignature", "authTimestamp", "operatorAddress", "authorization"];

/**
 * Refuses calls by GET with credentials, which a URL would leak and a header not use, and unknown
 * arguments.
 * @throws invalid_request
 */
export function requireForGet(
  tool: Tool,
  headers: Headers,
  texts: Readonly<Record<string, string>>,
): void {
  const names = Object.keys(texts);
  const isSigned =
    [...CREDENTIAL_HEADERS, "Authorization"].some((name) => headers.has(name)) ||
    names.some((name) => SECRETS.some((secret) => secret.toLowerCase() === name.toLowerCase()));
  if (isSigned)
    throw refused(
      `This address takes no credentials. What needs a signature is called with ${asPost(tool)}.`,
    );
  if (!isForGet(tool))
    throw refused(`${tool.name} needs its operator's signature: call it with ${asPost(tool)}.`);
  const unknown = names.find((name) => !Object.hasOwn(tool.input.shape, name));
  if (unknown !== undefined)
    throw refused(`${JSON.stringify(unknown.slice(0, 40))} is no argument of ${tool.name}.`);
}

const asPost = ({ name }: Tool): string => `POST /api/tools?toolName=${name}`;
const refused = (message: string): AppError => new AppError("invalid_request", message);
