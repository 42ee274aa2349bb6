/** What cancelling a damaged record by its number answers. What was sent of it before nobody can say from it. */
export const damagedDropped = (id: number): string =>
  `The stored record of order #${id} was damaged and could not be read. It is cancelled: nothing of it runs, and it counts no more. What it sent before stands in the audit log.`;
