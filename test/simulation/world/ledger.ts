import * as z from "zod";
import { readSwap } from "../chain/read-swap.ts";
import { readTransaction, type SimTransaction } from "../chain/read-transaction.ts";
import type { Sight } from "./create-world.ts";
import type { Activity } from "./scheduler.ts";

/** What an attempt is, as it was written down before anything of it was sent. */
export type Prepared = {
  attemptId: string;
  vault: string;
  chainId: number;
  agent: string;
  operator: string;
  nonce: number;
  orderId: number | undefined;
  sliceNumber: number | undefined;
  /** By which an agent called. */
  grant: string | undefined;
  data: string;
  hashes: Set<string>;
  freeing: Set<string>;
  /**
   * What the budget was told to hold for it, first to last: by its build, and by looks that found
   * more. Empty: it moves nothing.
   */
  holds: { lossPpb: number; floorPpb: number; at: number }[];
  /** What the oracle said of its swap then. */
  valued: z.infer<typeof valuedSwap> | undefined;
  /** When it was written down, and the chain as its build saw it. */
  at: number;
  atMs: number;
  /** The activity that wrote it down. */
  by: number;
  /**
   * Its caller's clock when it was signed: the store judges by that clock, however long the command
   * is under way.
   */
  signedMs: number;
  built?: Sight | undefined;
  /**
   * A price that a tenth of its vault's NAV hangs on was apart from its venue's: the 24-hour high
   * did not count.
   */
  isHighLeftOut?: boolean;
  /**
   * What venues gave for WETH, in USDC base units, between the activity's first step and its
   * intent.
   */
  venuePrices?: readonly bigint[];
};

/**
 * An operator's stop that was acknowledged: nothing of what it covers may reach a node for the
 * first time after it.
 */
export type Stop = {
  kind: string;
  vault: string;
  chainId: number | undefined;
  orderId: number | undefined;
  /** The only method that it takes from the agent; left out where it stops them all. */
  selector?: string | undefined;
  /** When it took effect in the store, and when its answer was there. */
  effectAt: number;
  ackAt: number;
  /** Hashes that its answer named as possibly out. Undefined: the answer has no such list. */
  named: ReadonlySet<string> | undefined;
};

/** What ended stops: a resume, an unfreeze, a new confirmation. */
type Lift = {
  kind: "pause" | "freeze" | "revoke";
  vault: string;
  orderId: number | undefined;
  at: number;
  atMs: number;
};
/**
 * A failed slice as its operator is told of it. A message names method and size of its call; the
 * whole of it is behind Details.
 */
export type ToldFailure = {
  vault: string;
  orderId: number;
  sliceNumber: number;
  consecutiveFailures: number;
  debugCall: { data: string | null };
};
/** Lua writes an empty list as an empty object. */
const failuresIn = (answer: string): ToldFailure[] => {
  const { chats } = JSON.parse(answer) as {
    chats: { items: { card?: string; payload: string }[] }[];
  };
  return Object.values(chats)
    .flatMap(({ items }) => Object.values(items))
    .filter(({ card }) => card !== "looks")
    .map(({ payload }) => JSON.parse(payload) as ToldFailure & { kind: string })
    .filter(({ kind }) => kind === "slice_failed");
};

const LIFTS: Record<string, Lift["kind"]> = {
  "resume-order": "pause",
  "unfreeze-vault": "freeze",
  "save-delegation": "revoke",
};

type SystemFreeze = {
  vault: string;
  attemptId?: string;
  alarm?: { id: string };
  audit: { content: string };
};

export type Ledger = ReturnType<typeof createLedger>;

const lossInput = z.object({ lossPpb: z.number(), lossFloorPpb: z.number().default(0) });
const prepareInput = z.object({ json: z.string() });
const raiseInput = lossInput.extend({ attempt: z.object({ id: z.string() }) });
const integer = z.string().transform(BigInt);
const valuedSwap = z.object({
  amountOutBase: integer,
  maxInBase: integer,
  valuation: z.object({
    maxInValueBase: integer,
    amountOutValueBase: integer,
    netTotalValueBase: integer,
  }),
});
const attemptJson = z.object({
  createdAt: z.int(),
  id: z.string(),
  vault: z.string(),
  chainId: z.number(),
  agent: z.string(),
  operator: z.string(),
  nonce: z.number(),
  orderId: z.number().optional(),
  sliceNumber: z.number().optional(),
  grant: z.string().optional(),
  data: z.string(),
  hashes: z.array(z.string()),
});

/**
 * What an observer at the ports has seen, in order: intents written, hashes allowed, bytes that
 * reached a node, stops that were acknowledged. Violations of what must hold at every step are
 * found here, as they happen.
 */
