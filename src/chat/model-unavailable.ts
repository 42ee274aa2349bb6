import { AppError } from "../errors.ts";

/**
 * A model that did not answer, in our words: what an upstream says may hold anything, keys too, and
 * goes nowhere.
 */
export function modelUnavailable(error: unknown): AppError {
  const status =
    error instanceof Error && "statusCode" in error ? ` ${String(error.statusCode)}` : "";
  return new AppError(
    "model_unavailable",
    "The language model did not answer, or not in time. Nothing was charged; please try " +
      "again. Plain commands work without it.",
    { cause: new Error(`${error instanceof Error ? error.name : "unknown"}${status}`) },
  );
}
