/** Throws on anything else, which makes the outcome `unavailable`. */
export function quantity(value: unknown): bigint {
  if (typeof value === "string" && /^0x[0-9a-fA-F]{1,64}$/.test(value)) return BigInt(value);
  throw new Error("not a quantity");
}
