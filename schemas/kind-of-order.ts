const UNNAMED = "twap";

/**
 * The kind of an order by its record, or by an event of it. One that names none is of the kind that
 * there was before there were others.
 */
export function kindOfOrder(record: object): string {
  const named = "kind" in record ? record.kind : undefined;
  return typeof named === "string" ? named : UNNAMED;
}
