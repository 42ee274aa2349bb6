import type { ChainId } from "../schemas/chains.ts";
import type { OpenapiRoute } from "../schemas/documents/openapi-route.ts";
import { chainAddresses } from "./chain/addresses.ts";
import type { SpareRequests } from "./chain/ask-in-pieces.ts";
import { createRpc, type FetchLike } from "./chain/rpc.ts";
import { consoleLog } from "./console-log.ts";
import type { Configuration, Isolate } from "./create-isolate.ts";
import { createModel } from "./create-model.ts";
import { createModules } from "./create-modules.ts";
import { createWebhooks } from "./create-webhooks.ts";
import type { ChainDeps, Deps } from "./deps.ts";
import { type Env, notConfigured, parseEnv, requireEnv } from "./env.ts";
import type { ProtocolApi } from "./kinds/protocol.ts";
import type { Tables } from "./kinds/tables.ts";
import type { Venue, VenuePort } from "./kinds/venue.ts";
import { loadedOnce } from "./lib/expiring-cache.ts";
import { limitFetch } from "./lib/limit-fetch.ts";
import { sanitize } from "./lib/sanitize.ts";
import type { Loadable } from "./load-route.ts";
import { hostChannels, settingsOf } from "./notifications/host-channels.ts";
import type { Facilitator } from "./payment/http-facilitator.ts";
import type { ReceiptPoller } from "./pipeline/receipt-poller.ts";
import type { Publisher } from "./schedule/qstash-publisher.ts";
import { createKeys } from "./store/kernel/keys.ts";
import type { KnownScripts } from "./store/kernel/upstash-redis.ts";
import { TABLES } from "./tables.ts";
import { createDraw } from "./wallet/derive-key.ts";
import { lazyReceiptSigner } from "./wallet/lazy-receipt-signer.ts";
import { createLocalAgentWallet } from "./wallet/local-agent-wallet.ts";

const RPC_TIMEOUT_MS = 10_000;
const FACILITATOR_TIMEOUT_MS = 20_000;
const VENUE_TIMEOUT_MS = 5_000;
const QSTASH_TIMEOUT_MS = 5_000;
/**
 * Connections of one Workers call; a seventh would wait unseen
 * (developers.cloudflare.com/workers/platform/limits).
 */
const CONNECTIONS = 6;
/**
 * For RPC batches that must be cut: from the 100 that SCHEDULE_LIMITS leaves below 1,000
 * subrequests.
 */
const SPARE_REQUESTS = 96;
const QSTASH_DEFAULT_URL = "https://qstash.upstash.io";
const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];

/** The runtime's share of one request. */
export type Host = {
  fetcher: FetchLike;
  waitUntil(work: Promise<unknown>): void;
  routes: readonly Loadable<OpenapiRoute>[];
  tables?: Tables;
};

/**
 * Made once per request: pending I/O must not be shared on Workers. A missing setting throws on
 * use, and an adapter's code is loaded then.
 * @throws not_configured for malformed bindings, and for a local Worker that is reachable from
 * outside
 */
export function createDeps(
  bindings: Record<string, unknown>,
  isolate: Isolate,
  { fetcher: unlimited, waitUntil, routes, tables = TABLES }: Host,
): Deps {
  const { env, keys, receiptSigner } = configurationOf(bindings, isolate);
  const { fetch: fetcher, sent } = limitFetch(unlimited, CONNECTIONS);
  const local = isLocal(env);
  const clock = { nowMs: () => Date.now() + (local ? isolate.localClockOffsetMs : 0) };
  const chains = new Map<ChainId, ChainDeps>();
  const spare = { left: SPARE_REQUESTS };
  const chain = (chainId: ChainId): ChainDeps => {
    const known = chains.get(chainId) ?? createChain(env, chainId, { fetcher, spare, clock });
    chains.set(chainId, known);
    return known;
  };
  return {
    env,
    clock,
    log: consoleLog,
    newId: () => crypto.randomUUID(),
    randomBytes,
    sleep,
    defer: (name, work) =>
      waitUntil(
        work.catch((error: unknown) =>
          consoleLog("deferred_work_failed", {
            name,
            cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
          }),
        ),
      ),
    caches: isolate.caches,
    redis: lazyRedis(env, fetcher, isolate.knownScripts),
    keys,
    facilitator: lazyFacilitator(env, fetcher),
    draw: createDraw(env.AGENT_WALLET_SECRET),
    wallet: createLocalAgentWallet(env.AGENT_WALLET_SECRET),
    receiptSigner,
    chain,
    venue: (id) => createVenue(tables.venues[id], { env, bindings, fetch: fetcher }),
    api: createApis({ env, fetch: fetcher, timeoutMs: VENUE_TIMEOUT_MS }),
    modules: createModules(),
    channels: hostChannels(tables.channels, bindings, fetcher),
    ...createWebhooks({ env, fetch: fetcher, randomBytes }),
    publisher: createPublisher(env, fetcher),
    model: createModel(env, fetcher),
    subrequests: sent,
    localClock: local
      ? {
          moveTo: (nowMs) => {
            isolate.localClockOffsetMs = nowMs - Date.now();
          },
        }
      : undefined,
    routes,
    tables,
  };
}

/** Bindings are the same in every request, so their results are made once. */
function configurationOf(
  bindings: Record<string, unknown>,
  { configurations }: Isolate,
): Configuration {
  const known = configurations.get(bindings);
  if (known !== undefined) return known;
  const env = parseEnv(bindings);
  const made = {
    env,
    keys: createKeys(`sx:${env.ENVIRONMENT ?? "production"}:`),
    receiptSigner: lazyReceiptSigner(env.AGENT_WALLET_SECRET),
  };
  configurations.set(bindings, made);
  return made;
}

