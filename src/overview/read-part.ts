import type { Unavailable } from "../../schemas/vaults/vault-overview.ts";
import { AppError } from "../errors.ts";
import { type Refusal, refuse, type Verdict } from "../lib/verdict.ts";

/**
 * A part of an answer as it was read, or its refusal where reading it threw one. Any other error is
 * thrown on.
 */
export async function readPart<T>(read: () => Promise<Verdict<T>>): Promise<Verdict<T>> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof AppError) return refuse(error.code, error.message);
    throw error;
  }
}

/** What stands in the answer for a part: what was read, or why nothing was. */
export const shownPart = <T, S>(part: Verdict<T>, show: (value: T) => S): S | Unavailable =>
  part.ok ? show(part.value) : unavailable(part);

/** One line for a part that was not read. */
export const unreadLine = (what: string, message: string): string =>
  `${what}: cannot be read now. ${message}`;

const unavailable = ({ code, message }: Refusal): Unavailable => ({
  unavailable: { error: code, message },
});
