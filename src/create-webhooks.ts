import { WEBHOOK_LIMITS } from "../schemas/webhook-limits.ts";
import type { FetchLike } from "./chain/rpc.ts";
import type { Deps } from "./deps.ts";
import type { Env } from "./env.ts";

const DNS_DEFAULT_URL = "https://cloudflare-dns.com/dns-query";

type Options = { env: Env; fetch: FetchLike; randomBytes: Deps["randomBytes"] };

/** Webhooks and the sealer of their secrets, loaded with their first use. */
export function createWebhooks({
  env,
  fetch,
  randomBytes,
}: Options): Pick<Deps, "webhooks" | "sealer"> {
  const port = async () => {
    const [{ createWebhookPort }, { createDnsResolver }] = await Promise.all([
      import("./webhooks/create-webhook-port.ts"),
      import("./webhooks/create-dns-resolver.ts"),
    ]);
    const {
      PUBLIC_BASE_URL: own,
      WEBHOOK_LOCAL_ORIGIN: onlyLoopback,
      DNS_API_URL: baseUrl = DNS_DEFAULT_URL,
    } = env;
    return createWebhookPort({
      resolve: createDnsResolver({ baseUrl, fetch }),
      fetch,
      timeoutMs: WEBHOOK_LIMITS.timeoutMs,
      ownHost: own && new URL(own).hostname,
      localOrigin: onlyLoopback && new URL(onlyLoopback).origin,
    });
  };
  const sealer = async () => {
    const { createSealer } = await import("./wallet/create-sealer.ts");
    return createSealer(env.AGENT_WALLET_SECRET, randomBytes);
  };
  return {
    webhooks: {
      admit: async (...args) => (await port()).admit(...args),
      send: async (...args) => (await port()).send(...args),
    },
    sealer: {
      seal: async (...args) => (await sealer()).seal(...args),
      open: async (...args) => (await sealer()).open(...args),
    },
  };
}
