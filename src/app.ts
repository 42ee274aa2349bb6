import { type Context, Hono } from "hono";
import { bodyLimit } from "hono/body-limit";
import { cors } from "hono/cors";
import { GRANT_HEADER } from "../schemas/auth/header-of-credential.ts";
import { withGrant } from "./auth/with-grant.ts";
import { dryDeps } from "./calls/dry-deps.ts";
import type { RequestContext } from "./context.ts";
import type { Deps, Log } from "./deps.ts";
import { errorBody } from "./error-body.ts";
import { errorResponse } from "./error-response.ts";
import { AppError } from "./errors.ts";
import { isObject } from "./lib/is-object.ts";
import { loadRoute } from "./load-route.ts";
import { logFailure } from "./log-failure.ts";
import { openStream } from "./open-stream.ts";
import { parseInput } from "./parse-input.ts";
import { chargeCall } from "./payment/charge-call.ts";
import type { LazyRoute, RawRequest, Route, Run } from "./route.ts";
import { streamAnswer } from "./stream-answer.ts";

export type Bindings = Record<string, unknown>;
type AppEnv = { Bindings: Bindings; Variables: { requestId: string; deps: Deps } };

const MAX_BODY_BYTES = 256 * 1024;
/** Decision D12. The last nine are of browsers' MCP clients, and of resumed event streams. */
const ALLOWED_HEADERS = [
  "X-Payment",
  "PAYMENT-SIGNATURE",
  "Idempotency-Key",
  "X-Operator-Address",
  "X-Auth-Signature",
  "X-Auth-Timestamp",
  "Authorization",
  "X-Vault-Address",
  GRANT_HEADER,
  "SIGN-IN-WITH-X",
  "Access-Control-Expose-Headers",
  "Content-Type",
  "Mcp-Protocol-Version",
  "Mcp-Method",
  "Mcp-Name",
  "X-Execution-Mode",
  "X-MCP-Toolsets",
  "X-MCP-Tools",
  "X-MCP-Exclude-Tools",
  "X-MCP-Readonly",
  "Last-Event-ID",
];
const EXPOSED_HEADERS = [
  "PAYMENT-REQUIRED",
  "PAYMENT-RESPONSE",
  "X-PAYMENT-RESPONSE",
  "Retry-After",
  "X-Request-Id",
  "Date",
  "WWW-Authenticate",
];
const EXPOSED = EXPOSED_HEADERS.join(",");
const NO_STORE = { "Cache-Control": "no-store" };

/**
 * Refuses in the order of decision D11: 413, 404 or 405, body syntax on free routes, payment, body,
 * 401, 403, the tool's own.
 */
export function createApp(
  routes: readonly (Route | LazyRoute)[],
  makeDeps: (bindings: Bindings, waitUntil: (work: Promise<unknown>) => void) => Deps,
  log: Log,
): Hono<AppEnv> {
  const app = new Hono<AppEnv>();
  const preflight = cors({
    origin: "*",
    allowMethods: ["GET", "POST", "OPTIONS"],
    allowHeaders: ALLOWED_HEADERS,
    exposeHeaders: EXPOSED_HEADERS,
  });
  app.use((c, next) => {
    if (c.req.method === "OPTIONS") return preflight(c, next);
    c.set("requestId", crypto.randomUUID());
    c.set(
      "deps",
      makeDeps(c.env, (work) => c.executionCtx.waitUntil(work)),
    );
    return next();
  });
  app.use(
    bodyLimit({
      maxSize: MAX_BODY_BYTES,
      onError: () => {
        throw new AppError("body_too_large", "The request body may be at most 256 KiB.");
      },
    }),
  );
  const byPath = groupByPath(routes);
  // Paths have no parameters, so that a router of many would be built for nothing.
  app.all("*", async (c) => {
    const byMethod = byPath.get(c.req.path);
    if (byMethod === undefined) return c.notFound();
    // HEAD arrives as GET would; it must not become a free GET (decision D11).
    const route = byMethod.get(c.req.raw.method);
    if (route === undefined) throw methodNotAllowed(c, [...byMethod.keys()]);
    return handle(c, await loadRoute(route));
  });
  const refuse = (c: Context<AppEnv>, error: unknown): Response => {
    for (const [name, value] of Object.entries(everyAnswer(c))) c.header(name, value);
    return errorResponse(c, error, log);
  };
  app.notFound((c) => refuse(c, new AppError("not_found", "There is nothing at this path.")));
  app.onError((error, c) => refuse(c, error));
  return app;
}

