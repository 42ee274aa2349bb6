import type { Verdict } from "../lib/verdict.ts";

/**
 * Every IPv4 and IPv6 address that a name stands for, none where it does not exist.
 * @throws Error where that is not known
 */
export type Resolver = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** `reason` is short text for the operator, without the URL. */
export type WebhookOutcome = { ok: true } | { ok: false; reason: string };

/** The way out to webhooks. One delivery is one request, to a URL that was judged and whose name was resolved right before; nothing is repeated. */
export type WebhookPort = {
  /** The URL as the platform writes it, when it may be delivered to now. What `beforeLookup` throws is thrown, and its name is not looked up. */
  admit(url: string, beforeLookup?: () => Promise<void>): Promise<Verdict<string>>;
  /** Never throws. */
  send(url: string, headers: Record<string, string>, body: string): Promise<WebhookOutcome>;
};
