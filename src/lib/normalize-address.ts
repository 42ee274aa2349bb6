import { type Address, type Hex, isAddress } from "viem";
import { allow, refuse, type Verdict } from "./verdict.ts";

/**
 * Lower case, as records have it. A mixed-case address must pass its EIP-55 checksum (decision
 * D11). Refuses with `invalid_request`.
 */
export function normalizeAddress(text: string): Verdict<Address> {
  if (!/^0x[0-9a-fA-F]{40}$/.test(text)) {
    return refuse("invalid_request", "An address is 0x followed by 40 hexadecimal digits.");
  }
  const digits = text.slice(2);
  const isMixedCase = digits !== digits.toLowerCase() && digits !== digits.toUpperCase();
  if (isMixedCase && !isAddress(text, { strict: true })) {
    return refuse(
      "invalid_request",
      "The address fails its checksum: it may be mistyped. Send it again, or in lower case.",
    );
  }
  return allow(asAddress(text.toLowerCase()));
}

// Safe: the shape was tested above.
const asAddress = (text: string): Address => text as Address;

/** Lower case, as addresses, hashes and selectors are compared and stored. */
export const lowerHex = (hex: Hex): Hex => hex.toLowerCase() as Hex;

export const sameAddress = (a: string, b: string): boolean => a.toLowerCase() === b.toLowerCase();

/** Selector of calldata, error data or a Settler's action, in lower case. */
export const selectorOf = (data: Hex): Hex => data.slice(0, 10).toLowerCase() as Hex;

/**
 * 0x's sign for the coin (docs/facts/vault-contracts.md 12, nativePlaceholder_0x); all others use
 * zero.
 */
const PLACEHOLDER = "0xeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeeee";
const ZERO = "0x0000000000000000000000000000000000000000";

export const isNative = (address: string): boolean =>
  [ZERO, PLACEHOLDER].includes(address.toLowerCase());

/** The vault by either of its names, not yet judged (decision D12). */
export const namedVault = (given: Readonly<Record<string, unknown>>): unknown =>
  given.vaultAddress ?? given.vault;

/** A route's schema has one of these names; callers may write either (decision D12). */
const NAMES = ["vaultAddress", "vault"] as const;
type Name = (typeof NAMES)[number];
type Given = Readonly<Record<string, unknown>>;

/**
 * Puts the vault under the name that `known` has. `as` is the caller's other name; `differs`: both
 * were given for different vaults. A schema with both names or neither is left alone.
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
  return comparable(vault) === comparable(given[own])
    ? { value: rest }
    : { value: rest, own, differs: true };
}

const comparable = (vault: unknown): unknown =>
  typeof vault === "string" ? vault.toLowerCase() : vault;
