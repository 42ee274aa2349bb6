import { type Address, type Hex, toFunctionSelector, zeroAddress } from "viem";
import type { ChainId } from "../../../schemas/chains.ts";
import type { RpcCall, RpcOutcome } from "../../../src/chain/rpc-call.ts";
import { createIsolate } from "../../../src/create-isolate.ts";
import type { Deps } from "../../../src/deps.ts";
import { AppError } from "../../../src/errors.ts";
import type { Tables } from "../../../src/kinds/tables.ts";
import { smaller } from "../../../src/lib/integers.ts";
import { refuse } from "../../../src/lib/verdict.ts";
import { createReceiptPoller } from "../../../src/pipeline/receipt-poller.ts";
import { createKeys } from "../../../src/store/kernel/keys.ts";
import type { Script } from "../../../src/store/kernel/redis-port.ts";
import { createDraw } from "../../../src/wallet/derive-key.ts";
import { fakeApis } from "../../support/fake-apis.ts";
import { loadedModules } from "../../support/loaded-modules.ts";
import { silentHyperliquid } from "../../support/silent-hyperliquid.ts";
import { type Looks, tablesThatLook } from "../../support/tables-that-look.ts";
import { telegramOver } from "../../support/telegram-over.ts";
import { wholeAddresses } from "../../support/whole-addresses.ts";
import type { ChainState } from "../chain/chain-state.ts";
import { FIRST_PRICE } from "../chain/market.ts";
import { navOf, SUPPLY, UNIT } from "../chain/nav-of.ts";
import { readDeposit } from "../chain/read-deposit.ts";
import { createSimChain, type Mined, type SimChain } from "../chain/sim-chain.ts";
import { createSimWallet } from "../chain/sim-wallet.ts";
import type { SimRedis } from "../redis/create-sim-redis.ts";
import type { Fault, PortName } from "./fault.ts";
import { createFundsModel } from "./funds-model.ts";
import { isMet } from "./is-met.ts";
import { judgeFirstSend } from "./judge-first-send.ts";
import {
  type GivenGrant,
  judgeGrantPrepare,
  judgeGrantScript,
  OF_AGENT,
} from "./judge-grant-scripts.ts";
import { judgeLimitsPrepare, type LimitsInForce } from "./judge-limits-prepare.ts";
import { judgeTriggerFires } from "./judge-trigger-fires.ts";
import { keepVenuePrices } from "./keep-venue-prices.ts";
import { createLedger, type Ledger, type Prepared } from "./ledger.ts";
import type { Lie } from "./lie-of-node.ts";
import { loadedTables } from "./loaded-tables.ts";
import { createNavModel, type NavModel } from "./nav-model.ts";
import type { LimitPrice, Terms } from "./order-terms.ts";
import { PARTIES } from "./party.ts";
import { performRedis } from "./perform-redis.ts";
import type { AskedOperation } from "./run-operation.ts";
import { type Activity, createScheduler } from "./scheduler.ts";
import { createSimBridge } from "./sim-bridge.ts";
import { createSimMessenger } from "./sim-messenger.ts";
import type { createSimQueue } from "./sim-queue.ts";
import { createSimRpc } from "./sim-rpc.ts";
import { createSimVenue } from "./sim-venue.ts";
import { synchronousDigest } from "./synchronous-digest.ts";

synchronousDigest();

export type World = ReturnType<typeof createWorld>;
/** An order as it was asked for, by which what happens on chain is judged. */
export type AskedOrder = {
  vault: Address;
  operator: Address;
  id: number;
  side: "buy" | "sell";
  sliceCount: number;
  totalBase: bigint;
  sliceBase: bigint;
  autoExecute: boolean;
  /** When the store took it: one that forgot an order gives its number to another. */
  at: number;
  /** What was set of it beside that, first to last, the last one in force. Absent: nothing was. */
  terms?: Terms[];
  /** Whose firing created it; absent: its operator did. */
  by?: AskedTrigger;
  /** Slices that were skipped, with what each was. */
  skips: { at: number; amountBase: bigint }[];
};

/** A NAV sync as it was asked for. Its caps are base units of USDC. */
export type AskedSync = {
  vault: Address;
  operator: Address;
  id: number;
  perRunBase: bigint;
  perDayBase: bigint;
  at: number;
};

/** A trigger order as it was asked for: at or beyond so many base units of USDC for 1 WETH. */
export type AskedTrigger = {
  vault: Address;
  operator: Address;
  id: number;
  type: "limit" | "stop" | "take-profit";
  side: "buy" | "sell";
  buys: "WETH" | "USDC";
  totalBase: bigint;
  price: bigint;
  /** The same as the caller wrote it. */
  limit: LimitPrice;
  /** Slices of the TWAP order that it creates; undefined: one trade. */
  into: number | undefined;
  expiresMs: number | undefined;
  at: number;
};

