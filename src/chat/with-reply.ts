import { AppError } from "../errors.ts";
import { inPlainWords } from "../lib/in-plain-words.ts";

/**
 * A chat's refusal has its message as `reply`, too, in words without the names of fields: a client
 * that shows replies shows it. Anything else is thrown as it is.
 */
export async function withReply<T>(run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof AppError)) throw error;
    const { code, message, details, retryAfterSec } = error;
    throw new AppError(code, message, {
      details,
      cause: error.cause,
      reply: inPlainWords(message),
      ...(retryAfterSec !== undefined && { retryAfterSec }),
    });
  }
}
