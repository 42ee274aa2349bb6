import type { Hex } from "viem";
import { smaller } from "../../../src/lib/integers.ts";
import type { Keys } from "../../../src/store/kernel/keys.ts";
import type { Script } from "../../../src/store/kernel/redis-port.ts";
import type { Mined, SimChain } from "../chain/sim-chain.ts";
import type { GrantPlan } from "../history.ts";
import type { SimRedis } from "../redis/create-sim-redis.ts";
import type { Ledger, Prepared } from "./ledger.ts";
import type { Activity } from "./scheduler.ts";
import { givenBy, oracleValue } from "./value-given.ts";

/**
 * A grant of the first vault as its owner gave it, and what became of it: `endedAt` by the ledger's
 * sequence.
 */
export type GivenGrant = {
  id: string;
  vault: string;
  scope: GrantPlan["scope"];
  perDayBase: bigint;
  expiresMs: number;
  endedAt?: number;
  /** A call of it was told that somebody else owns the vault, and answered. */
  otherOwnerAt?: number;
};

type Ran = {
  grants: GivenGrant[];
  ledger: Ledger;
  activity: Activity;
  script: Script;
  input: string;
  answer: string;
  at: number;
};

/**
 * What no agent has done, whichever way it came to it: decided, set, loosened, delegated, given,
 * made, stopped or taken up again.
 */
const OWNERS: ReadonlySet<string> = new Set([
  ...[
    "claim-operation",
    "save-setting",
    "save-vault-limits",
    "save-perp-limits",
    "save-loss-budget",
  ],
  ...[
    "save-delegation",
    "disable-delegation",
    "save-grant",
    "unfreeze-vault",
    "begin-pairing",
    "save-webhook",
  ],
  ...["create-order", "cancel-orders", "pause-order", "resume-order", "change-order"],
]);

/** The name of an agent's activity begins so. */
export const OF_AGENT = "agent: ";

/**
 * What an agent's call did to the store, and what was signed anew for one whose grant was over by
 * then. Where a grant ends is noted here. The texts of what is wrong.
 */
export function judgeGrantScript({
  grants,
  ledger,
  activity,
  script,
  input,
  answer,
  at,
}: Ran): string[] {
  if (grants.length === 0 || /"(?:ok|changed)":false/.test(answer)) return [];
  const { name } = script;
  const found: string[] = [];
  const isItsOwn = name === "create-order" && isOrderOf(grants, input, at);
  if (
    activity.name.startsWith(OF_AGENT) &&
    OWNERS.has(name) &&
    !isItsOwn &&
    script.text !== script.dryText?.()
  )
    found.push(`${activity.name} ran ${name}`);
  if (name === "end-grant") {
    const { id } = JSON.parse(input) as { id: string };
    const grant = grants.find((one) => one.id === id);
    if (grant !== undefined && answer.includes('"changed":true')) grant.endedAt ??= at;
  }
  if (name === "mark-attempt") {
    const mark = JSON.parse(input) as { attemptId: string; forSend?: boolean; addHash?: string };
    const prepared = ledger.attempts.get(mark.attemptId);
    const grant = grants.find(({ id }) => id === prepared?.grant);
    const isSigned = mark.forSend === true || mark.addHash !== undefined;
    if (isSigned && grant?.endedAt !== undefined && grant.endedAt < at)
      found.push(`${mark.attemptId} was signed anew after its grant had ended`);
  }
  return found;
}

/** A grant that trades and has not ended makes orders of its own: their record names it. */
function isOrderOf(grants: readonly GivenGrant[], input: string, at: number): boolean {
  const { json } = JSON.parse(input) as { json: string };
  const { grant: named } = JSON.parse(json) as { grant?: { id: string } };
  const grant = grants.find(({ id }) => id === named?.id);
  return grant?.scope === "trade" && (grant.endedAt ?? at) >= at;
}

type Opened = {
  chain: SimChain;
  ledger: Ledger;
  redis: SimRedis;
  keys: Keys;
  grants: readonly GivenGrant[];
  reached: Set<string>;
  opened: Prepared;
  /** The clock of its caller, by which the store judges. */
  sentMs: number;
};

const DAY_MS = 24 * 60 * 60_000;
const OPEN = ["prepared", "sent"];

/**
 * What its grant allows of an intent that has just been written down: that it lasts and trades, and
 * what it gives away together with all that it gave in 24 hours, by the chain. Open intents count
 * at the most that their calldata lets go. The texts of what is wrong.
 */
export function judgeGrantPrepare({
  chain,
  ledger,
  redis,
  keys,
  grants,
  reached,
  opened,
  sentMs,
}: Opened): string[] {
  if (opened.grant === undefined) return [];
  const grant = grants.find(({ id }) => id === opened.grant);
  if (grant === undefined) return ["an intent by a grant that nobody gave"];
  reached.add("grant: an intent");
  const mined = new Map<string, Mined>(chain.canonical().map((one) => [one.tx.hash, one]));
  const now = chain.stateAt(chain.head());
  // The oracle may have moved since its build: the lower of the two.
  const worth = (one: Prepared): bigint => {
    const call = givenBy(one.data as Hex);
    if (call === undefined) return 0n;
    const success = [...one.hashes]
      .flatMap((hash) => mined.get(hash) ?? [])
      .find(({ status }) => status === "success");
    const { status } = Object(redis.read(keys.attempt(one.attemptId)) ?? {}) as { status?: string };
    if (success === undefined && !OPEN.includes(status ?? "")) return 0n;
    return [one.built?.state ?? now, now]
      .map((state) =>
        oracleValue(success?.soldBase ?? call.mostBase, call.token, chain.weth, state),
      )
      .reduce(smaller);
  };
  const day = [...ledger.attempts.values()].filter(
    (one) => one.grant === grant.id && one.at <= opened.at && one.atMs > opened.atMs - DAY_MS,
  );
  const sum = day.reduce((total, one) => total + worth(one), 0n);
  if (day.length > 1) reached.add("grant: a sum was counted");
  return [
    ...(grant.scope === "trade" ? [] : [`an intent by a grant of the scope ${grant.scope}`]),
    ...(opened.vault === grant.vault ? [] : ["an intent for another vault"]),
    ...(grant.endedAt !== undefined && grant.endedAt < opened.at
      ? ["an intent after its grant had ended"]
      : []),
    ...(sentMs >= grant.expiresMs ? ["an intent after its grant had expired"] : []),
    ...(grant.otherOwnerAt !== undefined && grant.otherOwnerAt < opened.at
      ? ["an intent by a grant that outlived its owner"]
      : []),
    ...(sum > grant.perDayBase
      ? [`an intent that brings the grant's day to ${sum}, of ${grant.perDayBase}`]
      : []),
  ];
}
