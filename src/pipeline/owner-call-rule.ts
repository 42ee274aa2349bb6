import type { Address } from "viem";
import { callDifferences } from "../calldata/check-call.ts";
import { oraclePoolKey } from "../chain/oracle-reads.ts";
import type { OwnerCall } from "../kinds/plan.ts";
import { isNative } from "../lib/normalize-address.ts";

type Known = Exclude<OwnerCall, { kind: "unknown" }>;
type Kind = Known["kind"];
type OfKind<K extends Kind> = Extract<OwnerCall, { kind: K }>;

type OwnerCallPlace = {
  calls: readonly OwnerCall[];
  index: number;
  sender: Address;
  vault: Address;
  oracle: Address | null;
};

type OwnerCallRule<C extends OwnerCall = Known> = {
  /**
   * The NAV Shield measures "in" and "out"; "out" not against the 24-hour high, which would lock
   * holders in (decision D22).
   */
  vault: "untouched" | "in" | "out";
  /** Native coin sent along, in wei; absent: none. */
  valueWei?(call: C, baseToken: Address): bigint;
  /** Has to be the vault's base token. */
  token?(call: C): Address;
  /** A fault of its place in the plan, as the end of a sentence. */
  fault?(call: C, place: OwnerCallPlace): string | undefined;
};

export const ownerCallRule = (call: Known): OwnerCallRule =>
  // Safe: looked up by the call's own kind.
  RULES[call.kind] as OwnerCallRule;

const RULES: { readonly [K in Kind]: OwnerCallRule<OfKind<K>> } = {
  createPool: { vault: "untouched" },
  approve: { vault: "in", token: ({ token }) => token, fault: faultOfApproval },
  mint: {
    vault: "in",
    valueWei: ({ amountInBase }, baseToken) => (isNative(baseToken) ? amountInBase : 0n),
    fault: ({ recipient, minOutBase }, { sender }) => {
      if (recipient !== sender)
        return "gives the vault's tokens to another account than the one that pays";
      return minOutBase === 0n ? "accepts nothing at all for the payment" : undefined;
    },
  },
  burn: {
    vault: "out",
    fault: ({ minOutBase }) =>
      minOutBase === 0n ? "accepts nothing at all for the vault's tokens" : undefined,
  },
  endEpoch: { vault: "untouched" },
  finalizePool: { vault: "untouched" },
  initializePool: { vault: "untouched" },
  widenOracle: {
    vault: "untouched",
    fault: ({ pool }, { oracle }) =>
      oracle !== null && callDifferences(oraclePoolKey(oracle, pool.currency1), pool).length === 0
        ? undefined
        : "is about a pool that is not the oracle's own",
  },
};

/**
 * For the vault alone, exactly for the purchase behind it. A reset to 0 may come first: some tokens
 * (USDT) refuse another approval before.
 */
function faultOfApproval(
  { token, spender, amountBase }: OfKind<"approve">,
  { calls, index, vault }: OwnerCallPlace,
): string | undefined {
  if (spender !== vault) return "lets another account than the vault take the token";
  const next = calls[index + 1];
  const isReset =
    amountBase === 0n && next?.kind === "approve" && next.token === token && next.amountBase > 0n;
  const isNeeded = next?.kind === "mint" && next.amountInBase === amountBase && amountBase > 0n;
  return isReset || isNeeded ? undefined : "is not for exactly what the purchase behind it takes";
}
