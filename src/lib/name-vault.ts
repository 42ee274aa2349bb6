/** A route's own schema has one of them, and callers may write either (decision 457). */
const NAMES = ["vaultAddress", "vault"] as const;
type Name = (typeof NAMES)[number];
type Given = Readonly<Record<string, unknown>>;

/**
 * With the vault under the name that `known` has. `as`: the caller's other name. `differs`: both were given, and are not the same vault. A
 * schema with both names, or neither, is left alone.
 */
export function nameVault(
  known: readonly string[],
  given: Given,
): { value: Given; own?: Name; as?: Name; differs?: true } {
  const [own, ...more] = NAMES.filter((name) => known.includes(name));
  if (own === undefined || more.length > 0) return { value: given };
  const other = own === "vault" ? "vaultAddress" : "vault";
  if (!Object.hasOwn(given, other)) return { value: given };
  const { [other]: vault, ...rest } = given;
  if (!Object.hasOwn(given, own)) return { value: { ...rest, [own]: vault }, own, as: other };
  return comparable(vault) === comparable(given[own]) ? { value: rest } : { value: rest, own, differs: true };
}

const comparable = (vault: unknown): unknown => (typeof vault === "string" ? vault.toLowerCase() : vault);
