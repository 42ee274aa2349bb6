import { AppError } from "../errors.ts";
import type { PassReason } from "./reader/pass-reason.ts";

/** What to say where a command was read to its last word, but for one thing. */
const UNCLEAR: Partial<Record<PassReason, string>> = {
  incomplete:
    "This command leaves something open: the amount, the other token, the slices or their " +
    "interval, or the order's id. For example: sell 1 ETH for USDC in 5 slices every 10 " +
    "minutes",
  unclear:
    "This command can be read in two ways, or its figures do not agree. Say both tokens, one " +
    "amount, and for slices their number or their size, for example: sell 1 ETH for USDC in " +
    "5 slices of 0.2 every 10 minutes",
  unknown_token:
    "A token of this command has no symbol that is known on this chain. Write its contract " +
    "address, or name the chain, for example: sell 1 ETH for USDC on base",
};

/** For who wrote it: what is understood here. */
const NOT_UNDERSTOOD =
  "This was not understood, and nothing was done. Write a command, for example: sell 1 ETH " +
  "for USDC; dca 500 USDC into ETH over 6h in 12 slices; price of ETH; usdc balance; orders; " +
  "pause order 3; cancel order 3; freeze the vault";
/** For who deployed it, in the log (docs/operate.md). */
const NO_MODEL = "This message needs a language model, and this service has none set up.";

/**
 * Why a message that the grammar did not take goes no further without a model: its sender's to
 * mend, or the service's.
 */
export function withoutModel(reason: PassReason | undefined): AppError {
  const unclear = reason === undefined ? undefined : UNCLEAR[reason];
  if (reason === undefined || unclear === undefined)
    return new AppError("not_configured", NOT_UNDERSTOOD, { cause: new Error(NO_MODEL) });
  return new AppError("message_unclear", unclear, { details: { reason } });
}
