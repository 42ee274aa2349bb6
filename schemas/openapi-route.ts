import type * as z from "zod";
import type { PaidPriceId } from "./price-table.ts";

/** What the document needs to know of a route; schemas stand alone, so this is a shape and no import. */
export type OpenapiRoute = {
  method: "GET" | "POST";
  path: string;
  aliases?: readonly string[];
  price: PaidPriceId | "free";
  operationId: string;
  summary: string;
  description?: string;
  tags?: readonly string[];
  /** What its address carries for callers who pay by headers. */
  payQuery?: string;
  auth: "none" | "optional" | "operator" | "schedule";
  credentials?: "headers";
  isInternal?: true;
  statuses?: readonly number[];
  examples?: { query?: unknown; body?: unknown; response: unknown };
  query: z.ZodType;
  body: z.ZodType;
  output: z.ZodType;
  contentType?: string;
  isUnlimited?: true;
  /** Present where an owner's browser session stands in for payment. */
  sessionVault?: unknown;
};

/** USDC per call, by the routes' price ids: "0.0020". */
export type OpenapiPrices = Readonly<Record<string, string>>;
