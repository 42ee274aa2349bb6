import { AppError } from "../errors.ts";
import type { Details } from "../lib/verdict.ts";

/** What a grant that holds does not open: grant_forbids. */
export const grantForbids = (message: string, details?: Details): AppError =>
  new AppError("grant_forbids", message, details === undefined ? {} : { details });
