import * as z from "zod";
import { HEADER_OF_CREDENTIAL } from "../schemas/header-of-credential.ts";
import { AppError } from "./errors.ts";
import { isObject } from "./lib/is-object.ts";
import { namedVault, nameVault, sameAddress } from "./lib/normalize-address.ts";
import type { RawRequest, Route } from "./route.ts";

/**
 * Parses by the route's schemas, with what all routes share: either name of the vault, and headers
 * for credentials that a GET knows in its query (decision D12).
 * @throws invalid_json when the body is not JSON, invalid_request naming the wrong fields
 */
export function parseInput(
  route: Route,
  { url, headers, bodyText }: RawRequest,
): { query: unknown; body: unknown } {
  const body = route.method === "POST" ? parseJson(bodyText) : undefined;
  const query = oneOfEach(new URL(url).searchParams);
  mustNameOneVault(query, body);
  return {
    query: parse(
      route.query,
      route.method === "GET" ? withCredentials(route.query, query, headers) : query,
    ),
    body: route.method === "POST" ? parse(route.body, body) : undefined,
  };
}

/** A POST names its vault in the body, but one in the query may be what was meant. */
function mustNameOneVault(query: Record<string, string>, body: unknown): void {
  const beside = namedVault(query);
  const own = isObject(body) ? namedVault(body) : undefined;
  if (typeof beside !== "string" || typeof own !== "string" || sameAddress(beside, own)) return;
  throw invalid(
    "vault and vaultAddress: query and body name different vaults; give one of them",
    "vaultAddress",
  );
}

/** A URL stands in logs and histories, so headers may carry credentials of the query. */
function withCredentials(
  schema: z.ZodType,
  query: Record<string, string>,
  headers: Headers,
): Record<string, string> {
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

/** An address may be written in either case. */
const saysTheSame = (one: string | undefined, other: string): boolean =>
  one !== undefined &&
  (one === other || (/^0x[0-9a-fA-F]{40}$/.test(one) && sameAddress(one, other)));

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
  const { value, own, as, differs } = isObject(given)
    ? nameVault(namesAt(schema, []), given)
    : { value: given };
  if (differs)
    throw invalid("vault and vaultAddress: they name different vaults; give one of them", own);
  const parsed = schema.safeParse(value);
  if (parsed.success) return parsed.data;
  throw invalidRequest(parsed.error, {
    schema,
    value,
    ...(own && as && { written: { [own]: as } }),
  });
}

const invalid = (problem: string, field = ""): AppError =>
  new AppError("invalid_request", `The request is not valid. ${problem}.`, { details: { field } });

/**
 * `prefix`: place of the fields. `elsewhere`: names that belong to another place of the request,
 * and which. `written`: the caller's spelling of a name.
 */
type Read = {
  prefix?: string;
  schema?: z.ZodType;
  value?: unknown;
  elsewhere?: Readonly<Record<string, string>>;
  written?: Readonly<Record<string, string>>;
};

/**
 * The first problems as one sentence, without values but for a number where a text belongs. An
 * unknown field of a closed schema is answered with the nearest known one.
 */
export function invalidRequest(
  error: z.ZodError,
  { prefix = "", schema, value, elsewhere = {}, written = {} }: Read = {},
): AppError {
  let unknown: { field: string; nearest: string } | undefined;
  const problems = error.issues.slice(0, 5).map((issue) => {
    const [first, ...deeper] = issue.path.map(String);
    const named =
      first === undefined
        ? []
        : [Object.hasOwn(written, first) ? written[first] : first, ...deeper];
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
      return (
        `${quoted(key)} is not known here: the nearest known one is ` + `${quoted(nearest)}${where}`
      );
    });
    return path === "" ? told.join("; ") : `${path}: ${told.join("; ")}`;
  });
  return new AppError(
    "invalid_request",
    `The request is not valid. ${problems.join("; ").slice(0, 600)}.`,
    {
      ...(unknown !== undefined && { details: unknown }),
    },
  );
}

/** JSON's numbers are exact up to so many figures; beyond, the meant text is unknown. */
const EXACT_FIGURES = 15;

function asText(issue: z.core.$ZodIssue, value: unknown): string {
  if (issue.code !== "invalid_type" || issue.expected !== "string") return "";
  const given = issue.path.reduce<unknown>(
    (at, step) => (Object(at) as Record<PropertyKey, unknown>)[step],
    value,
  );
  if (typeof given !== "number") return "";
  const text = String(given);
  const isPlain = /^\d+(?:\.\d+)?$/.test(text) && text.replace(".", "").length <= EXACT_FIGURES;
  return isPlain ? `; send it as the string "${text}"` : "; send it as a string";
}

const MAX_NAME = 40;
const quoted = (name: string): string => JSON.stringify(name.slice(0, MAX_NAME));

function namesAt(schema: z.ZodType | undefined, path: readonly PropertyKey[]): string[] {
  let at: unknown = schema;
  for (const step of [...path, undefined]) {
    while (at instanceof z.ZodOptional || at instanceof z.ZodNullable || at instanceof z.ZodDefault)
      at = at.unwrap();
    if (step === undefined) break;
    at =
      at instanceof z.ZodObject
        ? at.shape[String(step)]
        : at instanceof z.ZodArray
          ? at.element
          : undefined;
  }
  return at instanceof z.ZodObject ? Object.keys(at.shape) : [];
}

/** The nearest of `names`, whatever the case, `_`, `-` and blanks. Undefined without names. */
function nearestName(written: string, names: readonly string[]): string | undefined {
  const plain = plainOf(written.slice(0, MOST_COMPARED));
  let best: { name: string; far: number } | undefined;
  for (const name of names) {
    const far = distance(plain, plainOf(name));
    if (best === undefined || far < best.far) best = { name, far };
  }
  return best?.name;
}

/** Bounds the work, which grows with the caller's text. */
const MOST_COMPARED = 60;

const plainOf = (name: string): string => name.replace(/[-_ ]/g, "").toLowerCase();

function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
