import type * as z from "zod";
import type { RequestContext } from "./context.ts";

/** Which price of decision 21 a route costs; the payment gate reads it, `free` passes. */
export type PriceId = "quote" | "quote_uniswap" | "quote_0x" | "tools_list" | "tools_call" | "free";

type Shape = z.ZodType;
/** A signed delivery proves itself by its headers and raw body (QStash); other routes never look at either. */
export type RawRequest = { url: string; headers: Headers; bodyText: string };

/** One endpoint: where it is, what it costs, what goes in and out. No business rule lives in a route file. */
export type Route<Q extends Shape = Shape, B extends Shape = Shape, O extends Shape = Shape> = {
  method: "GET" | "POST";
  path: string;
  /** Other spellings of the path that answer the same (decision 2). */
  aliases?: readonly string[];
  price: PriceId;
  summary: string;
  query: Q;
  body: B;
  output: O;
  /** Answers that may be remembered by nobody. */
  noStore?: boolean;
  handle(ctx: RequestContext, input: { query: z.infer<Q>; body: z.infer<B>; raw: RawRequest }): Promise<z.input<O>>;
};

/** Keeps the handler's types tied to its schemas. */
export const defineRoute = <Q extends Shape, B extends Shape, O extends Shape>(route: Route<Q, B, O>): Route<Q, B, O> =>
  route;
