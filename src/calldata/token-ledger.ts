import type { Address } from "viem";
import type { AmountRange } from "./amount-range.ts";

/** As ranges. Changed in place by the code that made it. */
export type TokenLedger = {
  get(token: Address): AmountRange;
  add(token: Address, amount: AmountRange): void;
  /** False when it never is possible. */
  subtract(token: Address, amount: AmountRange): boolean;
  /** Takes everything away and returns it. */
  empty(token: Address): AmountRange;
  /** The tokens of which there may be something. */
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