export function createLedger(nowMs: () => number) {
  const attempts = new Map<string, Prepared>();
  const byHash = new Map<string, Prepared>();
  const offered = new Map<
    string,
    { tx: SimTransaction; at: number; atMs: number; activity: Activity }
  >();
  /** When an activity was allowed by the store to send a hash: `activity/hash` -> sequence. */
  const allowed = new Map<string, number>();
  const stops: Stop[] = [];
  /**
   * Attempts of which the service found that the chain took them back, and when; those it no longer
   * watches.
   */
  const deepReorgs = new Map<string, number>();
  const unwatched = new Map<string, number>();
  /** Of those found: whose call the chain has after all, or may still have. */
  const happenedAfterAll = new Map<string, number>();
  /** Notification id -> when its delivery was written down. */
  const notifications = new Map<string, number | undefined>();
  const messages: {
    chatId: string;
    html: string;
    takenAt: number;
    failures: readonly ToldFailure[];
  }[] = [];
  /**
   * When an activity last took notifications out of the store, and the failed slices among them.
   */
  const took = new Map<number, { at: number; failures: readonly ToldFailure[] }>();
  let lifts: Lift[] = [];
  /**
   * When a hash was written down; those that the store then lost, written down again or not: they
   * may have been out by then.
   */
  const addedAt = new Map<string, number>();
  const forgottenHashes = new Set<string>();
  const violations: string[] = [];

  const liftOf = ({ kind, vault, orderId, effectAt }: Stop): Lift | undefined =>
    lifts.find(
      (lift) =>
        kind.startsWith(lift.kind) &&
        lift.vault === vault &&
        lift.orderId === orderId &&
        lift.at > effectAt,
    );
  const allow = (activity: Activity, hashes: Iterable<string>, at: number): void => {
    for (const hash of hashes) allowed.set(`${activity.id}/${hash}`, at);
  };

  return {
    attempts,
    byHash,
    offered,
    stops,
    deepReorgs,
    unwatched,
    happenedAfterAll,
    notifications,
    messages,
    message: (activity: Activity, chatId: string, html: string): void => {
      const { at, failures } = took.get(activity.id) ?? { at: 0, failures: [] };
      messages.push({ chatId, html, takenAt: at, failures });
    },
    violations,
    forgottenHashes,
    /** The store lost what it did then. */
    forget: (isLost: (at: number) => boolean): void => {
      const kept = stops.filter(({ effectAt }) => !isLost(effectAt));
      stops.splice(0, stops.length, ...kept);
      lifts = lifts.filter(({ at }) => !isLost(at));
      for (const [id, { at }] of attempts) if (isLost(at)) attempts.delete(id);
      for (const prepared of attempts.values())
        prepared.holds = prepared.holds.filter(({ at }) => !isLost(at));
      for (const [hash, at] of addedAt) if (isLost(at)) forgottenHashes.add(hash);
      for (const map of [deepReorgs, unwatched, happenedAfterAll])
        for (const [id, at] of map) if (isLost(at)) map.delete(id);
    },
    violate: (text: string): void => {
      if (!violations.includes(text)) violations.push(text);
    },
    /** A script ran in the store. Answers the intent that it wrote down, when it did. */
    script: (
      activity: Activity,
      name: string,
      input: string,
      answer: string,
      at: number,
    ): Prepared | undefined => {
      let opened: Prepared | undefined;
      if (name === "prepare-attempt" || name === "fill-nonce") {
        if (!answer.includes('"ok":true')) return undefined;
        const { json: text } = prepareInput.parse(JSON.parse(input));
        const loss = lossInput.safeParse(JSON.parse(input)).data;
        const json = attemptJson.parse(JSON.parse(text));
        const prepared: Prepared = {
          attemptId: json.id,
          vault: json.vault,
          chainId: json.chainId,
          agent: json.agent,
          operator: json.operator.toLowerCase(),
          nonce: json.nonce,
          orderId: json.orderId,
          sliceNumber: json.sliceNumber,
          grant: json.grant,
          data: json.data,
          hashes: new Set(),
          freeing: new Set(),
          holds:
            loss === undefined ? [] : [{ lossPpb: loss.lossPpb, floorPpb: loss.lossFloorPpb, at }],
          valued: valuedSwap.safeParse(JSON.parse(text).swap).data,
          at,
          atMs: nowMs(),
          by: activity.id,
          signedMs: json.createdAt,
        };
        attempts.set(json.id, prepared);
        if (name === "prepare-attempt") opened = prepared;
        for (const hash of json.hashes) {
          prepared.hashes.add(hash);
          byHash.set(hash, prepared);
          addedAt.set(hash, at);
        }
        allow(activity, json.hashes, at);
      } else if (name === "raise-loss") {
        if (!answer.includes('"ok":true')) return undefined;
        const { lossPpb, lossFloorPpb: floorPpb, attempt } = raiseInput.parse(JSON.parse(input));
        const holds = attempts.get(attempt.id)?.holds;
        if (lossPpb > (holds?.at(-1)?.lossPpb ?? 0)) holds?.push({ lossPpb, floorPpb, at });
      } else if (name === "mark-attempt") {
        if (!answer.includes('"ok":true')) return undefined;
        const mark = JSON.parse(input) as {
          attemptId: string;
          addHash?: string;
          addFreeingHash?: string;
          forSend?: boolean;
        };
        const prepared = attempts.get(mark.attemptId);
        if (prepared === undefined) return undefined;
        if (mark.addHash !== undefined) {
          prepared.hashes.add(mark.addHash);
          byHash.set(mark.addHash, prepared);
          addedAt.set(mark.addHash, at);
        }
        if (mark.addFreeingHash !== undefined) {
          prepared.freeing.add(mark.addFreeingHash);
          byHash.set(mark.addFreeingHash, prepared);
          addedAt.set(mark.addFreeingHash, at);
        }
        if (mark.forSend) allow(activity, prepared.hashes, at);
      }
      // An outcome that somebody else has written already changes nothing, and tells nobody.
      if (
        name === "finish-slice" &&
        answer.includes('"ok":true') &&
        !answer.includes('"repeated":true')
      ) {
        for (const { id } of (JSON.parse(input) as { outbox: { id: string }[] }).outbox)
          if (!notifications.has(id)) notifications.set(id, undefined);
      } else if (name === "take-outbox") {
        took.set(activity.id, { at, failures: failuresIn(answer) });
      } else if (name === "settle-outbox") {
        const { delivered, refused } = JSON.parse(input) as {
          delivered: string[];
          refused: string[];
        };
        for (const id of [...delivered, ...refused])
          notifications.set(id, notifications.get(id) ?? at);
      }
      if (name === "record-deep-reorg" || name === "record-forgotten") {
        const { vault, attemptId, alarm, audit } = JSON.parse(input) as SystemFreeze;
        if (attemptId !== undefined && answer.includes('"changed":true')) {
          deepReorgs.set(attemptId, at);
          const { found } = JSON.parse(audit.content) as { found: { status: string } };
          if (found.status === "confirmed" || found.status === "missing")
            happenedAfterAll.set(attemptId, at);
        }
        // One that froze nothing has told nobody: a node may once have counted wrong.
        const isFirstLook = name === "record-forgotten" && answer.includes('"frozen":false');
        if (
          alarm !== undefined &&
          !isFirstLook &&
          !notifications.has(alarm.id) &&
          !answer.includes('"changed":false')
        )
          notifications.set(alarm.id, undefined);
        // A first look only writes a suspicion down, or finds the vault frozen already.
        if (answer.includes('"frozen":false') || answer.includes('"changed":false'))
          return undefined;
        stops.push({
          kind: "freeze",
          vault,
          chainId: undefined,
          orderId: undefined,
          effectAt: at,
          ackAt: at,
          named: undefined,
        });
      } else if (name === "settle-watched") {
        for (const id of (JSON.parse(input) as { done: string[] }).done) unwatched.set(id, at);
      }
      const lifted = LIFTS[name];
      if (
        lifted === undefined ||
        answer.includes('"changed":false') ||
        answer.includes('"ok":false')
      )
        return opened;
      const { vault, id } = JSON.parse(input) as { vault: string; id?: number };
      lifts.push({ kind: lifted, vault: vault.toLowerCase(), orderId: id, at, atMs: nowMs() });
      return opened;
    },
    /** Whether a freeze of the vault was lifted after that moment, by whom it belongs to. */
    unfrozenSince: (vault: string, since: number): boolean =>
      lifts.some((lift) => lift.kind === "freeze" && lift.vault === vault && lift.at > since),
    /** At which moments of the sequence an order was taken up again. */
    resumes: ({ vault, id }: { vault: string; id: number }): number[] =>
      lifts.flatMap((lift) =>
        lift.kind === "pause" && lift.vault === vault && lift.orderId === id ? [lift.at] : [],
      ),
    /** When a stop was lifted; infinite while it stands. */
    liftedAt: (stop: Stop): number => liftOf(stop)?.at ?? Number.POSITIVE_INFINITY,
    /**
     * Between which moments of the sequence an order stood paused, and when it was taken up again;
     * of a pause that stands both are infinite.
     */
    pausesOf: ({
      vault,
      id,
    }: {
      vault: string;
      id: number;
    }): { from: number; to: number; toMs: number }[] =>
      stops
        .filter((stop) => stop.kind === "pause" && stop.vault === vault && stop.orderId === id)
        .map((stop) => {
          const { at = Number.POSITIVE_INFINITY, atMs = Number.POSITIVE_INFINITY } =
            liftOf(stop) ?? {};
          return { from: stop.effectAt, to: at, toMs: atMs };
        }),
    allowedAt: (activity: Activity, hash: string): number | undefined =>
      allowed.get(`${activity.id}/${hash}`),
    read: (raw: `0x${string}`) => {
      const tx = readTransaction(raw);
      return { tx, swap: readSwap(tx.data) };
    },
  };
}