type Options = {
  chainId: ChainId;
  startMs: number;
  genesis: ChainState;
  redis: SimRedis;
  /** What has happened before this world: left out where nothing has. */
  before?: Past;
  choices: readonly number[];
  hasMessenger: boolean;
  /** Whether the agents' signer gives other bytes each time it is asked. */
  neverRepeats?: boolean;
  /** With a queue: ticks then claim one order and publish the rest. */
  queue?:
    | ((given: Parameters<typeof createSimQueue>[1]) => ReturnType<typeof createSimQueue>)
    | undefined;
  /** A second chain, which is only read: nothing is ever sent there. */
  other?: { chainId: ChainId; genesis: ChainState } | undefined;
  /** Default: the service's own. */
  tables?: Tables;
  /** Venues that act on orders later: left out where nothing is ordered of them. */
  looksOf?:
    | ((given: {
        activity: Activity;
        scheduler: ReturnType<typeof createScheduler>;
        chain: SimChain;
        faultOf(activity: Activity, port: "venue"): Fault | undefined;
      }) => Looks)
    | undefined;
  /** Told everything that happens, for whoever looks into one history. */
  trace?: ((line: string) => void) | undefined;
};

/** Where a world goes on from: when, what was asked for, and how many calls and ids there were. */
export type Past = {
  nowMs: number;
  sequence: number;
  ids: number;
  orders: readonly AskedOrder[];
  syncs: readonly AskedSync[];
  limits: readonly LimitsInForce[];
  triggers: readonly AskedTrigger[];
  grants: readonly GivenGrant[];
  asked: ReadonlyMap<string, number>;
  reached: ReadonlySet<string>;
  venuePrices: readonly { at: number; price: bigint }[];
};

/**
 * Everything around the service in one process: store, chain, venue and time, with one order of
 * events. The service's own modules run unmodified on the `Deps` that `start` hands them.
 */
