import type { Address } from "viem";
import { NATIVE_TOKEN } from "./native-token.ts";
import type { Payment, Recipient } from "./swap-calls.ts";

/** While a router plan runs: what the vault pays and gets, what the router holds, what strangers get. */
export type RouterBooks = {
  paidByVault: TokenLedger;
  receivedByVault: TokenLedger;
  router: TokenLedger;
  payments: Payment[];
  give(recipient: Recipient, token: Address, amount: AmountRange): void;
  /** From the vault or from the router; false when the call would always revert. */
  collect(payerIsUser: boolean, token: Address, amount: AmountRange): boolean;
};

/** The vault's adapter attaches the plan's native value (docs/facts/vault-contracts.md 6). */
export function routerBooks(nativeValueBase: bigint): RouterBooks {
  const [paidByVault, receivedByVault, router] = [tokenLedger(), tokenLedger(), tokenLedger()];
  const payments: Payment[] = [];
  const exactly = { lo: nativeValueBase, hi: nativeValueBase };
  paidByVault.add(NATIVE_TOKEN, exactly);
  router.add(NATIVE_TOKEN, exactly);
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

/** As ranges. Changed in place by the code that made it. */
type TokenLedger = {
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

/** In base units; `hi` null: no upper bound is known. */
export type AmountRange = { lo: bigint; hi: bigint | null };
