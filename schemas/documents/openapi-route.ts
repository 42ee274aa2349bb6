import type * as z from "zod";
import type { PaidPriceId } from "../payment/price-table.ts";

/** A route as the document needs it; schemas import nothing of src. */
export type OpenapiRoute = {
  method: "GET" | "POST";
  path: string;
  aliases?: readonly string[];
  price: PaidPriceId | "free";
  operationId: string;
  summary: string;
  description?: string;
  tags?: readonly string[];
  /** Query of its address for callers who pay by headers. */
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
  /** Present where the answer is a table too. */
  csv?: unknown;
  isUnlimited?: true;
  /** Present where an owner's browser session stands in for payment. */
  sessionVault?: unknown;
};

/** USDC per call, by the routes' price ids: "0.0020". */
export type OpenapiPrices = Readonly<Record<string, string>>;
