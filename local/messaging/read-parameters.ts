import type { LocalRequest } from "../lib/start-http-server.ts";

const STRUCTURED = new Set([
  "reply_markup",
  "allowed_updates",
  "link_preview_options",
  "commands",
  "reply_parameters",
  "entities",
]);

/**
 * The parameters of a Bot API call from the query and a JSON or form body, as Telegram takes them;
 * in a query or form, structured ones are JSON text.
 *
 * @throws SyntaxError when JSON is malformed
 */
export function readParameters({ target, headers, body }: LocalRequest): Record<string, unknown> {
  const flat = (entries: URLSearchParams): [string, unknown][] =>
    [...entries].map(([name, value]) => [name, STRUCTURED.has(name) ? JSON.parse(value) : value]);
  const inQuery = Object.fromEntries(flat(new URL(target, "http://local").searchParams));
  if (body.length === 0) return inQuery;
  if (headers["content-type"]?.startsWith("application/x-www-form-urlencoded")) {
    return { ...inQuery, ...Object.fromEntries(flat(new URLSearchParams(body.toString("utf8")))) };
  }
  const json: unknown = JSON.parse(body.toString("utf8"));
  if (json === null || typeof json !== "object")
    throw new SyntaxError("the parameters are not an object");
  const markup =
    "reply_markup" in json && typeof json.reply_markup === "string"
      ? JSON.parse(json.reply_markup)
      : undefined;
  return { ...inQuery, ...json, ...(markup === undefined ? {} : { reply_markup: markup }) };
}
