/** What was sent of a damaged record before, it cannot say. */
export const damagedDropped = (id: number): string =>
  `The stored record of order #${id} was damaged and could not be read. It is cancelled: nothing of it runs, and it counts no more. What it sent before stands in the audit log.`;