export function createWorld(options: Options) {
  const {
    chainId,
    startMs,
    genesis,
    redis: givenRedis,
    before,
    choices,
    hasMessenger,
    trace,
  } = options;
  const scheduler = createScheduler(before?.nowMs ?? startMs, choices, {
    sequence: before?.sequence ?? 0,
    trace,
  });
  const redis = givenRedis.fork({ nowMs: scheduler.nowMs });
  const chain = createSimChain(chainId, startMs, genesis);
  scheduler.onClock(chain.advance);
  chain.advance(scheduler.nowMs());
  const other =
    options.other && createSimChain(options.other.chainId, startMs, options.other.genesis);
  if (other !== undefined) scheduler.onClock(other.advance);
  other?.advance(scheduler.nowMs());
  const ledger = createLedger(scheduler.nowMs);
  const keys = createKeys("sx:");
  // Nobody moves a price there.
  const keepOther = (): void => {
    if (options.other !== undefined)
      keepVenuePrices(redis, keys, options.other.chainId, options.other.genesis.oraclePrice);
  };
  keepOther();
  const wallet = createSimWallet({ neverRepeats: options.neverRepeats ?? false });
  const isolate = createIsolate();
  /** Every other call of an agent meets this one. */
  const otherIsolate = createIsolate();
  const addresses = addressesOf(chainId);
  // A history changes what it was given of them.
  const orders: AskedOrder[] = (before?.orders ?? []).map((order) => ({
    ...order,
    ...(order.terms && { terms: [...order.terms] }),
    skips: [...order.skips],
  }));
  /** Of vaults, first to last. */
  const limits: LimitsInForce[] = [...(before?.limits ?? [])];
  /**
   * What follows for the models from a script that an activity runs, once it took effect: whether
   * or not there is an answer.
   */
  const effects = new Map<string, (at: number, answer: string) => void>();
  /**
   * The order that an attempt was written down for; undefined where its making was not answered.
   */
  const orderOf = ({ attemptId, vault, orderId, at }: Prepared): AskedOrder | undefined =>
    isOfSync(attemptId) || isOfTrigger(attemptId)
      ? undefined
      : orders.findLast((order) => order.vault === vault && order.id === orderId && order.at < at);
  const syncs: AskedSync[] = [...(before?.syncs ?? [])];
  /** The NAV sync likewise. */
  const syncOf = ({ attemptId, vault, orderId, at }: Prepared): AskedSync | undefined =>
    isOfSync(attemptId)
      ? syncs.findLast((sync) => sync.vault === vault && sync.id === orderId && sync.at < at)
      : undefined;
  const triggers: AskedTrigger[] = [...(before?.triggers ?? [])];
  const grants: GivenGrant[] = (before?.grants ?? []).map((grant) => ({ ...grant }));
  const triggerOf = ({ attemptId, vault, orderId, at }: Prepared): AskedTrigger | undefined =>
    isOfTrigger(attemptId)
      ? triggers.findLast(
          (trigger) => trigger.vault === vault && trigger.id === orderId && trigger.at < at,
        )
      : undefined;
  /** When an order's first slice was tried: the tick's time. */
  const firstTried = new Map<AskedOrder, number>();
  /**
   * Vault -> agent, of which something ran again that the store had forgotten before it was mined.
   */
  const ranAgain = new Map<string, string>();
  /** How often an order was asked for, by vault: whether or not there was an answer. */
  const asked = new Map<string, number>(before?.asked);
  /** What operators in confirm mode were shown, and said to it. */
  const operations: AskedOperation[] = [];
  /** What this history reached: states, faults, events. */
  const reached = new Set<string>(before?.reached);
  const activities: Activity[] = [];
  /** What agents' selectors looked like when an activity last read them. */
  const seenSelectors = new Map<string, readonly Hex[]>();
  const seenOwners = new Map<string, string>();
  const nav = createNavModel();
  /** What venues gave for WETH, from when on. */
  const venuePrices = [...(before?.venuePrices ?? [{ at: 0, price: FIRST_PRICE }])];
  /**
   * What single nodes lied about. Never excused: two successes for a slice, more than the total,
   * calldata or a minimum that was not asked for, a second terminal entry, anything said to be told
   * that was not. Excused are figures that nobody else could have known: amounts and losses read
   * from a receipt without its logs, the NAV high and the losses that follow from a false NAV, an
   * alarm that a false count of transactions raised twice.
   */
  const lies = new Set<Lie>();
  const funds = createFundsModel({
    ...{ reached, chain, ledger, orders, orderOf },
    isBlurred: () =>
      forgotAt !== undefined ||
      takenBack.size > 0 ||
      lies.has("no logs") ||
      lies.has("other receipt"),
    newestEvent: (vault) => {
      const events = redis.read(keys.events(vault));
      return Array.isArray(events) ? events[0] : undefined;
    },
    isActive: ({ vault, id }) => {
      const { json = "{}" } = Object(redis.read(keys.order(vault, id)) ?? {}) as { json?: string };
      return (JSON.parse(json) as { active?: boolean }).active === true;
    },
  });
  /**
   * How the chain was when an activity was last told of a vault's NAV: at its build, and right
   * before it sends.
   */
  const measured = new Map<string, Measured>();
  /** How the chain was when an activity was told the oracle's price of a vault. */
  const oracleSeen = new Map<string, OracleSight[]>();
  let ids = before?.ids ?? 0;
  let withFaults = true;
  let keepsPast = false;
  let forgotAt: number | undefined;
  const lostWindows: { from: number; to: number }[] = [];
  const past: { atMs: number; at: number; snapshot: ReturnType<SimRedis["snapshot"]> }[] = [];

  /** Whether what took effect then may be among what was lost. */
  const mayHaveForgotten = (at: number): boolean =>
    lostWindows.some(({ from, to }) => from <= at && at <= to);

  const faultOf = (activity: Activity, port: PortName): Fault | undefined => {
    const nth = activity.counts[port];
    const point = activity.points;
    activity.counts[port] += 1;
    activity.points += 1;
    if (!withFaults) return undefined;
    const fault = activity.faults.find(
      (one) => one.nth === (one.port === "any" ? point : nth) && [port, "any"].includes(one.port),
    );
    if (fault !== undefined) {
      reached.add(`fault: ${port} ${fault.kind}`);
      trace?.(`    FAULT ${fault.kind} ${fault.amount}`);
    }
    return fault;
  };

  /**
   * Attempts that a reorg took out of their block, and how deep that block was, itself included.
   */
  const takenBack = new Map<string, number>();
  const runScript = (
    activity: Activity,
    script: Script,
    scriptKeys: string[],
    args: string[],
    sentMs: number,
  ): Promise<unknown> => {
    const at = scheduler.sequence();
    if (keepsPast) past.push({ atMs: scheduler.nowMs(), at, snapshot: redis.snapshot() });
    // The same command again is answered from memory: its effect was the first time.
    const isRepeat =
      redis.read(scriptKeys[0] ?? "") !== undefined && scriptKeys[0]?.includes("request:");
    if (!isRepeat && !activity.firstEffects.has(script.name))
      activity.firstEffects.set(script.name, at);
    try {
      const answer = redis.run(script, scriptKeys, args);
      if (!isRepeat && script.name === "settle-watched") {
        for (const id of (JSON.parse(args[0] ?? "") as { done: string[] }).done) {
          const hashes = [...ledger.byHash]
            .filter(([, one]) => one.attemptId === id)
            .map(([hash]) => hash);
          const mined = chain.canonical().find(({ tx }) => hashes.includes(tx.hash));
          const depth = mined === undefined ? 0 : chain.head() - mined.block + 1;
          if (depth < 64 && !takenBack.has(id))
            ledger.violate(`${id} is no longer watched, ${depth} blocks deep`);
        }
      }
      if (!isRepeat)
        for (const text of judgeGrantScript({
          grants,
          ledger,
          activity,
          script,
          input: args[0] ?? "",
          answer: String(answer),
          at,
        }))
          ledger.violate(text);
      if (!isRepeat) {
        const opened = ledger.script(activity, script.name, args[0] ?? "", String(answer), at);
        if (script.name === "finish-slice" || script.name === "close-attempt")
          noteMoved({ nav, ledger }, args[0] ?? "", String(answer), at);
        if (opened !== undefined) {
          const { vault } = opened;
          const { built, least } = measured.get(`${activity.id}/${vault}`) ?? {};
          opened.built = built;
          funds.opened(activity, opened);
          const order = orderOf(opened);
          if (order !== undefined && !firstTried.has(order))
            firstTried.set(order, activity.startedMs);
          for (const text of judgeLimitsPrepare({
            chain,
            ledger,
            redis,
            keys,
            limits,
            reached,
            opened,
          }))
            ledger.violate(`${text} (${opened.attemptId})`);
          for (const text of judgeGrantPrepare({
            chain,
            ledger,
            redis,
            keys,
            grants,
            reached,
            opened,
            sentMs,
          }))
            ledger.violate(`${text} (${opened.attemptId})`);
          const trigger = triggerOf(opened);
          if (trigger !== undefined)
            for (const text of judgeTriggerFires({
              ...{ chain, trigger, opened },
              sights: sightsOf(activity, opened.vault, sentMs),
            }))
              ledger.violate(`${text} (${opened.attemptId})`);
          const units = [built?.state, chain.stateAt(chain.head())].flatMap((state) =>
            state === undefined ? [] : [navOf(chainId, state, vault as Address).unit],
          );
          const { nav: kept } = JSON.parse(args[0] ?? "") as { nav?: unknown };
          opened.isHighLeftOut = kept === undefined;
          opened.venuePrices = venuePrices
            .filter(
              (_, index) =>
                index === venuePrices.length - 1 ||
                (venuePrices[index + 1]?.at ?? 0) > activity.startedAt,
            )
            .map(({ price }) => price);
          if (kept !== undefined)
            // By the clock of who sent it, which is the script's (decision D41).
            nav.note({
              vault,
              unit: units.reduce(smaller, least ?? units[0] ?? 0n),
              atMs: sentMs,
              at,
            });
          else reached.add("nav: the high was left out");
          const oracles = [built?.state, chain.stateAt(chain.head())].flatMap(
            (state) => state?.oraclePrice ?? [],
          );
          const isApart = oracles.some((oracle) =>
            opened.venuePrices?.some((price) => !isTogether(oracle, price)),
          );
          if (opened.grant !== undefined && kept !== undefined)
            ledger.violate(`${opened.attemptId} is an agent's, and was written down with a NAV`);
          if (
            opened.grant === undefined &&
            kept === undefined &&
            !isApart &&
            activity.faults.length === 0 &&
            lies.size === 0
          )
            ledger.violate(
              `${opened.attemptId} was written down without its NAV, although no price was moved`,
            );
        }
      }
      if (script.name === "finish-slice" && !isRepeat && String(answer).includes('"ok":true')) {
        const { vault, id } = JSON.parse(args[0] ?? "") as { vault: string; id: number };
        const order = orders.findLast((one) => one.vault === vault && one.id === id && one.at < at);
        if (order !== undefined && !firstTried.has(order))
          firstTried.set(order, activity.startedMs);
      }
      if (!isRepeat && script.name === "note-short")
        funds.noted(activity, args[0] ?? "", String(answer), at);
      if (!isRepeat && script.name === "become-order" && String(answer).includes('"ok":true'))
        noteOrdered(activity, args[0] ?? "", String(answer), at, sentMs);
      if (!isRepeat && !/"(?:ok|changed)":false/.test(String(answer)))
        effects.get(`${activity.id}/${script.name}`)?.(at, String(answer));
      noteStates(reached, script.name, args[0] ?? "", String(answer));
      trace?.(`    ${script.name} -> ${String(answer).slice(0, 200)}`);
      return Promise.resolve(answer);
    } catch (error) {
      ledger.violate(
        `script ${script.name} stopped: ${redis.scriptErrors().at(-1) ?? String(error)}`,
      );
      return Promise.reject(
        error instanceof AppError
          ? error
          : new AppError("store_unavailable", "store", { cause: error }),
      );
    }
  };

  const sightsOf = ({ id }: Activity, vault: string, nowMs: number): OracleSight[] =>
    (oracleSeen.get(`${id}/${vault}`) ?? []).filter(
      ({ atMs }) => atMs <= nowMs && nowMs - atMs <= FRESH_MS,
    );

  /**
   * A trigger order has created a TWAP order: it is judged as one that was asked for. What was seen
   * counts by the time at which the request was sent: a network may keep it for minutes, and a
   * script knows no clock but its sender's (decision D41).
   */
  const noteOrdered = (
    activity: Activity,
    input: string,
    answer: string,
    at: number,
    sentMs: number,
  ): void => {
    const { vault, id } = JSON.parse(input) as { vault: string; id: number };
    const trigger = triggers.findLast((one) => one.vault === vault && one.id === id && one.at < at);
    if (trigger === undefined) return;
    const nowMs = scheduler.nowMs();
    // A run that was held up may fire on what it saw before, where that still is so.
    const sights = [...sightsOf(activity, vault, sentMs), { state: chain.stateAt(chain.head()) }];
    const say = (text: string) =>
      ledger.violate(`trigger order ${id} of ${vault.slice(0, 6)} ${text}`);
    if (!sights.some(({ state }) => isMet(trigger, state)))
      say("created an order, and its price was not met");
    if (trigger.expiresMs !== undefined && sentMs >= trigger.expiresMs)
      say("created an order after its end");
    if (trigger.into === undefined) {
      say("created an order, and was to trade itself");
      return;
    }
    asked.set(vault, (asked.get(vault) ?? 0) + 1);
    const slices = BigInt(trigger.into);
    const isOfWeth = (trigger.side === "buy") === (trigger.buys === "WETH");
    const unit = isOfWeth ? 10n ** 12n : 1n;
    orders.push({
      vault: trigger.vault,
      operator: trigger.operator,
      id: (JSON.parse(answer) as { id: number }).id,
      side: trigger.side,
      sliceCount: trigger.into,
      totalBase: trigger.totalBase,
      sliceBase: (trigger.totalBase / unit / slices) * unit,
      autoExecute: true,
      at,
      by: trigger,
      // Its slices are held to the price of a limit as well.
      ...(trigger.type === "limit" && {
        terms: [{ ...NO_TERMS, at, atMs: nowMs, limit: trigger.limit, slices: trigger.into }],
      }),
      skips: [],
    });
  };

  const redisPort = (activity: Activity): Deps["redis"] => ({
    run: (script, scriptKeys, args) =>
      new Promise((resolve, reject) => {
        const sentMs = scheduler.nowMs();
        scheduler.wait({
          activity,
          port: "redis",
          label: script.name,
          notBeforeMs: 0,
          perform: () =>
            performRedis({
              activity,
              fault: faultOf(activity, "redis"),
              run: () => runScript(activity, script, scriptKeys, args, sentMs),
              answer: (work) => void work.then(resolve, reject),
              later: (ms, perform, survives) =>
                scheduler.wait({
                  activity: survives ? { ...activity, dead: false } : activity,
                  port: "sleep",
                  label: "network",
                  notBeforeMs: scheduler.nowMs() + ms,
                  perform,
                }),
            }),
        });
      }),
  });

  const queue = options.queue?.({
    scheduler,
    reached,
    violate: ledger.violate,
    hasForgotten: () => forgotAt !== undefined,
    faultOf,
    start: (...args) => start(...args),
  });

  const depsOf = (activity: Activity): Deps => {
    const rpc = createSimRpc({
      chain,
      activity,
      scheduler,
      faultOf,
      onRead: (reader, call, outcome, at) => {
        noteRead({ seenSelectors, seenOwners }, reader, call, outcome);
        if (outcome.ok) funds.read(reader, call, outcome.value);
        noteNav({ measured, nav, chain }, reader, call, at);
        noteOracle({ oracleSeen, chain, nowMs: scheduler.nowMs() }, reader, call, at);
      },
      onLie: (_, lie) => {
        lies.add(lie);
        reached.add(`a node lied: ${lie}`);
      },
      onSend: (sender, raw) => {
        trace?.(
          "    to a node: " +
            `${JSON.stringify(ledger.byHash.get(ledger.read(raw).tx.hash)?.attemptId)} ` +
            `${ledger.read(raw).tx.hash}`,
        );
        judgeFirstSend({
          world: {
            ledger,
            orderOf,
            syncOf,
            other,
            takenBack,
            wallet,
            seenSelectors,
            seenOwners,
            chain,
            mayHaveForgotten,
            reached,
            nav,
            measured,
            lies,
            redis,
            keys,
            nowMs: scheduler.nowMs,
          },
          activity: sender,
          raw,
          at: scheduler.sequence(),
        });
      },
    });
    const sleep = (ms: number): Promise<void> =>
      new Promise((resolve) => {
        const perform = () => {
          const fault = faultOf(activity, "sleep");
          if (fault !== undefined) activity.dead = true;
          else resolve();
        };
        scheduler.wait({
          activity,
          port: "sleep",
          label: "sleep",
          notBeforeMs: scheduler.nowMs() + ms,
          perform,
        });
      });
    const ofOther =
      other &&
      createSimRpc({
        ...{
          chain: other,
          activity,
          scheduler,
          faultOf,
          onRead: () => undefined,
          onLie: () => undefined,
        },
        onSend: () => ledger.violate("something was sent to the chain that is only read"),
      });
    const receipts = createReceiptPoller({
      chainId,
      rpc,
      clock: { nowMs: scheduler.nowMs },
      sleep,
    });
    return {
      env: {
        PRODUCT_NAME: "Sextant",
        rpcUrls: rpcUrlsOf([chain, other]),
        addressOverrides: {},
        prices: {},
      } as Deps["env"],
      clock: { nowMs: scheduler.nowMs },
      log: (event, fields) => {
        trace?.(`    log ${event} ${JSON.stringify(fields)}`);
        noteLog(reached, ledger.violate, event, fields);
      },
      newId: () => {
        ids += 1;
        return `id-${ids}`;
      },
      randomBytes: unused("random bytes") as Deps["randomBytes"],
      draw: createDraw("22".repeat(32)),
      sleep,
      defer: (name, work) =>
        void work.catch((error: unknown) =>
          noteLog(reached, ledger.violate, "deferred_work_failed", { name, cause: String(error) }),
        ),
      // Who signed is not the simulator's subject: every signature it is shown is good.
      caches: {
        ...(activity.name.startsWith(OF_AGENT) && activity.id % 2 === 1 ? otherIsolate : isolate)
          .caches,
        signatures: { get: () => "plain", set: () => undefined },
      },
      redis: redisPort(activity),
      keys,
      wallet,
      receiptSigner: unused("receipts") as Deps["receiptSigner"],
      facilitator: unused("facilitator") as Deps["facilitator"],
      chain: (wanted) => {
        if (wanted === other?.chainId && ofOther !== undefined)
          return { chainId: wanted, addresses: addressesOf(wanted), rpc: ofOther, receipts };
        if (wanted !== chainId) throw new AppError("not_configured", "No such chain here.");
        return { chainId, addresses, rpc, receipts };
      },
      venue: (id) =>
        createSimVenue({
          id,
          activity,
          scheduler,
          target:
            id === "0x" ? addresses.allowanceHolder : (addresses.universalRouter ?? zeroAddress),
          price: () => chain.stateAt(chain.head()).poolPrice,
          faultOf,
        }),
      api: fakeApis({
        across: createSimBridge({
          activity,
          scheduler,
          spokePool: addresses.acrossSpokePool,
          faultOf,
        }),
        hyperliquid: silentHyperliquid,
        gmx: { snapshot: async () => refuse("venue_unavailable", "No venue.") },
      }),
      modules: loadedModules,
      channels: telegramOver(
        hasMessenger ? createSimMessenger({ activity, scheduler, ledger, faultOf }) : undefined,
      ),
      webhooks: unused("webhooks") as Deps["webhooks"],
      sealer: unused("a sealer") as Deps["sealer"],
      publisher: queue?.publisherOf(activity),
      model: undefined,
      subrequests: () => 0,
      localClock: undefined,
      routes: [],
      tables: tablesThatLook(
        options.looksOf?.({ activity, scheduler, chain, faultOf }) ??
          (unused("orders at venues") as Looks),
        options.tables ?? loadedTables,
      ),
    };
  };

  /** Runs `work` as an activity of its own; it goes on when the scheduler lets it. */
  const start = (
    name: string,
    faults: readonly Fault[],
    work: (deps: Deps) => Promise<unknown>,
  ): Started => {
    const activity: Activity = {
      id: activities.length,
      name,
      startedMs: scheduler.nowMs(),
      startedAt: scheduler.sequence(),
      faults,
      counts: { redis: 0, rpc: 0, send: 0, venue: 0, messenger: 0, queue: 0, sleep: 0 },
      points: 0,
      dead: false,
      done: false,
      firstEffects: new Map(),
    };
    activities.push(activity);
    const started: Started = { activity, ended: undefined };
    work(depsOf(activity)).then(
      (value) => {
        activity.done = true;
        funds.ended(activity);
        started.ended = { ok: true, value, at: scheduler.sequence() };
        started.onEnd?.(started.ended);
      },
      (error: unknown) => {
        activity.done = true;
        started.ended = { ok: false, error, at: scheduler.sequence() };
        started.onEnd?.(started.ended);
      },
    );
    return started;
  };

  /** What the chain took back although it had its confirmations, by order. */
  const deep = new Set<string>();
  return {
    chainId,
    /** What the next world may go on from, when nothing is under way. */
    past: (): Past => ({
      venuePrices,
      nowMs: scheduler.nowMs(),
      sequence: scheduler.sequence(),
      ids,
      orders,
      syncs,
      limits,
      triggers,
      grants,
      asked,
      reached,
    }),
    /** Of what a reorg took away, whatever the service had counted as final (or was about to). */
    noteDeep: (gone: readonly Mined[]): void => {
      // Somebody may have read its receipt already, and write that down later.
      const isBusy = activities.some(({ done, dead }) => !done && !dead);
      for (const { tx, block } of gone) {
        const attempt = ledger.byHash.get(tx.hash);
        if (attempt === undefined) continue;
        // The head that stands now is one above the one that was.
        const depth = Math.max(chain.head() - block, takenBack.get(attempt.attemptId) ?? 0);
        takenBack.set(attempt.attemptId, depth);
        const record = redis.read(keys.attempt(attempt.attemptId));
        const status =
          record !== undefined && "status" in Object(record)
            ? Reflect.get(Object(record), "status")
            : "";
        if (!isBusy && (status === "prepared" || status === "sent")) continue;
        deep.add(`${attempt.vault}:${attempt.orderId}`);
        reached.add("chain: reorg deeper than the confirmations");
      }
    },
    takenBack,
    /**
     * What the service found taken back counts too: its outcome may have been written after the
     * reorg, by a command still on its way.
     */
    lostByDeepReorg: (vault: string, id: number): boolean =>
      deep.has(`${vault}:${id}`) ||
      [...ledger.deepReorgs.keys()].some((attemptId) => {
        const attempt = ledger.attempts.get(attemptId);
        return attempt?.vault === vault && attempt.orderId === id;
      }),
    scheduler,
    trace,
    hasMessenger,
    redis,
    chain,
    ledger,
    keys,
    wallet,
    other,
    orders,
    orderOf,
    syncs,
    syncOf,
    limits,
    triggers,
    triggerOf,
    grants,
    /** Whom an activity was last told to own a vault. */
    ownerSeen: ({ id }: Activity, vault: string): string | undefined =>
      seenOwners.get(`${id}/${vault}`),
    /**
     * `apply` is called when that script of the activity took effect, with the ledger's sequence
     * and its answer.
     */
    onEffect: (
      { id }: Activity,
      script: string,
      apply: (at: number, answer: string) => void,
    ): void => {
      effects.set(`${id}/${script}`, apply);
    },
    ranAgain,
    firstTried,
    lies,
    shortages: funds.tellings,
    asked,
    operations,
    reached,
    activities,
    nav,
    venuePrices,
    setFaults: (on: boolean): void => {
      withFaults = on;
    },
    keepPast: (): void => {
      keepsPast = true;
    },
    /**
     * Whether the store lost something: what was acknowledged then is no longer known, only the
     * chain is (decision D32).
     */
    hasForgotten: (): boolean => forgotAt !== undefined,
    mayHaveForgotten,
    /**
     * Who lifts the freeze that followed accepts the chain as it stands, and what then runs again.
     */
    acceptedWhatWasForgotten: (vault: string): boolean =>
      forgotAt !== undefined && ledger.unfrozenSince(vault, forgotAt),
    /**
     * The store goes back to what it held `ms` ago, as a server without its last second of data
     * does.
     */
    losePast: (ms: number): boolean => {
      const before = past.find(({ atMs }) => atMs > scheduler.nowMs() - ms);
      if (before === undefined) return false;
      redis.restore(before.snapshot);
      keepVenuePrices(redis, keys, chainId, venuePrices.at(-1)?.price ?? FIRST_PRICE);
      keepOther();
      forgotAt = scheduler.sequence();
      lostWindows.push({ from: before.at, to: forgotAt });
      ledger.forget(mayHaveForgotten);
      nav.forget(mayHaveForgotten);
      const isKept = ({ at }: { at: number }) => !mayHaveForgotten(at);
      limits.splice(0, limits.length, ...limits.filter(isKept));
      for (const grant of grants)
        if (grant.endedAt !== undefined && !isKept({ at: grant.endedAt })) delete grant.endedAt;
      for (const order of orders) {
        if (order.terms)
          order.terms = order.terms.filter((terms, index) => index === 0 || isKept(terms));
        order.skips = order.skips.filter(isKept);
      }
      past.splice(past.indexOf(before));
      return true;
    },
    start,
    queue,
    /** Orders of a tick's own claim: the service's own limit where it is left out. */
    tickBatch: queue === undefined ? undefined : 1,
  };
}

