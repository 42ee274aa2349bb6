import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { isPublicAddress, judgeWebhookUrl } from "./judge-webhook-url.ts";

type Options = {
  resolve: Resolver;
  fetch(url: string, init: RequestInit): Promise<Response>;
  timeoutMs: number;
  ownHost: string | undefined;
  localOrigin: string | undefined;
};

/** Never follows a redirect, whose target was not judged. */
export function createWebhookPort({
  resolve,
  fetch,
  timeoutMs,
  ...surroundings
}: Options): WebhookPort {
  const admit = async (
    text: string,
    signal: AbortSignal,
    beforeLookup = async () => {},
  ): Promise<Verdict<URL>> => {
    const judged = judgeWebhookUrl(text, surroundings);
    if (!judged.ok || judged.value.origin === surroundings.localOrigin) return judged;
    await beforeLookup();
    let addresses: readonly string[];
    try {
      addresses = await resolve(judged.value.hostname, signal);
    } catch {
      return unresolved("could not be looked up", "lookup_failed");
    }
    if (addresses.length === 0) return unresolved("has no address", "no_address");
    if (!addresses.every(isPublicAddress))
      return unresolved("stands for an address that is not public", "private_address");
    return judged;
  };
  return {
    admit: async (url, beforeLookup) => {
      const admitted = await admit(url, AbortSignal.timeout(timeoutMs), beforeLookup);
      return admitted.ok ? allow(admitted.value.href) : admitted;
    },
    send: async (url, headers, body): Promise<WebhookOutcome> => {
      const signal = AbortSignal.timeout(timeoutMs);
      const admitted = await admit(url, signal);
      if (!admitted.ok)
        return { ok: false, reason: `not sent: ${String(admitted.details?.reason)}` };
      try {
        const init = { method: "POST", headers, body, redirect: "manual", signal } as const;
        const { status } = await fetch(admitted.value.href, init);
        return status >= 200 && status < 300
          ? { ok: true }
          : { ok: false, reason: `answered ${status}` };
      } catch (error) {
        // The error's text may name the URL; its name says enough.
        const isLate = error instanceof Error && error.name === "TimeoutError";
        return {
          ok: false,
          reason: isLate ? `no answer within ${timeoutMs / 1_000} s` : "no answer",
        };
      }
    },
  };
}

const unresolved = (what: string, reason: string) =>
  refuse("webhook_url_refused", `The name in url ${what}. Nothing was sent there.`, { reason });

/** Empty: the name does not exist. @throws Error where that is unknown */
export type Resolver = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

/** Without the URL. */
export type WebhookOutcome = { ok: true } | { ok: false; reason: string };

/** One delivery is one request, to a judged URL resolved right before; no repeats. */
export type WebhookPort = {
  /** The URL as the platform writes it. An error of `beforeLookup` is thrown before the look-up. */
  admit(url: string, beforeLookup?: () => Promise<void>): Promise<Verdict<string>>;
  /** Never throws. */
  send(url: string, headers: Record<string, string>, body: string): Promise<WebhookOutcome>;
};
