import type { World } from "../world/create-world.ts";
import type { Prepared } from "../world/ledger.ts";
import { PARTIES } from "../world/party.ts";

/**
 * The loss budget holds what was last said of each attempt, but of those that are known to have had
 * no effect: no more and no less. A nonce used by what the store forgot, or given back by a reorg,
 * is no such knowledge. What was mined with amounts that are sure holds what they cost, at the
 * oracle's prices of then.
 */
export function judgeLosses({ redis, keys, ledger, chainId, reached }: World): void {
  const wanted = new Map<string, number>();
  for (const prepared of ledger.attempts.values()) {
    const { attemptId, vault, holds } = prepared;
    const { status, json = "{}" } = Object(redis.read(keys.attempt(attemptId)) ?? {}) as Record<
      string,
      string
    >;
    const record = JSON.parse(json);
    const isKnown = !record.isForgotten && !ledger.happenedAfterAll.has(attemptId);
    const hadEffect = status !== undefined && !(isKnown && WITHOUT_EFFECT.includes(status));
    const { lossPpb = 0, floorPpb = 0 } = holds.at(-1) ?? {};
    const cost = status === "confirmed" ? costOf(prepared, record.amounts) : undefined;
    const counted = cost === undefined ? lossPpb : Math.min(lossPpb, Math.max(cost, floorPpb));
    if (hadEffect) wanted.set(vault, (wanted.get(vault) ?? 0) + counted);
    if (lossPpb > 0 && status !== undefined)
      reached.add(`loss: ${hadEffect ? "counted" : "taken back"}`);
    if (counted < lossPpb) reached.add("loss: corrected by the receipt");
    if (holds.length > 1) reached.add("loss: more than its build said");
  }
  for (const { vault } of PARTIES) {
    const kept = Object.values(Object(redis.read(keys.losses(chainId, vault)) ?? {})).map(Number);
    const sum = kept.reduce((total, ppb) => total + ppb, 0);
    const should = wanted.get(vault) ?? 0;
    if (sum !== should)
      ledger.violate(
        `${vault.slice(0, 6)} has lost ${sum} ppb by its budget, ${should} by its attempts`,
      );
  }
}

const WITHOUT_EFFECT = ["reverted", "replaced", "never_sent"];
const PPB = 1_000_000_000n;

type Amounts = { soldBase: string; boughtBase: string; estimated: boolean };

/**
 * What left less what arrived per value of the vault: what left and the quotient are rounded up,
 * what arrived down.
 */
function costOf({ valued }: Prepared, amounts: Amounts | undefined): number | undefined {
  if (valued === undefined || amounts === undefined || amounts.estimated) return undefined;
  const { maxInBase, amountOutBase, valuation } = valued;
  const left = up(valuation.maxInValueBase * BigInt(amounts.soldBase), maxInBase);
  const arrived = (valuation.amountOutValueBase * BigInt(amounts.boughtBase)) / amountOutBase;
  return left <= arrived ? 0 : Number(up((left - arrived) * PPB, valuation.netTotalValueBase));
}

const up = (value: bigint, by: bigint): bigint => (value + by - 1n) / by;
