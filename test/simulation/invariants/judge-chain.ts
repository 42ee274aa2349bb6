import type { World } from "../world/create-world.ts";
import type { Ledger, Prepared } from "../world/ledger.ts";

/** What must hold on chain at every moment, by the chain's own record: one success per slice, never more sold than asked. */
export function judgeChain(world: World): void {
  const { chain, ledger, orders, orderOf, lostByDeepReorg, acceptedWhatWasForgotten } = world;
  const slices = new Map<string, Prepared[]>();
  const sold = new Map<string, bigint>();
  for (const { tx, status, soldBase, boughtBase } of chain.canonical()) {
    if (tx.to === tx.from || status !== "success") continue;
    const attempt = ledger.byHash.get(tx.hash);
    if (attempt?.orderId === undefined) continue;
    if (lostByDeepReorg(attempt.vault, attempt.orderId) || acceptedWhatWasForgotten(attempt.vault)) continue;
    const asked = orderOf(attempt);
    const order = nameOf(attempt.vault, attempt.orderId, asked?.at);
    const slice = `${order} slice ${attempt.sliceNumber}`;
    slices.set(slice, [...(slices.get(slice) ?? []), attempt]);
    sold.set(order, (sold.get(order) ?? 0n) + (asked?.side === "buy" ? boughtBase : soldBase));
  }
  for (const [slice, attempts] of slices) {
    if (attempts.length < 2) continue;
    if (world.hasForgotten() && attempts.some((attempt) => isNonceShared(ledger, attempt)))
      noteRanAgain(world, attempts);
    else ledger.violate(`${slice} was executed ${attempts.length} times`);
  }
  for (const { vault, id, totalBase, at } of orders) {
    const moved = sold.get(nameOf(vault, id, at)) ?? 0n;
    if (moved > totalBase && !world.ranAgain.has(vault)) ledger.violate(`order ${id} moved ${moved} of ${totalBase}`);
  }
}

const nameOf = (vault: string, id: number, at: number | undefined): string => `${vault}:${id} of ${at}`;

/**
 * The known limit of decision 96: the store lost an intent while its bytes were on their way to the node, and gave its nonce
 * to another call before the chain could show it. It must be noticed after all (judge-forgotten.ts).
 */
function noteRanAgain({ ranAgain, reached }: World, attempts: readonly Prepared[]): void {
  for (const { vault } of attempts) ranAgain.add(vault);
  reached.add("store loss: a slice ran again");
}

const isNonceShared = ({ byHash }: Ledger, { agent, nonce, attemptId }: Prepared): boolean =>
  [...byHash.values()].some((one) => one.agent === agent && one.nonce === nonce && one.attemptId !== attemptId);
