import type { Verdict } from "../lib/verdict.ts";

/**
 * None where the name does not exist.
 * @throws Error where that is not known
 */
export type Resolver = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Short text for the operator, without the URL. */
export type WebhookOutcome = { ok: true } | { ok: false; reason: string };

/** One delivery is one request, to a URL that was judged and whose name was resolved right before; nothing is repeated. */
export type WebhookPort = {
  /** As the platform writes the URL. What `beforeLookup` throws is thrown, and the name is not looked up. */
  admit(url: string, beforeLookup?: () => Promise<void>): Promise<Verdict<string>>;
  /** Never throws. */
  send(url: string, headers: Record<string, string>, body: string): Promise<WebhookOutcome>;
};
