import type { Address } from "viem";
import { callDifferences } from "../calldata/check-call.ts";
import { oraclePoolKey } from "../chain/oracle-reads.ts";
import type { OwnerCall } from "../kinds/plan.ts";
import { isNative } from "../lib/normalize-address.ts";

type Known = Exclude<OwnerCall, { kind: "unknown" }>;
type Kind = Known["kind"];
type OfKind<K extends Kind> = Extract<OwnerCall, { kind: K }>;

/** Its plan's calls in order with its own place among them, who signs, and which vault and oracle are meant. */
type OwnerCallPlace = {
  calls: readonly OwnerCall[];
  index: number;
  sender: Address;
  vault: Address;
  oracle: Address | null;
};

/** From its bytes, whichever tool planned it. */
type OwnerCallRule<C extends OwnerCall = Known> = {
  /**
   * Money that comes in or goes out is measured by the NAV Shield. What comes in is held against the 24-hour high too; what goes out is not,
   * or a falling market would lock the holders in (decision 232).
   */
  vault: "untouched" | "in" | "out";
  /** Native coin that it brings along, in wei; none where this is left out. */
  valueWei?(call: C, baseToken: Address): bigint;
  /** A token that has to be the vault's base token. */
  token?(call: C): Address;
  /** What speaks against it in its place, as the end of a sentence about it. */
  fault?(call: C, place: OwnerCallPlace): string | undefined;
};

/** The rule of a call. What is not understood has none: it is refused before. */
export const ownerCallRule = (call: Known): OwnerCallRule =>
  // Safe: a rule is looked up by the kind of the very call that it is asked about.
  RULES[call.kind] as OwnerCallRule;

/** Every kind of call that a tool may plan for signing. */
const RULES: { readonly [K in Kind]: OwnerCallRule<OfKind<K>> } = {
  createPool: { vault: "untouched" },
  approve: { vault: "in", token: ({ token }) => token, fault: faultOfApproval },
  mint: {
    vault: "in",
    valueWei: ({ amountInBase }, baseToken) => (isNative(baseToken) ? amountInBase : 0n),
    fault: ({ recipient, minOutBase }, { sender }) => {
      if (recipient !== sender) return "gives the vault's tokens to another account than the one that pays";
      return minOutBase === 0n ? "accepts nothing at all for the payment" : undefined;
    },
  },
  burn: {
    vault: "out",
    fault: ({ minOutBase }) => (minOutBase === 0n ? "accepts nothing at all for the vault's tokens" : undefined),
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
 * For the vault alone, and only what the purchase right behind it needs. An approval of nothing may stand before that: some tokens (USDT)
 * take no new one while an old one is left.
 */
function faultOfApproval(
  { token, spender, amountBase }: OfKind<"approve">,
  { calls, index, vault }: OwnerCallPlace,
): string | undefined {
  if (spender !== vault) return "lets another account than the vault take the token";
  const next = calls[index + 1];
  const isReset = amountBase === 0n && next?.kind === "approve" && next.token === token && next.amountBase > 0n;
  const isNeeded = next?.kind === "mint" && next.amountInBase === amountBase && amountBase > 0n;
  return isReset || isNeeded ? undefined : "is not for exactly what the purchase behind it takes";
}
