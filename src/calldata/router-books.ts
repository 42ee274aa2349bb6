import type { Address } from "viem";
import { NATIVE_TOKEN } from "./native-token.ts";
import type { Payment, Recipient } from "./swap-calls.ts";

/**
 * Books of a running plan: paid and received by the vault, held by the router, paid to strangers.
 */
export type RouterBooks = {
  paidByVault: TokenLedger;
  receivedByVault: TokenLedger;
  router: TokenLedger;
  payments: Payment[];
  give(recipient: Recipient, token: Address, amount: AmountRange): void;
  /** False when the call would always revert. */
  collect(payerIsUser: boolean, token: Address, amount: AmountRange): boolean;
};

/**
 * Books with the plan's native value, which the adapter attaches (docs/facts/vault-contracts.md 6).
 */
export function routerBooks(nativeValueBase: bigint): RouterBooks {
  const [paidByVault, receivedByVault, router] = [tokenLedger(), tokenLedger(), tokenLedger()];
  const payments: Payment[] = [];
  paidByVault.add(NATIVE_TOKEN, exactly(nativeValueBase));
  router.add(NATIVE_TOKEN, exactly(nativeValueBase));
  return {
    paidByVault,
    receivedByVault,
    router,
    payments,
    give: (recipient, token, amount) => {
      if (recipient === "vault") receivedByVault.add(token, amount);
      else if (recipient === "router") router.add(token, amount);
      else payments.push({ token, recipient, minBase: amount.lo });
    },
    collect: (payerIsUser, token, amount) => {
      // Native coin always comes out of the router, whichever payer is named (DeltaResolver).
      if (!payerIsUser || token === NATIVE_TOKEN) return router.subtract(token, amount);
      paidByVault.add(token, amount);
      return true;
    },
  };
}

/** Ranges by token; its maker alone changes it. */
type TokenLedger = {
  get(token: Address): AmountRange;
  add(token: Address, amount: AmountRange): void;
  /** False when it is never possible. */
  subtract(token: Address, amount: AmountRange): boolean;
  empty(token: Address): AmountRange;
  /** Tokens that may be left. */
  tokens(): readonly Address[];
};

/** An empty ledger. */
export function tokenLedger(): TokenLedger {
  const ranges = new Map<Address, AmountRange>();
  const get = (token: Address): AmountRange => ranges.get(token) ?? { lo: 0n, hi: 0n };
  return {
    get,
    add: (token, amount) => {
      const held = get(token);
      const hi = held.hi === null || amount.hi === null ? null : held.hi + amount.hi;
      ranges.set(token, { lo: held.lo + amount.lo, hi });
    },
    subtract: (token, amount) => {
      const held = get(token);
      if (held.hi !== null && held.hi < amount.lo) return false;
      const lo = amount.hi === null || amount.hi > held.lo ? 0n : held.lo - amount.hi;
      ranges.set(token, { lo, hi: held.hi === null ? null : held.hi - amount.lo });
      return true;
    },
    empty: (token) => {
      const held = get(token);
      ranges.delete(token);
      return held;
    },
    tokens: () => [...ranges].filter(([, range]) => range.hi !== 0n).map(([token]) => token),
  };
}

/** Base units; `hi` null: unbounded. */
export type AmountRange = { lo: bigint; hi: bigint | null };

/** universal-router and v4-periphery ActionConstants.sol: "the whole balance of the router". */
export const CONTRACT_BALANCE = 1n << 255n;

/** A known amount as a range. */
export const exactly = (amount: bigint) => ({ lo: amount, hi: amount });

/** `bips` of a range and what stays of it; undefined above everything. */
export function splitRange(
  { lo, hi }: AmountRange,
  bips: bigint,
): { part: AmountRange; rest: AmountRange } | undefined {
  if (bips > BIPS) return undefined;
  const portion = (amount: bigint) => (amount * bips) / BIPS;
  const part = { lo: portion(lo), hi: hi === null ? null : portion(hi) };
  return { part, rest: { lo: lo - part.lo, hi: hi === null ? null : hi - portion(hi) } };
}

const BIPS = 10_000n;
