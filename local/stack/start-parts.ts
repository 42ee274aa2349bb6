import { randomBytes } from "node:crypto";
import { createRelayer, type Relayer } from "../across/create-relayer.ts";
import type { ChainHandle } from "../chain/chain-handle.ts";
import type { LocalChainId } from "../chain/chain-layout.ts";
import { openSmallPool } from "../chain/open-small-pool.ts";
import { type RunningChain, startChain } from "../chain/start-chain.ts";
import type { ChainState } from "../chain/take-state.ts";
import { type LocalFacilitator, startFacilitator } from "../facilitator/start-facilitator.ts";
import { type GmxParts, startGmx } from "../gmx/start-gmx.ts";
import { type HyperliquidParts, startHyperliquid } from "../hyperliquid/start-hyperliquid.ts";
import { type MessagingSink, startMessagingSink } from "../messaging/start-messaging-sink.ts";
import type { RedisKeeps } from "../redis/spawn-redis-server.ts";
import { type LocalRedis, startRedis } from "../redis/start-redis.ts";
import { type LocalScheduler, startScheduler } from "../scheduler/start-scheduler.ts";
import { type AcrossVenue, startAcrossVenue } from "../venues/start-across-venue.ts";
import { startUniswapVenue } from "../venues/start-uniswap-venue.ts";
import { startZeroxVenue } from "../venues/start-zerox-venue.ts";
import type { VenueServer } from "../venues/venue-server.ts";
import { startWebhookSink, type WebhookSink } from "../webhooks/start-webhook-sink.ts";
import { actByThemselves } from "./act-by-themselves.ts";
import type { Cleanup } from "./create-cleanup.ts";

/** The second chain, and Across between both. */
export type AcrossParts = { chain: ChainHandle; venue: AcrossVenue; relayer: Relayer };

export type StackParts = {
  chain: ChainHandle;
  /** Where chain 42161 was named. */
  across: AcrossParts | undefined;
  /** Where chain 999 was named. */
  hyperliquid: HyperliquidParts | undefined;
  /** GMX's API and keeper, on that chain. */
  gmx: GmxParts | undefined;
  chainProcess: RunningChain;
  redis: LocalRedis;
  scheduler: LocalScheduler;
  messaging: MessagingSink;
  webhooks: WebhookSink;
  venues: Record<"0x" | "uniswap", VenueServer>;
  venueKeys: Record<"0x" | "uniswap", string>;
  facilitator: LocalFacilitator;
  /** Processes that were started here. */
  partPids: number[];
};
type PartsOptions = {
  chains: readonly LocalChainId[];
  startMs: number;
  clock: () => number;
  redisKeeps: RedisKeeps | undefined;
  cron: "fires" | "held";
  isLive: boolean;
  onProgress: (text: string) => void;
  onChatLine: ((line: string) => void) | undefined;
  chainState: ChainState | undefined;
};

/**
 * Everything the Worker needs, started side by side; each part is in `cleanup` as soon as it runs.
 */
export async function startParts(options: PartsOptions, cleanup: Cleanup): Promise<StackParts> {
  const { isLive, onProgress } = options;
  const kept = async <T extends { stop(): Promise<void> }>(starting: Promise<T>): Promise<T> => {
    const part = await starting;
    cleanup.add(() => part.stop());
    return part;
  };
  // Only for a redis-server of our own can it be set what to keep.
  const redisOptions =
    options.redisKeeps === undefined
      ? { redisUrl: process.env.REDIS_URL }
      : { kind: "real" as const, keeps: options.redisKeeps };
  const startTimestampSec = Math.floor(options.startMs / 1000);
  const running = async (chainId: LocalChainId, state?: ChainState): Promise<RunningChain> => {
    const started = await kept(startChain({ chainId, startTimestampSec, state }));
    onProgress(`chain ${chainId}`);
    return started;
  };
  const [chainProcess, secondProcess, venueProcess, redis, messaging, webhooks, scheduler] =
    await allOrFirstFailure([
      running(8453, options.chainState),
      options.chains.includes(42161) ? running(42161) : undefined,
      options.chains.includes(999) ? running(999) : undefined,
      kept(startRedis(redisOptions)),
      kept(startMessagingSink(options.onChatLine)),
      kept(startWebhookSink()),
      kept(startScheduler({ clock: options.clock, autoFire: options.cron === "fires" })),
    ]);
  const { handle: chain, pid } = chainProcess;
  const pools = Object.values(chain.pools.v4);
  const more = isLive ? [await openSmallPool(chain)] : [];
  const venueKeys = { "0x": newKey("0x"), uniswap: newKey("uniswap") };
  const v3Pools = Object.values(chain.pools.v3);
  const seen = {
    rpcUrl: chain.rpcUrl,
    chainId: chain.chainId,
    addresses: chain.addresses,
    pools,
    v3Pools,
  };
  const venues = {
    "0x": await kept(
      startZeroxVenue({ ...seen, pools: [...pools, ...more], apiKey: venueKeys["0x"] }),
    ),
    uniswap: await kept(startUniswapVenue({ ...seen, apiKey: venueKeys.uniswap })),
  };
  const across =
    secondProcess === undefined ? undefined : await startAcross(chain, secondProcess.handle, kept);
  const hyperliquid =
    venueProcess === undefined
      ? undefined
      : await kept(startHyperliquid(venueProcess.handle, options.clock));
  const gmx =
    secondProcess === undefined
      ? undefined
      : await kept(startGmx(secondProcess.handle, options.clock));
  const facilitator = await kept(startFacilitator({ rpcUrl: chain.rpcUrl, clock: options.clock }));
  if (isLive) {
    const acting = actByThemselves({ gmx, hyperliquid }, onProgress);
    cleanup.add(() => acting.stop());
  }
  const partPids = [
    pid,
    ...(secondProcess === undefined ? [] : [secondProcess.pid]),
    ...(venueProcess === undefined ? [] : [venueProcess.pid]),
    ...(redis.server === undefined ? [] : [redis.server.pid()]),
  ];
  return {
    chain,
    across,
    gmx,
    hyperliquid,
    chainProcess,
    redis,
    scheduler,
    messaging,
    webhooks,
    venues,
    venueKeys,
    facilitator,
    partPids,
  };
}

async function startAcross(
  first: ChainHandle,
  second: ChainHandle,
  kept: <T extends { stop(): Promise<void> }>(starting: Promise<T>) => Promise<T>,
): Promise<AcrossParts> {
  const chains = [first, second];
  return {
    chain: second,
    venue: await kept(startAcrossVenue(chains)),
    relayer: createRelayer(chains),
  };
}

/**
 * Like Promise.all, but waits for the others before it fails: what is still starting must reach the
 * cleanup.
 */
async function allOrFirstFailure<const T extends readonly unknown[]>(
  starting: T,
): Promise<{ -readonly [K in keyof T]: Awaited<T[K]> }> {
  await Promise.allSettled(starting);
  return (await Promise.all(starting)) as { -readonly [K in keyof T]: Awaited<T[K]> };
}

function newKey(name: string): string {
  return `${name}_${randomBytes(12).toString("hex")}`;
}