/** A local clock is movable, so no other machine may reach it (docs/design.md, "Local stack"). */
function isLocal(env: Env): boolean {
  const { WEBHOOK_LOCAL_ORIGIN: webhooks } = env;
  if (env.ENVIRONMENT !== "local") {
    if (webhooks !== undefined)
      throw notConfigured(["WEBHOOK_LOCAL_ORIGIN without ENVIRONMENT=local"]);
    return false;
  }
  const isLoopback = (url: string | undefined) =>
    url !== undefined && LOOPBACK.includes(new URL(url).hostname);
  if (!isLoopback(env.PUBLIC_BASE_URL))
    throw notConfigured(["PUBLIC_BASE_URL must be loopback when ENVIRONMENT=local"]);
  if (webhooks !== undefined && !isLoopback(webhooks))
    throw notConfigured(["WEBHOOK_LOCAL_ORIGIN must be loopback"]);
  return true;
}

type Network = { fetcher: FetchLike; spare: SpareRequests; clock: Deps["clock"] };

function createChain(env: Env, chainId: ChainId, { fetcher, spare, clock }: Network): ChainDeps {
  const urls = env.rpcUrls[chainId];
  if (urls === undefined) throw notConfigured([`RPC_URL_${chainId}`]);
  const rpc = createRpc({ urls, fetch: fetcher, timeoutMs: RPC_TIMEOUT_MS, spare });
  let poller: ReceiptPoller | undefined;
  return {
    chainId,
    addresses: chainAddresses(chainId, env.addressOverrides[chainId]),
    rpc,
    receipts: {
      confirmed: async (...args) => {
        const { createReceiptPoller } = await code.receipts();
        poller ??= createReceiptPoller({ chainId, rpc, clock, sleep });
        return poller.confirmed(...args);
      },
    },
  };
}

const randomBytes = (length: number): Uint8Array => crypto.getRandomValues(new Uint8Array(length));

const sleep = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

type VenueHost = { env: Env; bindings: Record<string, unknown>; fetch: FetchLike };

/** Judges the settings at once and loads the code with the first use. @throws not_configured */
function createVenue(venue: Venue, { bindings, ...host }: VenueHost): VenuePort {
  const { needs, takes = [] } = venue.env;
  const settings = settingsOf([...needs, ...takes], bindings);
  const missing = needs.filter((name) => settings[name] === undefined);
  if (missing.length > 0) throw notConfigured(missing);
  const load = loadedOnce(async () =>
    venue.create({ ...host, settings, timeoutMs: VENUE_TIMEOUT_MS }),
  );
  return {
    id: venue.id,
    quote: async (request) => (await load()).quote(request),
    transaction: async (quote, facts) => (await load()).transaction(quote, facts),
  };
}

/** Makes each service once. Safe: the `connect` of an id made what is kept under it. */
function createApis(host: Parameters<ProtocolApi<unknown>["connect"]>[0]): Deps["api"] {
  const made = new Map<string, unknown>();
  return <A>({ id, connect }: ProtocolApi<A>): A => {
    if (!made.has(id)) made.set(id, connect(host));
    return made.get(id) as A;
  };
}

/** Its calls are delivered to this Worker's own public address. */
function createPublisher(env: Env, fetch: FetchLike): Publisher | undefined {
  const {
    QSTASH_TOKEN: token,
    PUBLIC_BASE_URL: destinationBase,
    QSTASH_URL: baseUrl = QSTASH_DEFAULT_URL,
  } = env;
  if (token === undefined || destinationBase === undefined) return undefined;
  return {
    publish: async (calls) => {
      const { createQstashPublisher } = await import("./schedule/qstash-publisher.ts");
      const options = { baseUrl, token, destinationBase, fetch, timeoutMs: QSTASH_TIMEOUT_MS };
      return createQstashPublisher(options).publish(calls);
    },
  };
}

/** Code that nearly every call needs: an `import()` of each call looks it up anew. */
const code = {
  redis: loadedOnce(() => import("./store/kernel/upstash-redis.ts")),
  facilitator: loadedOnce(() => import("./payment/http-facilitator.ts")),
  receipts: loadedOnce(() => import("./pipeline/receipt-poller.ts")),
};

function lazyRedis(env: Env, fetcher: FetchLike, knownScripts: KnownScripts): Deps["redis"] {
  const settings = () => requireEnv(env, ["UPSTASH_REDIS_REST_URL", "UPSTASH_REDIS_REST_TOKEN"]);
  const load = loadedOnce(async () => {
    const { UPSTASH_REDIS_REST_URL: url, UPSTASH_REDIS_REST_TOKEN: token } = settings();
    const { createUpstashRedis } = await code.redis();
    return createUpstashRedis({ url, token, fetch: fetcher, knownScripts });
  });
  return {
    run: (...args) => {
      // Thrown at once, not by a promise that nobody may look at.
      settings();
      return load().then((redis) => redis.run(...args));
    },
  };
}

/** Built on use: without its URL a paid call is 503. */
const lazyFacilitator = (env: Env, fetcher: FetchLike): Facilitator => {
  const load = loadedOnce(async () => {
    const url = requireEnv(env, ["X402_FACILITATOR_URL"]).X402_FACILITATOR_URL;
    const options = {
      url,
      timeoutMs: FACILITATOR_TIMEOUT_MS,
      bearer: env.X402_FACILITATOR_BEARER,
      fetch: fetcher,
    };
    const { createHttpFacilitator } = await code.facilitator();
    return createHttpFacilitator(options);
  });
  return {
    verify: (...args) => load().then((facilitator) => facilitator.verify(...args)),
    settle: (...args) => load().then((facilitator) => facilitator.settle(...args)),
    answers: () => load().then((facilitator) => facilitator.answers()),
  };
};
