import { randomBytes } from "node:crypto";
import { mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { advanceTime } from "./chain/advance-time.ts";
import type { ChainHandle } from "./chain/chain-handle.ts";
import type { LocalChainId } from "./chain/chain-layout.ts";
import { drainPool } from "./chain/drain-pool.ts";
import { moveDollarPrice } from "./chain/move-dollar-price.ts";
import { readChainClock } from "./chain/read-chain-clock.ts";
import type { ChainState } from "./chain/take-state.ts";
import type { LocalFacilitator } from "./facilitator/start-facilitator.ts";
import type { GmxParts } from "./gmx/start-gmx.ts";
import type { HyperliquidParts } from "./hyperliquid/start-hyperliquid.ts";
import { freePort } from "./lib/free-port.ts";
import type { ChildExit } from "./lib/spawn-child.ts";
import type { MessagingSink } from "./messaging/start-messaging-sink.ts";
import { type ScriptedModel, startScriptedModel } from "./model/start-scripted-model.ts";
import type { RedisKeeps, RedisProcess } from "./redis/spawn-redis-server.ts";
import type { LocalRedis } from "./redis/start-redis.ts";
import type { LocalScheduler } from "./scheduler/start-scheduler.ts";
import { agentAddress } from "./stack/agent-address.ts";
import { type Cleanup, createCleanup } from "./stack/create-cleanup.ts";
import { createFirstVault } from "./stack/create-first-vault.ts";
import { createTicker, type TickDelivery, type TickOptions } from "./stack/create-ticker.ts";
import { inOrder } from "./stack/in-order.ts";
import { publishManifest } from "./stack/publish-manifest.ts";
import { readPreparedChain } from "./stack/read-prepared-chain.ts";
import { registerBot } from "./stack/register-bot.ts";
import { requireFreePort } from "./stack/require-free-port.ts";
import { setWorkerClock } from "./stack/set-worker-clock.ts";
import type { StackManifest } from "./stack/stack-manifest.ts";
import { startControl } from "./stack/start-control.ts";
import { type AcrossParts, type StackParts, startParts } from "./stack/start-parts.ts";
import { startWorker, type WorkerProcess } from "./stack/start-worker.ts";
import { workerVars } from "./stack/worker-vars.ts";
import type { VenueServer } from "./venues/venue-server.ts";
import type { WebhookSink } from "./webhooks/start-webhook-sink.ts";

/** What the Worker talks to, and what a test may put something in front of. */
export type Dependency =
  | "rpc"
  | "redis"
  | "0x"
  | "uniswap"
  | "telegram"
  | "qstash"
  | "facilitator"
  | "rpc-42161"
  | "rpc-999"
  | "hyperliquid"
  | "across"
  | "gmx";
export type StackOptions = {
  /**
   * The chains that run; default 8453 alone, which every stack has. With 42161 comes Across between
   * them, with 999 Hyperliquid.
   */
  chains?: readonly LocalChainId[];
  /** The Worker's port; default a free one. */
  port?: number;
  /** Where to write the manifest; nowhere by default. It is removed when the stack stops. */
  stackFile?: string;
  /**
   * Gives the URL that the Worker uses for a dependency, for example a counting proxy's. The
   * manifest keeps the real one.
   */
  interpose?: (name: Dependency, url: string) => Promise<string>;
  /** Added to the Worker's variables, or in place of them. */
  vars?: Record<string, string>;
  /** Time of the chain and of the Worker at the start; default now. Both run on from there. */
  startTimestampMs?: number;
  /** Receives all that the Worker logs; default a file that goes with the stack. */
  logFile?: string;
  /** `fires`: the scheduler runs its schedules by the clock. `held` (default): only on demand. */
  cron?: "fires" | "held";
  /**
   * `live`: as out there, where nobody tells GMX's keeper or Hyperliquid's core to act; the first
   * vault is on every chain, and 0x routes over a pool more than Uniswap. `held` (default): they
   * act only when told, so that a test says when.
   */
  world?: "live" | "held";
  /** Gets a few words for every part that has come up. */
  onProgress?: (text: string) => void;
  /** Gets every line of what is said in the messaging sink. */
  onChatLine?: (line: string) => void;
  /** A language model that does as its script says; default: none is configured. */
  model?: "scripted";
  /** Another Worker than that of wrangler.toml. */
  entry?: string;
  /**
   * A folder that stack/prepare-stacks.ts has filled: the chain goes on from there, and the Worker
   * starts without wrangler. Default: the vault is created, and wrangler bundles the Worker and
   * watches `src`.
   */
  prepared?: string | undefined;
  /**
   * Demands a redis-server of the stack's own, which keeps this on disk; default: any Redis, and
   * nothing is kept.
   */
  redisKeeps?: RedisKeeps;
};
export type Stack = {
  baseUrl: string;
  manifest: StackManifest;
  chain: ChainHandle;
  redis: LocalRedis;
  scheduler: LocalScheduler;
  messaging: MessagingSink;
  /** Receivers of webhooks, and the resolver of their names. */
  webhooks: WebhookSink;
  venues: Record<"0x" | "uniswap", VenueServer>;
  facilitator: LocalFacilitator;
  /** Chain 42161, Across's API and a relayer: present where the stack's options name that chain. */
  across?: AcrossParts;
  /**
   * Chain 999 and the venue that lives there: present where the stack's options name that chain.
   */
  hyperliquid?: HyperliquidParts;
  /** GMX's API and keeper on that chain: present with it. */
  gmx?: GmxParts;
  /** Present where the stack's options request one. */
  model?: ScriptedModel;
  /** Processes of the stack: the chain, wrangler, and redis-server where the stack started one. */
  pids: number[];
  /** What its Worker was started with: a further Worker beside it is given the same. */
  workerVars: Record<string, string>;
  /**
   * What can be ended without warning and started again on the same port. Meanwhile everything else
   * stays as it is.
   */
  processes: {
    worker: WorkerProcess;
    chain: {
      state(): Promise<ChainState>;
      kill(): Promise<void>;
      start(state: ChainState): Promise<void>;
    };
    /** Absent where the stack started no redis-server. */
    redis?: RedisProcess;
  };
  /** The time on the chain and in the Worker. */
  nowMs(): number;
  /** Moves chain and Worker by the same whole seconds, then delivers one tick. */
  advance(ms: number): Promise<TickDelivery>;
  tick(options?: TickOptions): Promise<TickDelivery[]>;
  /**
   * Ends when wrangler does, stopped by us or not; a Worker that is killed by `processes` is not
   * meant.
   */
  workerExited: Promise<ChildExit>;
  /** Ends everything; safe to call again. */
  stop(): Promise<void>;
};

const localDir = join(import.meta.dirname, "..", ".local");

/**
 * Brings up everything the Worker needs and the Worker itself, all on loopback: chain with a funded
 * vault, venues, Redis, scheduler, messaging sink. Nothing survives `stop()`, nor a start that
 * fails.
 *
 * @throws Error when the port is taken, or with the tail of the output of what did not start
 */
export async function startStack(options: StackOptions = {}): Promise<Stack> {
  const cleanup = createCleanup();
  try {
    return await assemble(options, cleanup);
  } catch (error) {
    await cleanup.run();
    throw error;
  }
}

async function assemble(options: StackOptions, cleanup: Cleanup): Promise<Stack> {
  const port = options.port ?? (await freePort());
  await requireFreePort(port);
  const baseUrl = `http://127.0.0.1:${port}`;
  const runDir = join(localDir, "run", String(port));
  rmSync(runDir, { recursive: true, force: true });
  mkdirSync(runDir, { recursive: true });
  const removeRunDir = () => rmSync(runDir, { recursive: true, force: true });
  // A process that exits without stopping (a signal during the start) leaves no directory either.
  process.once("exit", removeRunDir);
  cleanup.add(() => {
    process.removeListener("exit", removeRunDir);
    removeRunDir();
  });

  const startMs = options.startTimestampMs ?? Date.now();
  let offsetMs = startMs - Date.now();
  const nowMs = () => Date.now() + offsetMs;
  const { cron = "held", redisKeeps, onChatLine, chains = [8453], onProgress = () => {} } = options;
  const isLive = options.world === "live";
  // A stack of another time has a chain of its own: the prepared one's blocks may be later.
  const prepared =
    options.prepared !== undefined && options.startTimestampMs === undefined
      ? readPreparedChain(options.prepared)
      : undefined;
  const chainState = prepared?.state;
  const how = {
    chains,
    startMs,
    clock: nowMs,
    redisKeeps,
    cron,
    onChatLine,
    chainState,
    isLive,
    onProgress,
  };
  const parts = await startParts(how, cleanup);
  const {
    chain,
    across,
    gmx,
    hyperliquid,
    chainProcess,
    redis,
    scheduler,
    messaging,
    venues,
    facilitator,
  } = parts;
  // The first start compiles contracts before the chain's clock runs; the clock is not to stay
  // behind by that.
  const allChains = [
    chain,
    ...[across, hyperliquid].flatMap((more) => (more === undefined ? [] : [more.chain])),
  ];
  for (const one of allChains)
    await advanceTime(one, wholeSeconds(nowMs() - (await readChainClock(one))));
  const [vault] = await Promise.all([
    prepared?.vault ?? createFirstVault(chain),
    ...(isLive ? allChains.slice(1).map(createFirstVault) : []),
  ]);
  onProgress(`the vault ${vault}`);
  // Its key is thrown away: what is paid there stays.
  const payTo = privateKeyToAddress(generatePrivateKey());
  const agentWalletSecret = options.vars?.AGENT_WALLET_SECRET ?? randomBytes(32).toString("hex");
  const model = options.model === undefined ? undefined : await startScriptedModel();
  if (model !== undefined) cleanup.add(model.stop);
  const vars = {
    ...(await varsFor(parts, { baseUrl, agentWalletSecret, payTo }, options.interpose)),
    ...(model !== undefined && {
      AI_BASE_URL: model.url,
      AI_API_KEY: "local",
      AI_MODEL: "scripted",
    }),
    ...options.vars,
  };
  const worker = await startWorker({
    port,
    runDir,
    logFile: options.logFile ?? `${runDir}/worker.log`,
    logsRequests: options.logFile !== undefined,
    entry: options.entry,
    prepared: options.prepared,
    vars,
  });
  cleanup.add(worker.stop);
  await setWorkerClock(baseUrl, nowMs());
  await registerBot(messaging.url, baseUrl, vars);
  onProgress("the Worker");
  const processes: Stack["processes"] = {
    worker: {
      kill: worker.kill,
      start: async () => {
        await worker.start();
        await setWorkerClock(baseUrl, nowMs());
      },
    },
    chain: {
      state: chainProcess.state,
      kill: chainProcess.kill,
      start: (state) => chainProcess.start(state, Math.floor(nowMs() / 1_000)),
    },
    ...(redis.server !== undefined && { redis: redis.server }),
  };

  const deliver = createTicker(scheduler.url, baseUrl);
  const tick = async (how?: TickOptions) => {
    // Wrangler reloads the Worker when its source changes, and the new one starts on the wall
    // clock.
    await setWorkerClock(baseUrl, nowMs());
    const deliveries = await deliver(how);
    await Promise.all(allChains.map((one) => drainPool(one)));
    return deliveries;
  };
  const advance = inOrder(async (ms: number) => {
    for (const one of allChains) await advanceTime(one, ms);
    offsetMs += ms;
    scheduler.wake();
    const [delivery] = await tick();
    if (delivery === undefined) throw new Error("the scheduler delivered nothing");
    return delivery;
  });
  const info = async () => ({
    baseUrl,
    nowMs: nowMs(),
    chainNowMs: await readChainClock(chain),
    redis: redis.kind,
    pid: process.pid,
  });
  const control = await startControl({
    advance,
    tick,
    info,
    price: (bps) => moveDollarPrice(chain, bps),
    fill: across && (() => across.relayer.fill()),
  });
  cleanup.add(control.stop);

  const { operator, stranger, payer } = chain.accounts;
  const manifest: StackManifest = {
    baseUrl,
    control: control.url,
    chains: {
      "8453": { rpcUrl: chain.rpcUrl },
      ...(across !== undefined && { "42161": { rpcUrl: across.chain.rpcUrl } }),
      ...(hyperliquid !== undefined && { "999": { rpcUrl: hyperliquid.chain.rpcUrl } }),
    },
    redis: { url: redis.url, token: redis.token },
    qstash: qstashOf(scheduler),
    facilitatorUrl: facilitator.url,
    payTo,
    telegramUrl: messaging.url,
    venues: { "0x": venues["0x"].baseUrl, uniswap: venues.uniswap.baseUrl },
    vault,
    operator,
    stranger,
    payer,
    agent: { address: agentAddress(agentWalletSecret, vault) },
    tokens: chain.tokens,
  };
  if (options.stackFile !== undefined) cleanup.add(publishManifest(options.stackFile, manifest));
  return {
    baseUrl,
    manifest,
    chain,
    redis,
    scheduler,
    messaging,
    webhooks: parts.webhooks,
    venues,
    facilitator,
    ...(across !== undefined && { across }),
    ...(hyperliquid !== undefined && { hyperliquid }),
    ...(gmx !== undefined && { gmx }),
    ...(model !== undefined && { model }),
    pids: [...parts.partPids, worker.pid],
    workerVars: vars,
    processes,
    nowMs,
    advance,
    tick,
    workerExited: worker.exited,
    stop: cleanup.run,
  };
}

async function varsFor(
  {
    chain,
    across,
    gmx,
    hyperliquid,
    redis,
    scheduler,
    messaging,
    webhooks,
    venues,
    venueKeys,
    facilitator,
  }: StackParts,
  { payTo, ...own }: { baseUrl: string; agentWalletSecret: string; payTo: Address },
  interpose: NonNullable<StackOptions["interpose"]> = async (_name, url) => url,
): Promise<Record<string, string>> {
  return workerVars({
    ...own,
    chain,
    rpcUrl: await interpose("rpc", chain.rpcUrl),
    ...(across !== undefined && {
      across: {
        chain: across.chain,
        rpcUrl: await interpose("rpc-42161", across.chain.rpcUrl),
        url: await interpose("across", across.venue.baseUrl),
      },
    }),
    ...(hyperliquid !== undefined && {
      hyperliquid: {
        chain: hyperliquid.chain,
        rpcUrl: await interpose("rpc-999", hyperliquid.chain.rpcUrl),
        url: await interpose("hyperliquid", hyperliquid.url),
      },
    }),
    ...(gmx !== undefined && { gmxUrl: await interpose("gmx", gmx.baseUrl) }),
    redis: { url: await interpose("redis", redis.url), token: redis.token },
    qstash: { ...qstashOf(scheduler), url: await interpose("qstash", scheduler.url) },
    zerox: { url: await interpose("0x", venues["0x"].baseUrl), apiKey: venueKeys["0x"] },
    uniswap: { url: await interpose("uniswap", venues.uniswap.baseUrl), apiKey: venueKeys.uniswap },
    facilitator: { url: await interpose("facilitator", facilitator.url), payTo },
    telegram: {
      url: await interpose("telegram", messaging.url),
      botToken: `100000:${randomBytes(18).toString("base64url")}`,
      webhookSecret: randomBytes(16).toString("hex"),
      botName: "local_bot",
    },
    webhooks: { origin: webhooks.url, dnsUrl: webhooks.dnsUrl },
  });
}

function wholeSeconds(ms: number): number {
  return Math.max(0, Math.floor(ms / 1_000) * 1_000);
}

function qstashOf({
  url,
  token,
  currentSigningKey,
  nextSigningKey,
}: LocalScheduler): StackManifest["qstash"] {
  return { url, token, currentSigningKey, nextSigningKey };
}
