import { AppError } from "./errors.ts";
import type { ErrorBody } from "./route.ts";

/** The body of an error (decision D11). An unexpected error shows its request id alone. */
export function errorBody(error: unknown, requestId: string): ErrorBody {
  if (!(error instanceof AppError))
    return {
      error: "internal_error",
      message: `Something went wrong on our side. Please report request id ${requestId}.`,
    };
  const { code, message, details, reply } = error;
  return {
    error: code,
    message,
    ...(details !== undefined && { details }),
    ...(reply !== undefined && { reply }),
  };
}
