import type { World } from "../world/create-world.ts";
import { isWorse } from "../world/is-worse.ts";
import type { Prepared } from "../world/ledger.ts";
import { termsAt } from "../world/order-terms.ts";

/**
 * What must hold on chain at every moment, by the chain's own record: one success per slice, never
 * more sold than asked.
 */
export function judgeChain(world: World): void {
  const { chain, ledger, orders, orderOf, syncOf } = world;
  const excused = new Set<string>();
  const slices = new Map<string, { attempt: Prepared; hash: string; order: string }[]>();
  const sold = new Map<string, bigint>();
  /** Of that, what the store forgot while it was on its way. */
  const forgotten = new Map<string, { attempt: Prepared; movedBase: bigint }>();
  for (const { tx, status, soldBase, boughtBase } of chain.canonical()) {
    if (tx.to === tx.from || status !== "success") continue;
    const attempt = ledger.byHash.get(tx.hash);
    if (attempt?.orderId === undefined) continue;
    const asked = orderOf(attempt);
    const order = nameOf(attempt.vault, attempt.orderId, (asked ?? syncOf(attempt))?.at);
    const limit = asked && termsAt(asked, attempt.at)?.limit;
    if (
      asked !== undefined &&
      limit !== undefined &&
      isWorse(asked, limit, { soldBase, boughtBase })
    )
      ledger.violate(
        `${attempt.attemptId} gave ${soldBase} for ${boughtBase}, worse than its limit price`,
      );
    const slice = `${order} slice ${attempt.sliceNumber}`;
    slices.set(slice, [...(slices.get(slice) ?? []), { attempt, hash: tx.hash, order }]);
    const movedBase = asked?.side === "buy" ? boughtBase : soldBase;
    sold.set(order, (sold.get(order) ?? 0n) + movedBase);
    if (ledger.forgottenHashes.has(tx.hash))
      forgotten.set(order, {
        attempt,
        movedBase: (forgotten.get(order)?.movedBase ?? 0n) + movedBase,
      });
  }
  for (const [slice, attempts] of slices) {
    if (attempts.length < 2) continue;
    if (attempts.some(({ hash }) => ledger.forgottenHashes.has(hash))) {
      noteRanAgain(
        world,
        attempts.map(({ attempt }) => attempt),
      );
      excused.add(attempts[0]!.order);
    } else if (attempts.some(({ attempt }) => wasCountedAsFailed(world, attempt))) {
      world.reached.add("deep reorg: a slice ran again");
      excused.add(attempts[0]!.order);
    } else ledger.violate(`${slice} was executed ${attempts.length} times`);
  }
  for (const { vault, id, totalBase, at, skips } of orders) {
    const skipped = skips.reduce((sum, { amountBase }) => sum + amountBase, 0n);
    const name = nameOf(vault, id, at);
    const moved = (sold.get(name) ?? 0n) + skipped;
    if (moved <= totalBase || excused.has(name)) continue;
    // A slice that the store forgot was skipped, or cut anew with the rest, while its bytes were on
    // their way.
    const { attempt, movedBase } = forgotten.get(name) ?? {};
    if (attempt !== undefined && moved - (movedBase ?? 0n) <= totalBase)
      noteRanAgain(world, [attempt]);
    else ledger.violate(`order ${id} moved ${moved} of ${totalBase}`);
  }
}

const nameOf = (vault: string, id: number, at: number | undefined): string =>
  `${vault}:${id} of ${at}`;

/**
 * The known limit of decision D33: the store lost an intent while its bytes were on their way to
 * the node, and gave its nonce to another call before the chain could show it. It must be noticed
 * after all (judge-forgotten.ts).
 */
function noteRanAgain({ ranAgain, reached }: World, attempts: readonly Prepared[]): void {
  for (const { vault, agent } of attempts) ranAgain.set(vault, agent);
  reached.add("store loss: a slice ran again");
}

/** Counted as failed with its confirmations, before the chain took it back and ran it after all. */
const wasCountedAsFailed = (
  { takenBack, chain, redis, keys }: World,
  { attemptId }: Prepared,
): boolean =>
  (takenBack.get(attemptId) ?? 0) >= chain.shape.confirmations &&
  ["reverted", "replaced"].includes(
    String(Reflect.get(Object(redis.read(keys.attempt(attemptId)) ?? {}), "status")),
  );
