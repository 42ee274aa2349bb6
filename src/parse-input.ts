import * as z from "zod";
import { HEADER_OF_CREDENTIAL } from "../schemas/header-of-credential.ts";
import { AppError } from "./errors.ts";
import { isObject } from "./lib/is-object.ts";
import { nearestName } from "./lib/nearest-name.ts";
import { namedVault, nameVault, sameAddress } from "./lib/normalize-address.ts";
import type { RawRequest, Route } from "./route.ts";

/**
 * By the route's schemas, with what every route shares: the vault by either of its names, and of a GET that knows credentials in its query
 * those of the headers (decision 457).
 * @throws invalid_json when the body is not JSON, invalid_request naming the fields that are wrong
 */
export function parseInput(route: Route, { url, headers, bodyText }: RawRequest): { query: unknown; body: unknown } {
  const body = route.method === "POST" ? parseJson(bodyText) : undefined;
  const query = oneOfEach(new URL(url).searchParams);
  mustNameOneVault(query, body);
  return {
    query: parse(route.query, route.method === "GET" ? withCredentials(route.query, query, headers) : query),
    body: route.method === "POST" ? parse(route.body, body) : undefined,
  };
}

/** In the body of a POST; one in the query beside it may be what was meant. */
function mustNameOneVault(query: Record<string, string>, body: unknown): void {
  const beside = namedVault(query);
  const own = isObject(body) ? namedVault(body) : undefined;
  if (typeof beside !== "string" || typeof own !== "string" || sameAddress(beside, own)) return;
  throw invalid("vault and vaultAddress: query and body name different vaults; give one of them", "vaultAddress");
}

/** A route that takes them in its query takes them in headers too: a URL stands in logs and histories. */
function withCredentials(schema: z.ZodType, query: Record<string, string>, headers: Headers): Record<string, string> {
  const known = namesAt(schema, []);
  const all = { ...query };
  for (const [name, header] of Object.entries(HEADER_OF_CREDENTIAL)) {
    const given = headers.get(header);
    if (given === null || !known.includes(name)) continue;
    if (Object.hasOwn(query, name) && !saysTheSame(query[name], given))
      throw invalid(`${name}: the query and the header ${header} say different things`, name);
    all[name] = given;
  }
  return all;
}

/** One address may be written in either case. */
const saysTheSame = (one: string | undefined, other: string): boolean =>
  one !== undefined && (one === other || (/^0x[0-9a-fA-F]{40}$/.test(one) && sameAddress(one, other)));

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

function parse(schema: z.ZodType, given: unknown): unknown {
  const { value, own, as, differs } = isObject(given) ? nameVault(namesAt(schema, []), given) : { value: given };
  if (differs) throw invalid("vault and vaultAddress: they name different vaults; give one of them", own);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error, { schema, value, ...(own && as && { written: { [own]: as } }) });
}

const invalid = (problem: string, field = ""): AppError =>
  new AppError("invalid_request", `The request is not valid. ${problem}.`, { details: { field } });

/**
 * Where the fields stand, by which schema, and what was read; `elsewhere`: names that stand in another place of the request, and which;
 * `written`: how the caller wrote a name that the schema has otherwise.
 */
type Read = {
  prefix?: string;
  schema?: z.ZodType;
  value?: unknown;
  elsewhere?: Readonly<Record<string, string>>;
  written?: Readonly<Record<string, string>>;
};

/**
 * The first few problems as one sentence; values are not repeated, but a number where its text belongs. Of a field that a closed schema does
 * not know, the nearest one that it does.
 */
export function invalidRequest(
  error: z.ZodError,
  { prefix = "", schema, value, elsewhere = {}, written = {} }: Read = {},
): AppError {
  let unknown: { field: string; nearest: string } | undefined;
  const problems = error.issues.slice(0, 5).map((issue) => {
    const [first, ...deeper] = issue.path.map(String);
    const named = first === undefined ? [] : [Object.hasOwn(written, first) ? written[first] : first, ...deeper];
    const path = [prefix, ...named].filter((part) => part !== "").join(".");
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
