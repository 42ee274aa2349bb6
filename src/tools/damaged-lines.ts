/** A line about orders whose records cannot be read, or none. */
export function damagedLines(ids: readonly number[]): string[] {
  if (ids.length === 0) return [];
  const which = ids.map((id) => `#${id}`).join(", ");
  return [
    `The stored record of ${ids.length === 1 ? "order" : "orders"} ${which} of this vault is damaged and cannot be read: nothing of it runs, and nothing of it was changed. Cancelling it by its number ends it. Report it to whoever runs this service.`,
  ];
}