async function handle(c: Context<AppEnv>, route: Route): Promise<Response> {
  const deps = await withGrant(c.get("deps"), route, c.req.raw);
  // Refusals answer the same URL, so they are not stored either.
  if (route.noStore) for (const [name, value] of Object.entries(NO_STORE)) c.header(name, value);
  const raw: RawRequest = {
    url: c.req.url,
    headers: c.req.raw.headers,
    bodyText: route.method === "GET" ? "" : await c.req.text(),
  };
  const requestId = c.get("requestId");
  const csv = route.csv !== undefined && wantsCsv(raw) ? route.csv : undefined;
  const stream = route.stream?.isAsked(raw) ? openStream(route.stream) : undefined;
  const effects: RequestContext["effects"] = { taken: false };
  const run: Run = async (payer, known) => {
    const input = parseInput(route, raw);
    const say = stream === undefined ? {} : { say: stream.events.say, isHeard: stream.isHeard };
    const who = { ...(payer !== undefined && { payer }), ...known };
    const isDry = route.runsDry === true && isDryRun(input.body);
    const ctx = { deps: isDry ? dryDeps(deps) : deps, requestId, effects, ...say, ...who };
    const answer = await route.handle(ctx, { ...input, raw });
    const output = route.output.parse(isDry ? { ...Object(answer), dryRun: true } : answer);
    const body =
      csv?.(output) ?? (route.contentType === undefined ? JSON.stringify(output) : String(output));
    // The content goes out before the settlement, the receipt after it (decision D57).
    stream?.events.answer(body);
    return {
      body,
      tookEffect: effects.taken,
      ...(effects.executed && { executed: effects.executed }),
    };
  };
  const answered =
    route.charge?.({ deps, requestId, route, raw, run }) ?? chargeCall(deps, route, raw, run);
  // Else the runtime may end the work with its caller's connection, between a broadcast and its
  // record.
  if (stream === undefined) c.executionCtx.waitUntil(answered.catch(() => undefined));
  const answer = await (stream === undefined
    ? answered
    : streamAnswer(stream, answered, hostOf(c)));
  if (answer instanceof ReadableStream)
    return new Response(answer, { headers: { ...everyAnswer(c), ...route.stream?.headers } });
  const type = csv === undefined ? route.contentType : "text/csv";
  const isText = answer.status === 200 && type !== undefined;
  // Headers set one by one cost more than making a 402.
  const headers = {
    ...everyAnswer(c),
    ...route.headers,
    ...answer.headers,
    // Last: a receipt's header would let a browser keep the answer.
    ...(route.noStore && NO_STORE),
    "Content-Type": isText ? `${type}; charset=utf-8` : "application/json",
  };
  return new Response(answer.body, { status: answer.status, headers });
}

/** Named in the query, else preferred by the header. */
const wantsCsv = ({ url, headers }: RawRequest): boolean => {
  const format = new URL(url).searchParams.get("format");
  return (
    format === "csv" || (format === null && headers.get("accept")?.includes("text/csv") === true)
  );
};

const isDryRun = (body: unknown): boolean => isObject(body) && body.dryRun === true;

/**
 * The CORS headers, which the middleware would copy each answer to add; and the time that judges
 * payments.
 */
const everyAnswer = (c: Context<AppEnv>): Record<string, string> => ({
  "Access-Control-Allow-Origin": "*",
  "Access-Control-Expose-Headers": EXPOSED,
  "X-Request-Id": c.get("requestId"),
  ...dateOf(c.get("deps")),
});

const dateOf = (deps: Deps | undefined): Record<string, string> =>
  deps === undefined ? {} : { Date: new Date(deps.clock.nowMs()).toUTCString() };

function hostOf(c: Context<AppEnv>): Parameters<typeof streamAnswer>[2] {
  const requestId = c.get("requestId");
  return {
    waitUntil: (work) => c.executionCtx.waitUntil(work),
    errorOf: (error) => {
      logFailure(error, { requestId, path: new URL(c.req.url).pathname, log: c.get("deps").log });
      return errorBody(error, requestId);
    },
  };
}

function groupByPath<R extends Route | LazyRoute>(
  routes: readonly R[],
): Map<string, Map<string, R>> {
  const groups = new Map<string, Map<string, R>>();
  for (const route of routes) {
    for (const path of [route.path, ...(route.aliases ?? [])])
      groups.set(path, (groups.get(path) ?? new Map<string, R>()).set(route.method, route));
  }
  return groups;
}

function methodNotAllowed(c: Context, allowed: string[]): AppError {
  c.header("Allow", allowed.join(", "));
  return new AppError("method_not_allowed", `Use ${allowed.join(" or ")} here.`);
}
