import type { World } from "../world/create-world.ts";

/** What must hold on chain at every moment, by the chain's own record: one success per slice, never more sold than asked. */
export function judgeChain({ chain, ledger, orders, lostByDeepReorg, acceptedWhatWasForgotten }: World): void {
  const slices = new Map<string, number>();
  const sold = new Map<string, bigint>();
  for (const { tx, status, soldBase, boughtBase } of chain.canonical()) {
    if (tx.to === tx.from || status !== "success") continue;
    const attempt = ledger.byHash.get(tx.hash);
    if (attempt?.orderId === undefined) continue;
    const order = `${attempt.vault}:${attempt.orderId}`;
    if (lostByDeepReorg(attempt.vault, attempt.orderId) || acceptedWhatWasForgotten(attempt.vault)) continue;
    const slice = `${order} slice ${attempt.sliceNumber}`;
    slices.set(slice, (slices.get(slice) ?? 0) + 1);
    const side = orders.find(({ vault, id }) => vault === attempt.vault && id === attempt.orderId)?.side;
    sold.set(order, (sold.get(order) ?? 0n) + (side === "buy" ? boughtBase : soldBase));
  }
  for (const [slice, count] of slices) if (count > 1) ledger.violate(`${slice} was executed ${count} times`);
  for (const { vault, id, totalBase } of orders) {
    const moved = sold.get(`${vault}:${id}`) ?? 0n;
    if (moved > totalBase) ledger.violate(`order ${id} moved ${moved} of ${totalBase}`);
  }
}
