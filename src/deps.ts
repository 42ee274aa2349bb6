import type { Address } from "viem";
import type { BazaarListings } from "../schemas/bazaar-listings.ts";
import type { ChainId } from "../schemas/chains.ts";
import type { HealthDependencies, WebhookCounts } from "../schemas/health-report.ts";
import type { OpenapiDocument } from "../schemas/openapi-document.ts";
import type { OpenapiRoute } from "../schemas/openapi-route.ts";
import type { VenueId } from "../schemas/venue-ids.ts";
import type { ChainAddresses } from "./chain/addresses.ts";
import type { TokenCache } from "./chain/resolve-token.ts";
import type { Rpc } from "./chain/rpc.ts";
import type { ModelPort } from "./chat/model-port.ts";
import type { Env } from "./env.ts";
import type { HostedChannel } from "./kinds/channel.ts";
import type { ProtocolApi } from "./kinds/protocol.ts";
import type { Tables } from "./kinds/tables.ts";
import type { VenuePort } from "./kinds/venue.ts";
import type { ExpiringCache } from "./lib/expiring-cache.ts";
import type { Clock, Draw, Log } from "./lib/ports.ts";
import type { Loadable } from "./load-route.ts";
import type { Facilitator } from "./payment/http-facilitator.ts";
import type { ReceiptPoller } from "./pipeline/receipt-poller.ts";
import type { Publisher } from "./schedule/qstash-publisher.ts";
import type { Keys } from "./store/kernel/keys.ts";
import type { Redis } from "./store/kernel/redis-port.ts";
import type { AgentWallet } from "./wallet/agent-wallet.ts";
import type { ReceiptSigner } from "./wallet/create-receipt-signer.ts";
import type { Sealer } from "./wallet/create-sealer.ts";
import type { WebhookPort } from "./webhooks/create-webhook-port.ts";

/** Per request: nothing outlives it but what the caches remember. */
export type ChainDeps = { chainId: ChainId; addresses: ChainAddresses; rpc: Rpc; receipts: ReceiptPoller };

/** Between requests of one isolate. Losing it costs a read, never a decision. */
export type Caches = {
  tokens: TokenCache;
  /** The form that was signed, by the hash of everything signed. */
  signatures: ExpiringCache<string>;
  /** No contract stood behind these a moment ago, by the same hash: a call and its handler ask once. */
  refusedSignatures: ExpiringCache<true>;
  /** No call or look-up left, and until when (ms): refusing them costs no request. */
  refusedNetworks: ExpiringCache<number>;
  /** Signed offers of 402s, by address and terms. */
  offers: ExpiringCache<Record<string, unknown>>;
  /** Accounts on the chain of payments that have code. */
  contracts: ExpiringCache<true>;
  /** By chain and vault. Only positive answers are put in (decision 19). */
  owners: ExpiringCache<Address>;
  /** The router version of an adapter that is in no table, by chain and adapter, as its code shows. */
  adapterVersions: ExpiringCache<"2.0" | "2.1.2">;
  /** Which router version a chain's vaults use. */
  routerVersions: ExpiringCache<"2.0" | "2.1.2">;
  /** By chain and vault. It never changes; what decides is read anew all the same. */
  baseTokens: ExpiringCache<Address>;
  /** Tokens that a vault counts in its NAV, by chain and vault: which balances are asked for at once. */
  activeTokens: ExpiringCache<readonly Address[]>;
  /** Where a bridged token keeps its balances, by chain and token: which of the known layouts (simulate-fill.ts). */
  balanceSlots: ExpiringCache<number>;
  /** The last check of the dependencies, and its time: a client that polls health does not poll them. */
  health: ExpiringCache<{
    dependencies: HealthDependencies;
    lastTickMs: number | null;
    webhooks: WebhookCounts;
    bazaar: BazaarListings;
    seenAtMs: number;
  }>;
  /** A request is checking them now. */
  healthLook: ExpiringCache<true>;
  /** The OpenAPI document but for its address. */
  openapi: ExpiringCache<OpenapiDocument>;
};

/** Moves the clock of a local Worker; absent everywhere else. */
export type LocalClock = { moveTo(nowMs: number): void };

/** Once per request, by create-deps.ts; adapters with missing settings throw on use. */
export type Deps = {
  /** Parts that are loaded with their first use. What is in each: load-tools.ts, load-documents.ts, load-mcp.ts, run-claim.ts, start-chat.ts, load-operator-chat.ts. */
  modules: Readonly<
    Record<"tools" | "toolsAtHand" | "documents" | "chat" | "mcp" | "telegram" | "afterTick", () => Promise<object>>
  >;
  env: Env;
  clock: Clock;
  log: Log;
  /** A fresh random id. */
  newId(): string;
  /** Cryptographically random bytes, so many. */
  randomBytes(length: number): Uint8Array;
  /** Random sizes and times of orders. @throws not_configured without the secret they are drawn from */
  draw: Draw;
  sleep(ms: number): Promise<void>;
  /** Work that may finish after the answer; a failure is logged under `name`. */
  defer(name: string, work: Promise<unknown>): void;
  caches: Caches;
  redis: Redis;
  keys: Keys;
  wallet: AgentWallet;
  sealer: Sealer;
  receiptSigner: ReceiptSigner;
  facilitator: Facilitator;
  /** @throws not_configured when the chain has no RPC url */
  chain(chainId: ChainId): ChainDeps;
  /** @throws not_configured when the venue has no key */
  venue(id: VenueId): VenuePort;
  /** A protocol's own service, made with its first use; it needs no key. */
  api<A>(protocol: ProtocolApi<A>): A;
  /** Every channel of the table. For one without a connection the outbox keeps what it has. */
  channels: readonly HostedChannel[];
  webhooks: WebhookPort;
  /** undefined: no queue is configured, and a tick runs what it can by itself. */
  publisher: Publisher | undefined;
  /** undefined: none is configured, and plain commands are what chat understands. */
  model: ModelPort | undefined;
  /** Requests that this call has made so far: a Worker may make a thousand. */
  subrequests(): number;
  localClock: LocalClock | undefined;
  /** Every endpoint of this Worker: what its descriptions are made from. */
  routes: readonly Loadable<OpenapiRoute>[];
  tables: Tables;
};
