import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import * as z from "zod";
import { type BazaarListing, bazaarListing } from "../../schemas/bazaar-listing.ts";
import type { FetchLike } from "../chain/rpc.ts";
import { fromBase64 } from "../lib/is-object.ts";
import { readText } from "../lib/limit-fetch.ts";
import { sanitize } from "../lib/sanitize.ts";

type Answered = { status: number; value: unknown; listing?: BazaarListing };
type Options = { url: string; timeoutMs: number; bearer: string | undefined; fetch: FetchLike };

const MAX_BYTES = 100_000;

const text = z.string().nullish();
/** A refusal may leave out all but its yes or no. */
const verdict = z.object({ isValid: z.boolean(), invalidReason: text, payer: text });
const settlement = z.object({
  success: z.boolean(),
  errorReason: text,
  transaction: text,
  network: text,
  payer: text,
});

/**
 * A facilitator over HTTP (docs/facts/x402.md). The package's own client brings a second zod,
 * follows redirects with the payment in hand, and takes and logs answers of any size (decision
 * D6). Nothing is asked twice: a misunderstood answer is unknown.
 */
export function createHttpFacilitator({ url, timeoutMs, bearer, fetch }: Options): Facilitator {
  const base = url.replace(/\/+$/, "");
  const headers = {
    "content-type": "application/json",
    ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
  };
  const ask = async (path: string, body?: unknown): Promise<Answered> => {
    const init = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
    const signal = AbortSignal.timeout(timeoutMs);
    const response = await fetch(`${base}${path}`, {
      ...init,
      headers,
      redirect: "manual",
      signal,
    });
    const answer = await readText(response, MAX_BYTES);
    const listing = readListing(response.headers.get("extension-responses"));
    return {
      status: response.status,
      value: JSON.parse(answer ?? ""),
      ...(listing && { listing }),
    };
  };
  const pay = async <T>(
    path: string,
    schema: z.ZodType<T>,
    paymentPayload: PaymentPayload,
    paymentRequirements: PaymentRequirements,
  ): Promise<(Answered & { read: T }) | undefined> => {
    const { x402Version } = paymentPayload;
    const answer = await ask(path, { x402Version, paymentPayload, paymentRequirements }).catch(
      () => undefined,
    );
    const read = answer && isAnswer(answer.status) ? schema.safeParse(answer.value) : undefined;
    return answer && read?.success ? { ...answer, read: read.data } : undefined;
  };
  return {
    verify: async (payload, terms) => {
      const answer = await pay("/verify", verdict, payload, terms);
      if (answer === undefined) return { status: "unavailable" };
      const { isValid, invalidReason, payer } = answer.read;
      return isValid && isOk(answer.status) && typeof payer === "string"
        ? { status: "valid", payer }
        : { status: "invalid", reason: reasonOf(invalidReason) };
    },
    settle: async (payload, terms) => {
      const answer = await pay("/settle", settlement, payload, terms);
      if (answer === undefined) return { status: "unknown" };
      const { listing } = answer;
      const { success, errorReason, transaction, network, payer } = answer.read;
      const isWhole = typeof transaction === "string" && typeof network === "string";
      if (isOk(answer.status) && !isWhole) return { status: "unknown" };
      if (success)
        return isOk(answer.status) && isWhole
          ? { status: "settled", transaction, payer: payer ?? "", ...(listing && { listing }) }
          : { status: "unknown" };
      return errorReason === "settlement_pending"
        ? { status: "unknown" }
        : { status: "failed", reason: reasonOf(errorReason) };
    },
    answers: async () => {
      const answer = await ask("/supported").catch(() => undefined);
      return (
        answer !== undefined && isOk(answer.status) && supported.safeParse(answer.value).success
      );
    },
  };
}

const supported = z.object({
  kinds: z.array(z.object({ scheme: z.string(), network: z.string() })),
});

/** Every other failure says nothing about the payment. */
const isAnswer = (status: number): boolean => isOk(status) || (status >= 400 && status < 500);
const isOk = (status: number): boolean => status >= 200 && status < 300;

/** Short machine text; anything else is not passed on. */
const reasonOf = (reason: string | null | undefined): string =>
  typeof reason === "string" && /^[a-z0-9_ .:-]{1,80}$/i.test(reason) ? reason : "refused";

const MAX_CHARS = 8_192;
const responses = z.object({ bazaar: bazaarListing });

/** Reads the header EXTENSION-RESPONSES; undefined where that is unreadable. */
export function readListing(header: string | null): BazaarListing | undefined {
  if (header === null || header.length > MAX_CHARS) return undefined;
  try {
    const { bazaar } = responses.parse(JSON.parse(fromBase64(header)));
    const { status, rejectedReason } = bazaar;
    return {
      status,
      ...(rejectedReason !== undefined && { rejectedReason: sanitize(rejectedReason, 200) }),
    };
  } catch {
    return undefined;
  }
}

type Verification =
  | { status: "valid"; payer: string }
  | { status: "invalid"; reason: string }
  | { status: "unavailable" };
/**
 * `unknown`: the money may or may not have moved. `listing` is its catalogue's view of the
 * resource.
 */
export type Settlement =
  | { status: "settled"; transaction: string; payer: string; listing?: BazaarListing }
  | { status: "failed"; reason: string }
  | { status: "unknown" };

/** One request each, never repeated. */
export type Facilitator = {
  verify(payload: PaymentPayload, terms: PaymentRequirements): Promise<Verification>;
  settle(payload: PaymentPayload, terms: PaymentRequirements): Promise<Settlement>;
  answers(): Promise<boolean>;
};
