import type { RouterFacts } from "../kinds/vault-call.ts";
import { larger } from "../lib/integers.ts";
import { NATIVE_TOKEN } from "./native-token.ts";
import {
  type AmountRange,
  CONTRACT_BALANCE,
  exactly,
  type RouterBooks,
  routerBooks,
  splitRange,
} from "./router-books.ts";
import { runV4Actions } from "./run-v4-actions.ts";
import type { RouterStep } from "./swap-calls.ts";

/** SWEEP reads its minimum as a uint160 (Dispatcher.sol). */
const MAX_UINT160 = (1n << 160n) - 1n;

/**
 * Bounds whatever the pools do: at most leaves, at least arrives. `problem` where there is no bound
 * (universal-router 2.0.0 Dispatcher.sol, Payments.sol).
 */
export function runRouterPlan(
  steps: readonly RouterStep[],
  facts: RouterFacts,
): RouterBooks | { problem: string } {
  const books = routerBooks(nativeValue(steps));
  for (const step of steps) {
    const problem = runStep(step, books, facts);
    if (problem !== null) return { problem };
  }
  return books;
}

/**
 * The adapter attaches the input of native v4 swaps and amounts to wrap (docs/facts/vault-
 * contracts.md 6).
 */
function nativeValue(steps: readonly RouterStep[]): bigint {
  let value = 0n;
  for (const step of steps) {
    if (step.op === "wrap") value += step.amountBase;
    if (step.op !== "v4") continue;
    for (const action of step.actions) {
      if (action.op !== "swap" || action.tokenIn !== NATIVE_TOKEN) continue;
      value += action.mode === "exactIn" ? action.amountBase : action.limitBase;
    }
  }
  return value;
}

function runStep(step: RouterStep, books: RouterBooks, facts: RouterFacts): string | null {
  const cannotPay = (paid: boolean) =>
    paid ? null : "the router cannot pay what the plan takes from it";
  switch (step.op) {
    case "v4":
      return runV4Actions(step.actions, books);
    case "poolSwap":
      return runPoolSwap(step, books);
    case "wrap": {
      if (step.amountBase === CONTRACT_BALANCE)
        return "WRAP_ETH of the router's balance has no bound";
      books.give(step.recipient, facts.wrappedNative, exactly(step.amountBase));
      return cannotPay(books.router.subtract(NATIVE_TOKEN, exactly(step.amountBase)));
    }
    case "unwrap":
      books.give(
        step.recipient,
        NATIVE_TOKEN,
        atLeast(books.router.empty(facts.wrappedNative), step.minBase),
      );
      return null;
    case "sweep":
      if (step.minBase > MAX_UINT160) return "SWEEP has a minimum that does not fit a uint160";
      books.give(step.recipient, step.token, atLeast(books.router.empty(step.token), step.minBase));
      return null;
    case "transfer": {
      const amount =
        step.amountBase === CONTRACT_BALANCE
          ? books.router.get(step.token)
          : exactly(step.amountBase);
      books.give(step.recipient, step.token, amount);
      if (step.amountBase !== CONTRACT_BALANCE)
        return cannotPay(books.router.subtract(step.token, amount));
      books.router.empty(step.token);
      return step.token === NATIVE_TOKEN
        ? "TRANSFER has no flag for the whole native balance"
        : null;
    }
    case "payPortion": {
      const split = splitRange(books.router.empty(step.token), step.bips);
      if (split === undefined) return "PAY_PORTION pays more than everything";
      books.router.add(step.token, split.rest);
      books.give(step.recipient, step.token, split.part);
      return null;
    }
  }
}

function runPoolSwap(
  swap: Extract<RouterStep, { op: "poolSwap" }>,
  books: RouterBooks,
): string | null {
  const { tokenIn, amountBase, limitBase, payerIsUser } = swap;
  if (swap.mode === "exactIn" && amountBase === CONTRACT_BALANCE) {
    if (payerIsUser) return "a swap takes the router's balance as the vault's amount";
    books.router.empty(tokenIn);
  } else {
    const amount = swap.mode === "exactIn" ? exactly(amountBase) : { lo: 0n, hi: limitBase };
    if (!books.collect(payerIsUser, tokenIn, amount)) return "the router cannot pay for a swap";
  }
  const out = swap.mode === "exactIn" ? { lo: limitBase, hi: null } : exactly(amountBase);
  books.give(swap.recipient, swap.tokenOut, out);
  return null;
}

const atLeast = ({ lo, hi }: AmountRange, min: bigint) => ({ lo: larger(lo, min), hi });
