import * as z from "zod";
import { AppError } from "./errors.ts";
import { nearestName } from "./lib/nearest-name.ts";
import type { Route } from "./route.ts";

/**
 * Query and body of a request, judged by the route's schemas.
 * @throws invalid_json when the body is not JSON, invalid_request naming the fields that are wrong
 */
export function parseInput(route: Route, search: URLSearchParams, bodyText: string): { query: unknown; body: unknown } {
  const body = route.method === "POST" ? parseJson(bodyText) : undefined;
  return {
    query: parse(route.query, oneOfEach(search)),
    body: route.method === "POST" ? parse(route.body, body) : undefined,
  };
}

function parseJson(text: string): unknown {
  if (text.trim() === "") return {};
  try {
    return JSON.parse(text);
  } catch {
    throw new AppError("invalid_json", "The request body is not valid JSON.");
  }
}

function oneOfEach(search: URLSearchParams): Record<string, string> {
  const names = [...search.keys()];
  const repeated = names.find((name, index) => names.indexOf(name) !== index);
  if (repeated !== undefined)
    throw new AppError(
      "invalid_request",
      `The query parameter ${JSON.stringify(repeated.slice(0, 40))} was given more than once.`,
    );
  return Object.fromEntries(search);
}

function parse(schema: z.ZodType, value: unknown): unknown {
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error, { schema, value });
}

/**
 * Where the fields stand that were read, by which schema, and what was read; `elsewhere`: names that stand in another place of the request, and
 * which.
 */
type Read = { prefix?: string; schema?: z.ZodType; value?: unknown; elsewhere?: Readonly<Record<string, string>> };

/**
 * The first few problems of a zod error as one sentence; the values themselves are not repeated, but a number where its text belongs, as that
 * text. Of a field that a closed schema does not know, the nearest one that it does, since a caller meant something by it.
 */
export function invalidRequest(error: z.ZodError, { prefix = "", schema, value, elsewhere = {} }: Read = {}): AppError {
  let unknown: { field: string; nearest: string } | undefined;
  const problems = error.issues.slice(0, 5).map((issue) => {
    const path = [prefix, ...issue.path].filter((part) => part !== "").join(".");
    if (issue.code !== "unrecognized_keys") {
      const told = `${issue.message}${asText(issue, value)}`;
      return path === "" ? told : `${path}: ${told}`;
    }
    const here = namesAt(schema, issue.path);
    const told = issue.keys.slice(0, 5).map((key) => {
      const nearest = nearestName(key, [...here, ...Object.keys(elsewhere)]);
      if (nearest === undefined) return `${quoted(key)} is not known here, where nothing is`;
      unknown ??= { field: key.slice(0, MAX_NAME), nearest };
      const where = here.includes(nearest) ? "" : (elsewhere[nearest] ?? "");
      return `${quoted(key)} is not known here: the nearest known one is ${quoted(nearest)}${where}`;
    });
    return path === "" ? told.join("; ") : `${path}: ${told.join("; ")}`;
  });
  return new AppError("invalid_request", `The request is not valid. ${problems.join("; ").slice(0, 600)}.`, {
    ...(unknown !== undefined && { details: unknown }),
  });
}

/** JSON's numbers are exact up to so many figures: of more, the text that was meant is not known. */
const EXACT_FIGURES = 15;

/** What to send in place of a number, where a text is expected. */
function asText(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code !== "invalid_type" || issue.expected !== "string") return "";
  const given = issue.path.reduce<unknown>((at, step) => (Object(at) as Record<PropertyKey, unknown>)[step], value);
  if (typeof given !== "number") return "";
  const text = String(given);
  const isPlain = /^\d+(?:\.\d+)?$/.test(text) && text.replace(".", "").length <= EXACT_FIGURES;
  return isPlain ? `; send it as the string "${text}"` : "; send it as a string";
}

const MAX_NAME = 40;
const quoted = (name: string): string => JSON.stringify(name.slice(0, MAX_NAME));

/** The fields that are known at a place of what was parsed. */
function namesAt(schema: z.ZodType | undefined, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema;
  for (const step of [...path, undefined]) {
    while (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodDefault) at = at.unwrap();
    if (step === undefined) break;
    at = at instanceof z.ZodObject ? at.shape[String(step)] : at instanceof z.ZodArray ? at.element : undefined;
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}
