import type { Address, Hex } from "viem";
import type { OperatorCredentials } from "../../schemas/operator-auth.ts";
import { normalizeAddress } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";

export type Credentials = { operator: Address; signature: Hex; timestampMs: number };

const DAY_MS = 86_400_000;
const FUTURE_TOLERANCE_MS = 60_000;
/** Contract owners' signatures can be long; this bounds what is hashed. */
const MAX_SIGNATURE_CHARS = 8_192;

/** A lone operatorAddress is information, not a credential. */
export const hasCredentials = (input: OperatorCredentials): boolean =>
  isGiven(input.authSignature) || isGiven(input.authTimestamp);

/** A signature, good or not, or a token of a grant. */
export const carriesProof = (
  { grant }: { grant?: { token?: string } },
  input: OperatorCredentials,
): boolean => grant?.token !== undefined || hasCredentials(input);

/**
 * Well-formed and in time: at most 24 hours old and at most 60 s ahead of the service's clock.
 * Refuses with the 401 codes of decision D11.
 */
export function parseCredentials(input: OperatorCredentials, nowMs: number): Verdict<Credentials> {
  const missing = (["operatorAddress", "authSignature", "authTimestamp"] as const).filter(
    (name) => !isGiven(input[name]),
  );
  if (missing.length > 0) {
    return refuse(
      "auth_required",
      `Operator authentication is needed: send ${missing.join(", ")}.`,
      { missing },
    );
  }
  const operator =
    typeof input.operatorAddress === "string" ? normalizeAddress(input.operatorAddress) : undefined;
  if (operator === undefined || !operator.ok)
    return malformed("operatorAddress must be a valid address");
  const signature = input.authSignature;
  if (
    typeof signature !== "string" ||
    signature.length > MAX_SIGNATURE_CHARS ||
    !/^0x(?:[0-9a-fA-F]{2})+$/.test(signature)
  ) {
    return malformed("authSignature must be hex bytes");
  }
  const timestampMs = input.authTimestamp;
  if (typeof timestampMs !== "number" || !Number.isSafeInteger(timestampMs) || timestampMs <= 0) {
    return malformed("authTimestamp must be an integer: Unix time in milliseconds");
  }
  if (nowMs - timestampMs > DAY_MS) {
    return refuse(
      "auth_expired",
      "This signature is older than 24 hours. Sign the operator message again.",
      {
        authTimestamp: timestampMs,
        now: nowMs,
      },
    );
  }
  if (timestampMs - nowMs > FUTURE_TOLERANCE_MS) {
    return refuse(
      "auth_in_future",
      "authTimestamp is more than 60 seconds ahead. Check the clock and sign again.",
      {
        authTimestamp: timestampMs,
        now: nowMs,
      },
    );
  }
  return allow({ operator: operator.value, signature: signature as Hex, timestampMs });
}

const isGiven = (value: unknown): boolean => value !== undefined && value !== null && value !== "";
const malformed = (message: string) => refuse("auth_malformed", `${message}.`);