/** How an activity ended, and when: what it answered is known to its caller from then on. */
export type Ended =
  | { ok: true; value: unknown; at: number }
  | { ok: false; error: unknown; at: number };
export type Started = {
  activity: Activity;
  ended: Ended | undefined;
  onEnd?: (ended: Ended) => void;
};

const ADDRESSES = new Map<ChainId, ReturnType<typeof wholeAddresses>>();
function addressesOf(chainId: ChainId) {
  const known = ADDRESSES.get(chainId) ?? wholeAddresses(chainId);
  ADDRESSES.set(chainId, known);
  return known;
}

const rpcUrlsOf = (chains: readonly (SimChain | undefined)[]): Deps["env"]["rpcUrls"] =>
  Object.fromEntries(
    chains.flatMap((chain) => (chain === undefined ? [] : [[chain.chainId, ["http://node"]]])),
  );

const unused = (name: string) =>
  new Proxy(
    {},
    {
      get: () => {
        throw new Error(`${name} is no part of the simulated world`);
      },
    },
  );

const isOfSync = (attemptId: string): boolean => attemptId.startsWith("nav_sync:");
const isOfTrigger = (attemptId: string): boolean => attemptId.startsWith("trigger:");

type Seen = { seenSelectors: Map<string, readonly Hex[]>; seenOwners: Map<string, string> };

