import * as z from "zod";
import { baseUnits, hexAddress, hexData } from "../../schemas/primitives.ts";
import type { FetchLike } from "../chain/rpc.ts";
import { MAX_UINT256, WHOLE_BPS } from "../lib/integers.ts";
import { isObject } from "../lib/is-object.ts";
import { readText } from "../lib/limit-fetch.ts";
import { isNative, lowerHex, sameAddress } from "../lib/normalize-address.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";

type Call = { venue: string; fetch: FetchLike; url: string; init: RequestInit; timeoutMs: number };

/** A JSON object, a list as `{list}`, or undefined where an error came without one. */
export type VenueAnswer = { status: number; body: Readonly<Record<string, unknown>> | undefined };

/** Real quotes stay below 100 kB. */
const MAX_BYTES = 2_000_000;

/** Our key or our pace: nothing that a caller can change. */
const NOT_THE_CALLERS = [401, 403, 407, 408, 429];

/**
 * One request, never repeated. Gives 2xx with a JSON object or list, and 4xx about the request.
 * Refuses with venue_unavailable (no answer in time, 5xx, throttled, key refused) or
 * venue_bad_response. No text of the venue leaves this folder.
 */
export async function callVenue({
  venue,
  fetch,
  url,
  init,
  timeoutMs,
}: Call): Promise<Verdict<VenueAnswer>> {
  let status: number;
  let text: string | undefined;
  try {
    // A followed redirect would carry the key elsewhere.
    const response = await fetch(url, {
      ...init,
      redirect: "manual",
      signal: AbortSignal.timeout(timeoutMs),
    });
    status = response.status;
    text = await readText(response, MAX_BYTES);
  } catch {
    return unavailable(venue);
  }
  if (status >= 500 || NOT_THE_CALLERS.includes(status)) return unavailable(venue);
  const body = text === undefined ? undefined : parseObject(text);
  if (status >= 400) return allow({ status, body });
  return status >= 200 && status < 300 && body !== undefined
    ? allow({ status, body })
    : badResponse(venue);
}

const unavailable = (venue: string) =>
  refuse("venue_unavailable", `${venue} did not answer. Please try again in a moment.`);

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return { list: value };
    return isObject(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** Repeats no text of the venue. */
export const badResponse = (venue: string): Refusal =>
  refuse(
    "venue_bad_response",
    `${venue} gave an answer that does not fit the request. Please try again.`,
  );

/** `timeoutMs` bounds one call, body included. */
export type OpenVenue = { baseUrl: string; fetch: FetchLike; timeoutMs: number };
/** A venue with a key. */
export type VenueOptions = OpenVenue & { apiKey: string };

/** `callVenue` at a path below the venue's URL: a POST where there is a body. */
export const callPath = (
  venue: string,
  { baseUrl, fetch, timeoutMs }: OpenVenue,
  path: string,
  headers: Record<string, string>,
  body?: object,
): Promise<Verdict<VenueAnswer>> => {
  const accept = { ...headers, accept: "application/json" };
  const posted = { ...headers, "content-type": "application/json", accept: "application/json" };
  const init =
    body === undefined
      ? { method: "GET", headers: accept }
      : { method: "POST", headers: posted, body: JSON.stringify(body) };
  return callVenue({ venue, fetch, timeoutMs, url: `${baseUrl.replace(/\/+$/, "")}${path}`, init });
};

/** Digits in a string, at most a uint256. */
export const venueAmount = baseUnits
  .transform(BigInt)
  .refine((amount) => amount <= MAX_UINT256, "exceeds a uint256");

/** Some venues write a transaction's value so; "0x00" occurs. */
const hexAmount = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt);

/** `data` stays as it came, and is not empty. */
export const venueTransaction = z.object({
  to: hexAddress.transform(lowerHex),
  data: hexData.refine((data) => data.length > 2, "must not be empty"),
  value: z.union([venueAmount, hexAmount]),
});

/** Equal in any case; the native coin has two signs. */
export const sameToken = (a: string, b: string): boolean =>
  sameAddress(a, b) || (isNative(a) && isNative(b));

type Quoted = {
  mode: "exactIn" | "exactOut";
  amountInBase: bigint;
  amountOutBase: bigint;
  slippageBps: number;
};

/** Least output (exactIn, rounded down) or most input (exactOut, rounded up). */
export function slippageLimit({ mode, amountInBase, amountOutBase, slippageBps }: Quoted): bigint {
  const slippage = BigInt(slippageBps);
  return mode === "exactIn"
    ? (amountOutBase * (WHOLE_BPS - slippage)) / WHOLE_BPS
    : (amountInBase * (WHOLE_BPS + slippage) + WHOLE_BPS - 1n) / WHOLE_BPS;
}
