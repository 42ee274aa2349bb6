import type { Address } from "viem";
import type * as z from "zod";
import type { LeastScope } from "../schemas/auth/agent-grant.ts";
import type { ListedTool } from "../schemas/documents/listed-tool.ts";
import type { PaidPriceId } from "../schemas/payment/price-table.ts";
import type { VenueId } from "../schemas/venue-ids.ts";
import type { OperatorAction } from "./auth/operator-message.ts";
import type { ExecutedCall, RequestContext } from "./context.ts";
import type { Deps } from "./deps.ts";
import type { Details } from "./lib/verdict.ts";
import type { OperatorRead } from "./store/vaults/read-as-operator.ts";

/** A price of decision D6, which the payment gate reads. */
export type PriceId = PaidPriceId | "free";

type Shape = z.ZodType;
/** Only signed deliveries (QStash) read headers and raw body. */
export type RawRequest = { url: string; headers: Headers; bodyText: string };

/** An answer as it is sent. */
export type GateAnswer = { status: number; body: string; headers: Record<string, string> };

/**
 * Runs the call, for the `payer` of a claimed payment and with what its beginning read: `stored`
 * and venues with calls left. `tookEffect`: an unsettled payment cannot undo it.
 */
export type Run = (
  payer?: Address,
  known?: Pick<RequestContext, "stored" | "freeVenues">,
) => Promise<{ body: string; tookEffect: boolean; executed?: readonly ExecutedCall[] }>;

/** A request of a route that charges by itself. `run` parses the body and runs `handle`. */
export type ChargedRequest = {
  deps: Deps;
  requestId: string;
  route: Route;
  raw: RawRequest;
  run: Run;
};

/** The shape of every error (decision D11); `reply` is a chat's. */
export type ErrorBody = { error: string; message: string; details?: Details; reply?: string };

/** Called in order: words, the whole answer, the end; or a failure in place of the rest. */
export type StreamEvents = {
  say(delta: string): void;
  /** The body of a plain answer. Its unsaid rest is said now. */
  answer(body: string): void;
  finish(receipt: unknown): void;
  fail(error: ErrorBody): void;
};

/** An answer as server-sent events. */
export type StreamForm = {
  isAsked(raw: RawRequest): boolean;
  headers: Readonly<Record<string, string>>;
  open(write: (event: string) => void): StreamEvents;
};

/** Any caller; any caller, signed or not; the vault's verified owner; the schedule alone. */
export type RouteAuth = "none" | "optional" | "operator" | "schedule";

/**
 * Shown in the OpenAPI document, the Bazaar listing and the docs page; tests hold each against its
 * schema.
 */
export type RouteExamples<Q extends Shape, B extends Shape, O extends Shape> = {
  query?: z.input<Q>;
  body?: z.input<B>;
  response: z.input<O>;
};

/** A route: address, price, schemas and handler. Its file has no business rule. */
export type Route<Q extends Shape = Shape, B extends Shape = Shape, O extends Shape = Shape> = {
  method: "GET" | "POST";
  path: string;
  /** Other paths with the same answer (decision D1). */
  aliases?: readonly string[];
  price: PriceId;
  operationId: string;
  summary: string;
  description?: string;
  tags?: readonly string[];
  auth: RouteAuth;
  /**
   * Least scope of an agent's grant. `each`: by the called tool; `none`: credentials are not read.
   */
  leastScope: LeastScope | "each" | "none";
  /**
   * The tool whose work the route does, for grants that have tools; `own`: the grant's own matters,
   * open to all. Without it no such grant opens it.
   */
  standsFor?: string;
  /** The action that a fresh signature must name (decision D2, form c). */
  signedAction?: OperatorAction["name"];
  /** Signed beside action, chain and vault, as the body has it. */
  signedNames?(body: Record<string, unknown>): string | undefined;
  /** The body asks for an action on every chain, whose line names none. */
  signedEverywhere?(body: Record<string, unknown>): boolean;
  /** Other forms of signature open the route too, for what needs no fresh one. */
  isActionOptional?: true;
  /** Credentials of a GET in headers, so that no signature stands in a URL. */
  credentials?: "headers";
  isInternal?: true;
  /** Error statuses beyond those of method, price and auth. */
  statuses?: readonly number[];
  examples?: RouteExamples<Q, B, O>;
  query: Q;
  body: B;
  output: O;
  /** Sends the handler's text under this type; default: its value as JSON. */
  contentType?:
    | "text/html"
    | "text/plain"
    | "text/markdown"
    | "text/csv"
    | "text/event-stream"
    | "image/svg+xml";
  /** The answer as a table, for `format=csv` or an Accept header that asks for text/csv. */
  csv?(output: z.infer<O>): string;
  headers?: Readonly<Record<string, string>>;
  /** Not counted: fixed text, and callers that prove themselves otherwise. */
  isUnlimited?: true;
  /**
   * Frees the owner of this vault from payment, in a browser session on the quote's chain (decision
   * D5).
   */
  sessionVault?(input: { query: Record<string, string>; bodyText: string }): SessionVault;
  /** For payment by headers: without this query an unpaid call gets no 402 (MCP). */
  payQuery?: `?${string}`;
  /** The called tool, for catalogues of paid resources: each has its own 402. */
  listed?(deps: Pick<Deps, "modules">, raw: RawRequest): Promise<ListedCall | undefined>;
  /** True where the call cannot have acted, so it may run again. Default: not with a signature. */
  onlyReads?(deps: Pick<Deps, "modules">, raw: RawRequest): Promise<boolean>;
  /** Decides on payment of requests and on answers to refused ones (MCP). */
  charge?(request: ChargedRequest): Promise<GateAnswer>;
  stream?: StreamForm;
  /** Read with the count of an operator's GET, in one trip (ctx.stored). */
  reads?(query: z.infer<Q>): OperatorRead;
  /**
   * Venues asked side by side; the script that begins the request counts their calls (decision
   * D16).
   */
  venues?(deps: Pick<Deps, "modules" | "tables">, raw: RawRequest): Promise<readonly VenueId[]>;
  /**
   * `dryRun: true` runs it with deps that write nothing (calls/dry-deps.ts) and marks the answer.
   * Tools do so themselves.
   */
  runsDry?: true;
  /** Neither caches nor we may store its answers. */
  noStore?: boolean;
  handle(
    ctx: RequestContext,
    input: { query: z.infer<Q>; body: z.infer<B>; raw: RawRequest },
  ): Promise<z.input<O>>;
};

/** A tool at MCP's address, or as a call of POST /api/tools. */
export type ListedCall = { over: "http" | "mcp"; tool: ListedTool };

/** As requested, not yet judged. A missing chain is the default one. */
export type SessionVault = { vault: unknown; chainId: unknown };

/** A route's address, as its file has it; the first call loads the rest. */
export type LazyRoute = Pick<Route, "method" | "path" | "aliases"> & { load(): Promise<Route> };

/** Ties the handler's types to its schemas. */
export const defineRoute = <Q extends Shape, B extends Shape, O extends Shape>(
  route: Route<Q, B, O>,
): Route<Q, B, O> => route;
