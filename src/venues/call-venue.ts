import * as z from "zod";
import { baseUnits, hexAddress, hexData } from "../../schemas/primitives.ts";
import type { FetchLike } from "../chain/rpc.ts";
import { MAX_UINT256 } from "../lib/integers.ts";
import { readText } from "../lib/limit-fetch.ts";
import { isNative, lowerHex } from "../lib/normalize-address.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";

type Call = { venue: string; fetch: FetchLike; url: string; init: RequestInit; timeoutMs: number };

/** A JSON object, a list as `{list}`, or undefined where an error came without one. */
export type VenueAnswer = { status: number; body: Readonly<Record<string, unknown>> | undefined };

/** Real quotes stay below 100 kB. */
const MAX_BYTES = 2_000_000;

/** Our key or our pace: nothing that the caller can change. */
const NOT_THE_CALLERS = [401, 403, 407, 408, 429];

/**
 * Never repeated. Answers 2xx with a JSON object or list, and 4xx that speak about the request. Refuses with venue_unavailable (no answer in
 * time, 5xx, throttled, our key refused) or venue_bad_response. No text of the venue leaves this folder.
 */
export async function callVenue({ venue, fetch, url, init, timeoutMs }: Call): Promise<Verdict<VenueAnswer>> {
  let status: number;
  let text: string | undefined;
  try {
    // Following a redirect would carry the key elsewhere.
    const response = await fetch(url, { ...init, redirect: "manual", signal: AbortSignal.timeout(timeoutMs) });
    status = response.status;
    text = await readText(response, MAX_BYTES);
  } catch {
    return unavailable(venue);
  }
  if (status >= 500 || NOT_THE_CALLERS.includes(status)) return unavailable(venue);
  const body = text === undefined ? undefined : parseObject(text);
  if (status >= 400) return allow({ status, body });
  return status >= 200 && status < 300 && body !== undefined ? allow({ status, body }) : badResponse(venue);
}

const unavailable = (venue: string) =>
  refuse("venue_unavailable", `${venue} did not answer. Please try again in a moment.`);

function parseObject(text: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    if (Array.isArray(value)) return { list: value };
    return typeof value === "object" && value !== null ? asRecord(value) : undefined;
  } catch {
    return undefined;
  }
}

// Safe: an object that is not null and no array, made by JSON.parse.
const asRecord = (value: object): Record<string, unknown> => value as Record<string, unknown>;

/** Repeats no text of the venue. */
export const badResponse = (venue: string): Refusal =>
  refuse("venue_bad_response", `${venue} gave an answer that does not fit the request. Please try again.`);

/** `timeoutMs` bounds one call, body included. */
export type VenueOptions = { baseUrl: string; apiKey: string; fetch: FetchLike; timeoutMs: number };

/** Digits in a string. Numbers, signs, fractions and what no token can hold are refused. */
export const venueAmount = baseUnits.transform(BigInt).refine((amount) => amount <= MAX_UINT256, "exceeds a uint256");

/** As some venues write a transaction's value; "0x00" occurs. */
const hexAmount = z
  .string()
  .regex(/^0x[0-9a-fA-F]{1,64}$/)
  .transform(BigInt);

/** The bytes of `data` stay as they came; empty ones are refused. */
export const venueTransaction = z.object({
  to: hexAddress.transform(lowerHex),
  data: hexData.refine((data) => data.length > 2, "must not be empty"),
  value: z.union([venueAmount, hexAmount]),
});

/** In any case, and the native coin by either of its two signs. */
export const sameToken = (a: string, b: string): boolean =>
  a.toLowerCase() === b.toLowerCase() || (isNative(a) && isNative(b));

const ALL_BPS = 10_000n;

type Quoted = { mode: "exactIn" | "exactOut"; amountInBase: bigint; amountOutBase: bigint; slippageBps: number };

/** Least output (exactIn, rounded down) or most input (exactOut, rounded up). */
export function slippageLimit({ mode, amountInBase, amountOutBase, slippageBps }: Quoted): bigint {
  const slippage = BigInt(slippageBps);
  return mode === "exactIn"
    ? (amountOutBase * (ALL_BPS - slippage)) / ALL_BPS
    : (amountInBase * (ALL_BPS + slippage) + ALL_BPS - 1n) / ALL_BPS;
}
