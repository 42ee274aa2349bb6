import { refuse } from "../lib/refuse.ts";
import type { Refusal } from "../lib/verdict.ts";
import type { PassReason } from "./fast-path/pass-reason.ts";

/** What to say where a command was read to its last word, but for one thing. */
const UNCLEAR: Partial<Record<PassReason, string>> = {
  incomplete:
    "This command leaves something open: the amount, the other token, the slices or their interval, or the order's id. For example: sell 1 ETH for USDC in 5 slices every 10 minutes",
  unclear:
    "This command can be read in two ways, or its figures do not agree. Say both tokens, one amount, and for slices their number or their size, for example: sell 1 ETH for USDC in 5 slices of 0.2 every 10 minutes",
  unknown_token:
    "A token of this command has no symbol that is known on this chain. Write its contract address, or name the chain, for example: sell 1 ETH for USDC on base",
};

const NO_MODEL =
  "This message needs a language model, and this service has none set up. Plain commands work without one, for example: sell 1 ETH for USDC";

/** Why a message that the grammar did not take goes no further without a model: its sender's to mend, or the service's. */
export function withoutModel(reason: PassReason | undefined): Refusal {
  const unclear = reason === undefined ? undefined : UNCLEAR[reason];
  if (reason === undefined || unclear === undefined) return refuse("not_configured", NO_MODEL);
  return refuse("message_unclear", unclear, { reason });
}