/** What an activity was told of a vault's owner and its agent's selectors. */
function noteRead(
  { seenSelectors, seenOwners }: Seen,
  activity: Activity,
  call: RpcCall<unknown>,
  outcome: RpcOutcome<unknown>,
): void {
  if (call.method !== "eth_call" || !outcome.ok) return;
  const { to, data } = call.params[0] as { to: string; data: string };
  const seenBy = `${activity.id}/${to.toLowerCase()}`;
  if (data === OWNER) seenOwners.set(seenBy, String(outcome.value).toLowerCase());
  else if (data.startsWith(GET_SELECTORS) && Array.isArray(outcome.value))
    seenSelectors.set(seenBy, outcome.value as Hex[]);
}
/** Within four fifths of the Swap Shield's usual tolerance of 5%, so that no rounding decides. */
const isTogether = (oracle: bigint, venue: bigint): boolean =>
  (oracle > venue ? oracle - venue : venue - oracle) * 100n <= 4n * venue;

/** The chain at a block, as a node showed it. */
export type Sight = { state: ChainState; block: number };
/** By what an activity was told of a vault's NAV. */
export type Measured = {
  built?: Sight;
  looked?: Sight;
  /**
   * A run of a NAV sync names several blocks, of which its build is one: the least NAV per unit of
   * them.
   */
  least?: bigint;
};

