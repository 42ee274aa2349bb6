import type * as z from "zod";
import { AppError } from "./errors.ts";
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
  throw invalidRequest(parsed.error);
}

/** The first few problems of a zod error as one sentence; the values themselves are not repeated. */
export function invalidRequest(error: z.ZodError, prefix = ""): AppError {
  const problems = error.issues.slice(0, 5).map((issue) => {
    const path = [prefix, ...issue.path].filter((part) => part !== "").join(".");
    return path === "" ? issue.message : `${path}: ${issue.message}`;
  });
  return new AppError("invalid_request", `The request is not valid. ${problems.join("; ").slice(0, 600)}.`);
}
