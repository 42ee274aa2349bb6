import type { Attempt } from "../../schemas/attempt.ts";

/** Line about orders whose records cannot be read, or none. */
export function damagedLines(ids: readonly number[]): string[] {
  if (ids.length === 0) return [];
  const which = ids.map((id) => `#${id}`).join(", ");
  return [
    `The stored record of ${ids.length === 1 ? "order" : "orders"} ${which} of this vault is ` +
      "damaged and cannot be read: nothing of it runs, and nothing of it was changed. " +
      "Cancelling it by its number ends it. Report it to whoever runs this service.",
  ];
}

/** Answer to a cancelled order whose record is damaged: what it sent is unknown. */
export const damagedDropped = (id: number): string =>
  `The stored record of order #${id} was damaged and could not be read. It is cancelled: ` +
  "nothing of it runs, and it counts no more. What it sent before stands in the audit log.";

/** Notice of a transaction that a stop may come too late for. `what` names it. */
export const outNotice = (attempt: Attempt | null, what = "A slice"): string =>
  attempt === null
    ? ""
    : ` ${what} was already on its way and may still be mined: ${attempt.hashes.join(", ")}.`;