/**
 * A build names the block in which it runs the call; the look before a broadcast is at the head.
 * What only compares NAVs runs none.
 */
function noteNav(
  { measured, nav, chain }: { measured: Map<string, Measured>; nav: NavModel; chain: SimChain },
  activity: Activity,
  call: RpcCall<unknown>,
  lag: number,
): void {
  if (call.method !== "eth_call") return;
  const [{ to, data }, tag] = call.params as [{ to: string; data: string }, string];
  if (data !== NAV && !data.startsWith(MULTICALL)) return;
  const vault = to.toLowerCase() as Address;
  const head = chain.head() - lag;
  const block = tag.startsWith("0x") ? Math.min(Number(tag), head) : head;
  const state = chain.stateAt(block);
  nav.told(vault, navOf(chain.chainId, state, vault).unit);
  const key = `${activity.id}/${vault}`;
  const known = measured.get(key);
  const { unit } = navOf(chain.chainId, state, vault);
  const least = tag.startsWith("0x") ? smaller(unit, known?.least ?? unit) : known?.least;
  const sight = { state, block };
  measured.set(key, {
    ...known,
    ...(least !== undefined && { least }),
    ...(tag.startsWith("0x") ? data.startsWith(MULTICALL) && { built: sight } : { looked: sight }),
  });
}
const NO_TERMS = {
  intervalMs: 5 * 60_000,
  startMs: undefined,
  expiresMs: undefined,
  mostWei: undefined,
  random: { size: 0n, time: 0n },
  catchUp: false,
};

