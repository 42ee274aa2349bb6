import type { Address } from "viem";
import { type Refusal, refuse } from "../lib/verdict.ts";

/**
 * `maxPerDay`: what the call or order needs of it in a day, in the vault's base token. A person gets the text to sign behind it
 * (calls/with-text-to-sign.ts).
 */
export const tokenNotNamed = (token: Address, what: string, maxPerDay = "<maxPerDay>"): Refusal =>
  refuse(
    "token_not_allowed",
    `${what} would buy ${token}, whose price one stranger may be able to set, and this vault's operator has not named it. Check the address. Nothing was built. It is named with the most that may be given for it in 24 hours, at POST /api/settings/limits with {"nameToken": {"token": "${token}", "maxPerDay": "${maxPerDay}"}} and a signature made for that.`,
    { token, allowed: "listed", maxPerDay },
  );
