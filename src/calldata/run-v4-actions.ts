import type { Address } from "viem";
import { larger, smaller } from "../lib/integers.ts";
import {
  type AmountRange,
  CONTRACT_BALANCE,
  exactly,
  type RouterBooks,
  splitRange,
} from "./router-books.ts";
import type { V4Step } from "./swap-calls.ts";

/** Owed by the pool manager to the router (positive) or by the router (negative). */
type Delta = AmountRange;
const NONE: Delta = { lo: 0n, hi: 0n };

/**
 * Runs actions on the books; returns a problem or null. An exact output promises nothing: router
 * 2.0 lets a dry pool fill it partly, so only TAKE_ALL, an exact TAKE or a later SWEEP enforce it
 * (V4Router.sol, `_swapExactOutput`).
 */
export function runV4Actions(actions: readonly V4Step[], books: RouterBooks): string | null {
  const deltas = new Map<Address, Delta>();
  for (const action of actions) {
    const problem = runAction(action, deltas, books);
    if (problem !== null) return problem;
  }
  return null;
}

function runAction(action: V4Step, deltas: Map<Address, Delta>, books: RouterBooks): string | null {
  switch (action.op) {
    case "swap":
      return runSwap(action, deltas);
    case "settle": {
      if (action.amountBase === CONTRACT_BALANCE) {
        if (action.payerIsUser) return "SETTLE takes the router's balance as the vault's debt";
        shift(deltas, action.token, books.router.empty(action.token));
        return null;
      }
      const amount =
        action.amountBase === 0n ? fullDebt(deltas, action.token) : exactly(action.amountBase);
      return settle(action.token, amount, action.payerIsUser, deltas, books);
    }
    case "settleAll": {
      const debt = fullDebt(deltas, action.token);
      const hi = smaller(debt.hi, action.maxBase);
      return settle(action.token, { lo: debt.lo, hi }, true, deltas, books);
    }
    case "take": {
      const amount =
        action.amountBase === 0n ? fullCredit(deltas, action.token) : exactly(action.amountBase);
      books.give(action.recipient, action.token, amount);
      return pay(deltas, action.token, amount, action.amountBase === 0n);
    }
    case "takeAll": {
      const credit = fullCredit(deltas, action.token);
      const lo = larger(credit.lo, action.minBase);
      books.give("vault", action.token, { lo, hi: credit.hi });
      return pay(deltas, action.token, credit, true);
    }
    case "takePortion": {
      const split = splitRange(fullCredit(deltas, action.token), action.bips);
      if (split === undefined) return "TAKE_PORTION takes more than everything";
      books.give(action.recipient, action.token, split.part);
      deltas.set(action.token, split.rest);
      return null;
    }
  }
}

function runSwap(
  swap: Extract<V4Step, { op: "swap" }>,
  deltas: Map<Address, Delta>,
): string | null {
  if (swap.mode === "exactOut") {
    if (swap.amountBase === 0n) return "an exact-output swap of an open amount cannot be bounded";
    shift(deltas, swap.tokenIn, { lo: -swap.limitBase, hi: 0n });
    shift(deltas, swap.tokenOut, { lo: 0n, hi: swap.amountBase });
    return null;
  }
  if (swap.amountBase === 0n) deltas.delete(swap.tokenIn);
  else shift(deltas, swap.tokenIn, { lo: -swap.amountBase, hi: -swap.amountBase });
  shift(deltas, swap.tokenOut, { lo: swap.limitBase, hi: null });
  return null;
}

function settle(
  token: Address,
  amount: { lo: bigint; hi: bigint },
  payerIsUser: boolean,
  deltas: Map<Address, Delta>,
  books: RouterBooks,
): string | null {
  if (amount.hi < amount.lo) return "SETTLE_ALL allows less than is owed";
  shift(deltas, token, amount);
  return books.collect(payerIsUser, token, amount)
    ? null
    : "the router cannot pay what it should settle";
}

function pay(
  deltas: Map<Address, Delta>,
  token: Address,
  amount: AmountRange,
  everything: boolean,
): null {
  if (everything) deltas.delete(token);
  else shift(deltas, token, { lo: -amount.lo, hi: -amount.lo });
  return null;
}

function shift(deltas: Map<Address, Delta>, token: Address, by: Delta): void {
  const delta = deltas.get(token) ?? NONE;
  deltas.set(token, {
    lo: delta.lo + by.lo,
    hi: delta.hi === null || by.hi === null ? null : delta.hi + by.hi,
  });
}

/** Reverts while anything is due to the vault (DeltaNotNegative). */
function fullDebt(deltas: Map<Address, Delta>, token: Address): { lo: bigint; hi: bigint } {
  const delta = deltas.get(token) ?? NONE;
  return { lo: delta.hi === null ? 0n : larger(-delta.hi, 0n), hi: larger(-delta.lo, 0n) };
}

/** Reverts while the vault owes anything (DeltaNotPositive). */
function fullCredit(deltas: Map<Address, Delta>, token: Address): AmountRange {
  const delta = deltas.get(token) ?? NONE;
  return { lo: larger(delta.lo, 0n), hi: delta.hi === null ? null : larger(delta.hi, 0n) };
}