/** A price that was told, of the block that was named, or of the node's head. */
function noteOracle(
  {
    oracleSeen,
    chain,
    nowMs,
  }: { oracleSeen: Map<string, OracleSight[]>; chain: SimChain; nowMs: number },
  activity: Activity,
  call: RpcCall<unknown>,
  lag: number,
): void {
  if (call.method !== "eth_call") return;
  const [{ to, data }, tag] = call.params as [{ to: string; data: string }, string];
  if (!data.includes(CONVERT.slice(2))) return;
  const head = chain.head() - lag;
  const state = chain.stateAt(tag.startsWith("0x") ? Math.min(Number(tag), head) : head);
  // Of a vault by itself, or of several through Multicall3.
  for (const { vault } of PARTIES) {
    if (to.toLowerCase() !== vault && !data.includes(vault.slice(2))) continue;
    const key = `${activity.id}/${vault}`;
    oracleSeen.set(key, [...(oracleSeen.get(key) ?? []), { state, atMs: nowMs }]);
  }
}
type OracleSight = { state: ChainState; atMs: number };
/** A price that was seen longer ago decides nothing any more. */
const FRESH_MS = 60_000;
const CONVERT = toFunctionSelector("function convertTokenAmount(address,int256,address)");

/**
 * What a sync took to the other chain is no fall below the high of the day, from when its outcome
 * was written down.
 */
