import type { Address, Hex } from "viem";
import { type Vector, vectorFile } from "../../support/vectors.ts";

type Outcome = Vector["outcome"] & { revertName?: string | null; revertArgs?: string[] };
/** A vector as the safety tests read it: what was called, what it means, how it reverted. */
export type SafetyVector = Omit<Vector, "outcome" | "decoded"> & {
  decoded: Record<string, unknown> & { kind: string };
  outcome: Outcome;
};

// The cast is safe: `kind`, revertName and revertArgs are in the file, and the tests count what
// they find.
export const safetyVectors = vectorFile.vectors as unknown as SafetyVector[];

export function vector(id: string): SafetyVector {
  const found = safetyVectors.find((entry) => entry.id === id);
  if (found === undefined) throw new Error(`no vector ${id}`);
  return found;
}

export const calldata = (id: string): Hex => vector(id).call.data;

const lower = (address: string) => address.toLowerCase() as Address;
export const role = (name: string): Address =>
  lower(vectorFile.addresses.roles[name] ?? `no role ${name}`);
export const token = (symbol: string): Address =>
  lower(vectorFile.addresses.tokens[symbol]?.address ?? `no token ${symbol}`);

/**
 * Whom the router would take for its caller: the vault a vector is sent to, the sender where it
 * goes straight to the router, and the vault again for calls that go astray (implementation,
 * adapter).
 */
export function vaultOf(entry: SafetyVector): Address {
  if (entry.to === "universalRouter") return role(entry.from);
  return role(["vault", "vaultETH", "vaultEmpty"].includes(entry.to) ? entry.to : "vault");
}

export const factsOf = (vault: Address = role("vault")) =>
  ({ vault, wrappedNative: token("WETH"), routerVersion: "2.0" }) as const;
