import * as z from "zod";
import { tableFormat } from "../primitives.ts";
import { vaultQuery } from "./vault-query.ts";

const digits = z
  .string()
  .regex(/^[0-9]{1,15}$/, "must be an integer")
  .transform(Number);
const number = { type: "integer" as const, pattern: undefined, minimum: 1 };

/** Most trades of a page, and how many where none says. */
export const TRADES_PAGE = { most: 200, default: 50 } as const;

/** Query of a vault's trades: a page, as JSON or as a table. */
export const tradesQuery = vaultQuery.extend({
  cursor: digits
    .pipe(z.int().min(1))
    .optional()
    .meta({ ...number, description: "`nextCursor` of the page before." }),
  limit: digits
    .pipe(z.int().min(1).max(TRADES_PAGE.most))
    .default(TRADES_PAGE.default)
    .meta({ ...number, maximum: TRADES_PAGE.most, description: "Trades of a page." }),
  format: tableFormat(),
});