function noteMoved(
  { nav, ledger }: { nav: NavModel; ledger: Ledger },
  input: string,
  answer: string,
  at: number,
): void {
  const { attempt } = JSON.parse(input) as { attempt?: { id: string; status: string } };
  const prepared = ledger.attempts.get(attempt?.id ?? "");
  const deposit = prepared && readDeposit(prepared.data as Hex);
  if (deposit === undefined || attempt?.status !== "confirmed") return;
  if (!answer.includes('"ok":true') || answer.includes('"repeated":true')) return;
  nav.moved({
    vault: prepared?.vault ?? "",
    perUnit: (deposit.inputAmountBase * UNIT) / SUPPLY,
    at,
  });
}

const NAV = toFunctionSelector("function updateUnitaryValue()");
const MULTICALL = toFunctionSelector("function multicall(bytes[])");

/** docs/facts/vault-contracts.md 2. */
const OWNER = toFunctionSelector("function owner()");
const GET_SELECTORS = toFunctionSelector("function getDelegatedSelectors(address)");

const HAS_ONE = "create-order: its operator has one already";

/** Statuses of orders and attempts that the store's answers show. */
function noteStates(reached: Set<string>, name: string, input: string, answer: string): void {
  for (const text of [input, answer]) {
    for (const [, status] of text.matchAll(/\\"status\\":\\"([a-z_]+)\\"/g))
      reached.add(`status: ${status}`);
    for (const [, status] of text.matchAll(/"status":"([a-z_]+)"/g))
      reached.add(`status: ${status}`);
  }
  for (const [, code] of answer.matchAll(/"code":"([a-z_]+)"/g)) reached.add(`${name}: ${code}`);
  // Counted over all chains: its operator has one already, wherever it was created.
  if (name === "create-order" && answer.includes('"vault_limit"') && input.includes('"chains":['))
    reached.add(HAS_ONE);
  if (name === "record-waiting" && answer.includes('"changed":true'))
    reached.add(`waits: ${(JSON.parse(input) as { waiting: { reason: string } }).waiting.reason}`);
}

/** An error that no design foresees is a violation: it would stop an order without a word. */
function noteLog(
  reached: Set<string>,
  violate: (text: string) => void,
  event: string,
  fields: Record<string, unknown> = {},
): void {
  reached.add(
    event === "history_lost" && fields.frozen === false
      ? "log: history_lost was doubted"
      : `log: ${event}`,
  );
  const cause = String(fields.cause ?? "");
  if (event === "record_unreadable") violate(`a record became unreadable: ${String(fields.name)}`);
  if (
    (event === "slice_error" || event === "deferred_work_failed") &&
    !cause.includes("storage did not answer")
  )
    violate(`${event}: ${cause}`);
}
