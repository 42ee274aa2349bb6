import type { Address } from "viem";
import type * as z from "zod";
import type { LeastScope } from "../schemas/agent-grant.ts";
import type { ListedTool } from "../schemas/listed-tool.ts";
import type { PaidPriceId } from "../schemas/price-table.ts";
import type { VenueId } from "../schemas/venue-ids.ts";
import type { OperatorAction } from "./auth/operator-message.ts";
import type { ExecutedCall, RequestContext } from "./context.ts";
import type { Deps } from "./deps.ts";
import type { Details } from "./lib/verdict.ts";
import type { OperatorRead } from "./store/vaults/read-as-operator.ts";

/** Which price of decision 21 a route costs; the payment gate reads it, `free` passes. */
export type PriceId = PaidPriceId | "free";

type Shape = z.ZodType;
/** Headers and raw body are for a signed delivery (QStash); other routes never look at either. */
export type RawRequest = { url: string; headers: Headers; bodyText: string };

/** An answer as the application sends it. */
export type GateAnswer = { status: number; body: string; headers: Record<string, string> };

/**
 * For `payer` where a verified payment was claimed, with what the store said when the call began: what was `stored` where it `reads`, and
 * which `venues` had calls left; says whether something took effect that an unsettled payment cannot undo.
 */
export type Run = (
  payer?: Address,
  known?: Pick<RequestContext, "stored" | "freeVenues">,
) => Promise<{ body: string; tookEffect: boolean; executed?: readonly ExecutedCall[] }>;

/** One request of a route that charges by itself; `run` parses the body and runs `handle`. */
export type ChargedRequest = { deps: Deps; requestId: string; route: Route; raw: RawRequest; run: Run };

/** The one shape of every error (decision 6); `reply` where a chat refused. */
export type ErrorBody = { error: string; message: string; details?: Details; reply?: string };

/** In this order: words as they come, the whole answer, the end; or a failure instead of what is left. */
export type StreamEvents = {
  say(delta: string): void;
  /** The body that a caller without a stream gets. What was not said of it yet is said now. */
  answer(body: string): void;
  finish(receipt: unknown): void;
  fail(error: ErrorBody): void;
};

/** How a route's answer is written as server-sent events, for clients that request them. */
export type StreamForm = {
  isAsked(raw: RawRequest): boolean;
  headers: Readonly<Record<string, string>>;
  /** `write` takes one event, as it goes over the wire. */
  open(write: (event: string) => void): StreamEvents;
};

/** Any caller; any caller, optionally signed as operator; the vault's verified owner; the schedule alone. */
export type RouteAuth = "none" | "optional" | "operator" | "schedule";

/** In the OpenAPI document, the Bazaar listing and the docs page; tests hold each against its schema. */
export type RouteExamples<Q extends Shape, B extends Shape, O extends Shape> = {
  query?: z.input<Q>;
  body?: z.input<B>;
  response: z.input<O>;
};

/** Where it is, what it costs, what goes in and out. No business rule lives in a route file. */
export type Route<Q extends Shape = Shape, B extends Shape = Shape, O extends Shape = Shape> = {
  method: "GET" | "POST";
  path: string;
  /** Other spellings of the path that answer the same (decision 2). */
  aliases?: readonly string[];
  price: PriceId;
  /** Its name in the OpenAPI document and the typed client. */
  operationId: string;
  summary: string;
  description?: string;
  tags?: readonly string[];
  auth: RouteAuth;
  /** Of an agent's grant. `each`: what the tool that is called says; `none`: nobody's credentials are looked at. */
  leastScope: LeastScope | "each" | "none";
  /** The tool whose work the route does, for grants that have tools; `own`: the grant's own matters, open to all. Without it no such grant opens it. */
  standsFor?: string;
  /** Fresh, and naming this action (decision 18, form c). */
  signedAction?: OperatorAction["name"];
  /** Beside action, chain and vault, as the body has it: what is named is signed. */
  signedNames?(body: Record<string, unknown>): string | undefined;
  /** The body asks for an action on every chain, whose line names none. */
  signedEverywhere?(body: Record<string, unknown>): boolean;
  /** With it: other forms open the route too, for what needs no fresh signature. */
  isActionOptional?: true;
  /** Of an operator's GET: credentials in headers, so that no signature stands in a URL. */
  credentials?: "headers";
  /** Not for callers: left out of every description. */
  isInternal?: true;
  /** Error statuses beside those that follow from method, price and auth. */
  statuses?: readonly number[];
  examples?: RouteExamples<Q, B, O>;
  query: Q;
  body: B;
  output: O;
  /** The handler's text is sent as it is under this type; without one its value is sent as JSON. */
  contentType?: "text/html" | "text/plain" | "text/markdown" | "text/csv" | "text/event-stream" | "image/svg+xml";
  /** Fixed headers of the answer. */
  headers?: Readonly<Record<string, string>>;
  /** Not counted against an address: what is fixed text, and what proves itself otherwise. */
  isUnlimited?: true;
  /** Without payment, to a browser session of the owner of the named vault, on the quote's chain (decision 20). */
  sessionVault?(input: { query: Record<string, string>; bodyText: string }): SessionVault;
  /** For callers who pay by headers: without it an unpaid call is answered otherwise than by a 402 (MCP). */
  payQuery?: `?${string}`;
  /** The tool that a request calls, for catalogues of paid resources: of each the 402 is another. */
  listed?(deps: Pick<Deps, "modules">, raw: RawRequest): Promise<ListedCall | undefined>;
  /** Whoever signed it: it cannot have acted, and may be run again. Default: what carries an operator's signature may have. */
  onlyReads?(deps: Pick<Deps, "modules">, raw: RawRequest): Promise<boolean>;
  /** Decides which requests are paid for, and how a refused one is answered (MCP). */
  charge?(request: ChargedRequest): Promise<GateAnswer>;
  /** Present where a caller may have the answer as it comes. */
  stream?: StreamForm;
  /** Of an operator's GET: comes with the count of the call, in one trip (ctx.stored). */
  reads?(query: z.infer<Q>): OperatorRead;
  /** Side by side: their calls are counted in the script that begins the request (decision 500). */
  venues?(deps: Pick<Deps, "modules" | "tables">, raw: RawRequest): Promise<readonly VenueId[]>;
  /** `dryRun: true` runs it with deps that write nothing (calls/dry-deps.ts), and marks its answer. Tools do it by themselves. */
  runsDry?: true;
  /** Its answers must not be stored by caches, nor here. */
  noStore?: boolean;
  handle(ctx: RequestContext, input: { query: z.infer<Q>; body: z.infer<B>; raw: RawRequest }): Promise<z.input<O>>;
};

/** By its name at the address of MCP, or as a call of POST /api/tools. */
export type ListedCall = { over: "http" | "mcp"; tool: ListedTool };

/** As the request has it, still to be judged: a chain that is missing is the default one. */
export type SessionVault = { vault: unknown; chainId: unknown };

/** Where a route is, which must be what its file says too; the rest of it is loaded by its first call. */
export type LazyRoute = Pick<Route, "method" | "path" | "aliases"> & { load(): Promise<Route> };

/** Keeps the handler's types tied to its schemas. */
export const defineRoute = <Q extends Shape, B extends Shape, O extends Shape>(route: Route<Q, B, O>): Route<Q, B, O> =>
  route;
