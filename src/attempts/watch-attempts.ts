import type { Attempt } from "../../schemas/attempt.ts";
import type { NotificationOf } from "../../schemas/notification.ts";
import type { Receipt } from "../chain/transaction-reads.ts";
import type { ChainDeps, Deps } from "../deps.ts";
import { readAmounts } from "../pipeline/read-amounts.ts";
import { vaultFrozen } from "../pipeline/vault-frozen.ts";
import { recordDeepReorg } from "../store/attempts/record-deep-reorg.ts";
import { settleWatched } from "../store/attempts/settle-watched.ts";
import type { WatchedAttempt } from "../store/orders/claim-due.ts";
import { endingOf } from "../venueorders/decide-look.ts";
import { decideWatched } from "./decide-watched.ts";
import { isFill } from "./fill-nonce-gap.ts";
import { guarded } from "./guarded.ts";
import { observeWatched } from "./observe-watched.ts";

/**
 * Watches ended attempts until no reorg reaches them (decision D31): notes a transaction in another
 * block, freezes the vault of one that is gone. Answers vaults with a nonce that is free again.
 */
export async function watchAttempts(
  deps: Deps,
  watched: readonly WatchedAttempt[],
): Promise<Set<string>> {
  const lost = await Promise.all(
    [...Map.groupBy(watched, ({ attempt }) => attempt.chainId)].map(([chainId, ofChain]) =>
      guarded(deps, `watched on ${chainId}`, () => watchChain(deps, deps.chain(chainId), ofChain)),
    ),
  );
  return new Set(lost.flatMap((vaults) => vaults ?? []));
}

async function watchChain(
  deps: Deps,
  chain: ChainDeps,
  watched: readonly WatchedAttempt[],
): Promise<string[]> {
  const attempts = watched.map(({ attempt }) => attempt);
  const observations = await observeWatched(chain, attempts, deps.clock.nowMs());
  const done: string[] = [];
  const moved: { attemptId: string; blockNumber: string; blockHash: string; hash: string }[] = [];
  const gone: { one: WatchedAttempt; receipt: Receipt | null }[] = [];
  for (const one of watched) {
    const { attempt } = one;
    const observation = observations.get(attempt);
    const decision =
      observation === undefined ? ({ kind: "done" } as const) : decideWatched(observation);
    if (decision.kind === "done") done.push(attempt.id);
    if (decision.kind === "deep") gone.push({ one, receipt: decision.receipt });
    if (decision.kind === "moved") {
      const { receipt } = decision;
      const { hash, blockNumber, blockHash } = receipt;
      if (await isSameAmount(chain, attempt, receipt))
        moved.push({ attemptId: attempt.id, blockNumber: blockNumber.toString(), blockHash, hash });
      else gone.push({ one, receipt });
    }
  }
  const [fills, counted] = [gone.filter(isOfFill), gone.filter((each) => !isOfFill(each))];
  for (const { one, receipt } of counted) await freeze(deps, one, receipt);
  done.push(...fills.map(({ one }) => one.attempt.id));
  if (done.length + moved.length > 0) {
    const call = { requestId: deps.newId(), nowMs: deps.clock.nowMs() };
    await settleWatched.run(deps.redis, deps.keys, {
      ...call,
      chainId: chain.chainId,
      done,
      moved,
    });
  }
  return gone.map(({ one }) => one.attempt.vault);
}

const isOfFill = ({ one }: { one: WatchedAttempt }): boolean => isFill(one.attempt);

/** Only swaps have amounts, and an estimate proves nothing. */
async function isSameAmount(
  chain: ChainDeps,
  attempt: Attempt,
  receipt: Receipt,
): Promise<boolean> {
  const { swap, amounts, status } = attempt;
  if (status !== "confirmed" || swap === null || amounts === undefined || amounts.estimated)
    return true;
  const now = await readAmounts(chain.rpc, attempt.vault, swap, receipt);
  if (now.estimated) return true;
  return (
    now.soldBase.toString() === amounts.soldBase && now.boughtBase.toString() === amounts.boughtBase
  );
}

async function freeze(
  deps: Deps,
  { attempt, paired }: WatchedAttempt,
  receipt: Receipt | null,
): Promise<void> {
  const { id, vault, chainId, operator, orderId, status, blockNumber = "0", blockHash } = attempt;
  const nowMs = deps.clock.nowMs();
  const hash = attempt.hashes.at(-1) ?? "0x";
  const payload: NotificationOf<"deep_reorg"> = {
    kind: "deep_reorg",
    id: `${id}:deep_reorg`,
    vault,
    chainId,
    operator,
    createdAt: nowMs,
    ...(orderId !== undefined && { orderId }),
    hash,
    blockNumber,
  };
  const isOwn = receipt !== null && attempt.hashes.includes(receipt.hash);
  const found =
    receipt === null
      ? { status: "missing" }
      : {
          status: isOwn ? (receipt.status === "success" ? "confirmed" : "reverted") : "replaced",
          blockNumber: receipt.blockNumber.toString(),
          blockHash: receipt.blockHash,
        };
  await recordDeepReorg.run(deps.redis, deps.keys, {
    requestId: deps.newId(),
    nowMs,
    chainId,
    vault,
    attemptId: id,
    facts: {
      kind: "deep_reorg",
      actor: "scheduler",
      attempt: id,
      recorded: { status, blockNumber, ...(blockHash !== undefined && { blockHash }) },
      found,
    },
    alarm: paired ? { id: payload.id, operator, dueMs: nowMs, payload } : null,
    ending: endingOfTaken(attempt, { nowMs, paired }),
  });
  deps.log("deep_reorg", { vault, chainId, attempt: id, found: found.status });
}

/** Without its transaction nobody knows what the venue has of it. */
function endingOfTaken(
  { follow, minedHash, ...attempt }: Attempt,
  when: { nowMs: number; paired: boolean },
) {
  const hash = minedHash ?? attempt.hashes.at(-1);
  if (follow === undefined || hash === undefined) return undefined;
  const { message: reason } = vaultFrozen(
    "The chain took back the transaction that placed it. The vault is frozen.",
  );
  return endingOf(
    { ...attempt, ...follow, hash },
    { status: "unknown", amounts: {}, reason, atMs: when.nowMs },
    when,
  );
}
