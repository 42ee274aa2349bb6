import type { Address } from "viem";
import type { BazaarListings } from "../schemas/bazaar-listings.ts";
import type { ChainId } from "../schemas/chains.ts";
import type { HealthDependencies, WebhookCounts } from "../schemas/health-report.ts";
import type { OpenapiDocument } from "../schemas/openapi-document.ts";
import type { OpenapiRoute } from "../schemas/openapi-route.ts";
import type { VenueId } from "../schemas/venue-ids.ts";
import type { PresentedGrant } from "./auth/with-grant.ts";
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

/** Time as an input, in milliseconds of the Unix epoch. */
type Clock = { nowMs(): number };

/** Values are public facts: no signature, key, query string or calldata. */
export type Log = (
  event: string,
  fields?: Record<string, string | number | boolean | null>,
) => void;

/** Below 2^256, the same each time for a text, known only with the service's secret. */
export type Draw = (text: string) => bigint;

/** One chain's adapters, for one request. */
export type ChainDeps = {
  chainId: ChainId;
  addresses: ChainAddresses;
  rpc: Rpc;
  receipts: ReceiptPoller;
};

/** Kept by an isolate between requests. Losing them costs a read, never a decision. */
export type Caches = {
  tokens: TokenCache;
  /** The signed form, by the hash of everything signed. */
  signatures: ExpiringCache<string>;
  /**
   * Signatures behind which no contract stood, by the same hash: a call and its handler ask once.
   */
  refusedSignatures: ExpiringCache<true>;
  /** Until when (ms) a network has no call or look-up left: refusing it costs no request. */
  refusedNetworks: ExpiringCache<number>;
  offers: ExpiringCache<Record<string, unknown>>;
  /** Accounts with code on the chain of payments. */
  contracts: ExpiringCache<true>;
  /** By chain and vault; positive answers only (decision D3). */
  owners: ExpiringCache<Address>;
  /** Router version of an unlisted adapter by its code, by chain and adapter. */
  adapterVersions: ExpiringCache<"2.0" | "2.1.2">;
  routerVersions: ExpiringCache<"2.0" | "2.1.2">;
  /** By chain and vault; it never changes, but deciding reads do not use it. */
  baseTokens: ExpiringCache<Address>;
  /** Tokens in a vault's NAV, by chain and vault: balances to ask for at once. */
  activeTokens: ExpiringCache<readonly Address[]>;
  /** Layout of a bridged token's balances (simulate-fill.ts), by chain and token. */
  balanceSlots: ExpiringCache<number>;
  /** The last check of the dependencies: polling health does not poll them. */
  health: ExpiringCache<{
    dependencies: HealthDependencies;
    lastTickMs: number | null;
    webhooks: WebhookCounts;
    bazaar: BazaarListings;
    seenAtMs: number;
  }>;
  healthLook: ExpiringCache<true>;
  openapi: ExpiringCache<OpenapiDocument>;
};

/** Moves a local Worker's clock; absent elsewhere. */
type LocalClock = { moveTo(nowMs: number): void };

/** Made once per request by create-deps.ts. An adapter without its settings throws on use. */
export type Deps = {
  /**
   * Parts that are loaded with their first use, each described by its loader: load-tools.ts,
   * load-documents.ts, load-mcp.ts, run-claim.ts, start-chat.ts, load-operator-chat.ts.
   */
  modules: Readonly<
    Record<
      "tools" | "toolsAtHand" | "documents" | "chat" | "mcp" | "telegram" | "afterTick",
      () => Promise<object>
    >
  >;
  env: Env;
  clock: Clock;
  log: Log;
  newId(): string;
  randomBytes(length: number): Uint8Array;
  /** For random sizes and times of orders. @throws not_configured without the secret */
  draw: Draw;
  sleep(ms: number): Promise<void>;
  /** Lets work finish after the answer; a failure is logged under `name`. */
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
  /** A protocol's own service, made with its first use. */
  api<A>(protocol: ProtocolApi<A>): A;
  /** Every channel of the table. Without a connection the outbox keeps its messages. */
  channels: readonly HostedChannel[];
  webhooks: WebhookPort;
  /** undefined without a queue: a tick then runs alone what it can. */
  publisher: Publisher | undefined;
  /** undefined without a model: chat then understands plain commands. */
  model: ModelPort | undefined;
  /** Requests of this call so far: a Worker may make a thousand. */
  subrequests(): number;
  /**
   * The request's grant (src/auth/with-grant.ts): whoever asks for the caller takes its agent, or
   * refuses.
   */
  grant?: PresentedGrant;
  localClock: LocalClock | undefined;
  routes: readonly Loadable<OpenapiRoute>[];
  tables: Tables;
};
