import { type Details, type Refusal, refuse } from "../lib/verdict.ts";

/** A 400 that names the field, as those of the schemas do. */
export const refusalOfField = (field: string, message: string, details: Details = {}): Refusal =>
  refuse("invalid_request", `The request is not valid. ${field}: ${message}`, { field, ...details });
