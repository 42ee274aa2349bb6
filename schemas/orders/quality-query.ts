import { tableFormat } from "../primitives.ts";
import { orderQuery } from "./order-query.ts";

/** Query of one order's quality report: whose, on which chain (Base unless named), and which. */
export const qualityQuery = orderQuery
  .omit({ cursor: true, limit: true })
  .extend({ format: tableFormat() });
