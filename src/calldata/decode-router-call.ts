import type { Address, Hex } from "viem";
import type { RouterFacts } from "../kinds/vault-call.ts";
import { lowerHex } from "../lib/normalize-address.ts";
import { notStandard, unknownCall } from "./decode-abi-strictly.ts";
import { executeCalldata } from "./execute-calldata.ts";
import { NATIVE_TOKEN } from "./native-token.ts";
import { parseRouterPlan, type RouterPlan } from "./parse-router-plan.ts";
import type { RouterBooks } from "./router-books.ts";
import { runRouterPlan } from "./run-router-plan.ts";
import type { Payment, RouterCall, RouterStep, RouterSwapCall, SwapLeg } from "./swap-calls.ts";

type Mode = RouterSwapCall["mode"];

/** Sums up legs, payments and leftovers of execute() as one swap. */
export function decodeRouterCall(data: Hex, facts: RouterFacts): RouterCall {
  const call = executeCalldata.decode(data);
  if (call === null || executeCalldata.encode(call) !== data.toLowerCase()) {
    return notStandard("execute");
  }
  const { deadlineSec } = call;
  const plan = parseRouterPlan(call.commands, call.inputs, facts);
  if ("problem" in plan) {
    if (plan.problem === "unreadable") return unknownCall(plan.reason);
    return { kind: "unsupportedCommand", command: plan.command, name: plan.name, deadlineSec };
  }
  const swaps = plan.steps.flatMap(swapsOf);
  if (swaps.length === 0) return withoutSwap(plan.steps, facts, deadlineSec);
  const books = runRouterPlan(plan.steps, facts);
  return "problem" in books
    ? unsupported(books.problem)
    : summarize(plan, swaps, books, facts, deadlineSec);
}

function summarize(
  plan: RouterPlan,
  swaps: readonly { mode: Mode; leg: SwapLeg }[],
  books: RouterBooks,
  facts: RouterFacts,
  deadlineSec: bigint | null,
): RouterCall {
  const [mode, otherMode] = new Set(swaps.map((swap) => swap.mode));
  if (mode === undefined || otherMode !== undefined)
    return unsupported("exact-input and exact-output swaps are mixed");
  const [tokenIn, secondIn] = books.paidByVault.tokens();
  if (tokenIn === undefined || secondIn !== undefined)
    return unsupported("not exactly one token leaves the vault");
  const amountInBase = books.paidByVault.get(tokenIn).hi;
  const output = outputOf(books, tokenIn, facts);
  if (output === null) return unsupported("not exactly one token comes out of the swap");
  if (amountInBase === null) return unsupported("what leaves the vault has no bound");
  return {
    kind: "swap",
    venue: venueOf(swaps.map((swap) => swap.leg.protocol)),
    mode,
    tokenIn,
    tokenOut: output.token,
    amountInBase,
    amountOutBase: output.hi,
    amountOutMinBase: output.lo,
    recipient: output.recipient,
    deadlineSec,
    payments: books.payments,
    leftInRouter: books.router.tokens(),
    nativeFromVaultBase: books.paidByVault.get(NATIVE_TOKEN).lo,
    commands: plan.commands,
    actions: plan.actions,
    legs: swaps.map((swap) => swap.leg),
    sweep: lastSweep(plan.steps),
  };
}

/** The token that arrives beside refunds of the input, else the one a stranger gets. */
function outputOf(books: RouterBooks, tokenIn: Address, facts: RouterFacts) {
  const [received, second] = books.receivedByVault.tokens().filter((token) => token !== tokenIn);
  if (second !== undefined) return null;
  if (received !== undefined) {
    return {
      token: received,
      recipient: lowerHex(facts.vault),
      ...books.receivedByVault.get(received),
    };
  }
  const [paid, another]: readonly Payment[] = books.payments;
  if (paid === undefined || another !== undefined) return null;
  return { token: paid.token, recipient: paid.recipient, lo: paid.minBase, hi: null };
}

function swapsOf(step: RouterStep): { mode: Mode; leg: SwapLeg }[] {
  if (step.op === "poolSwap") {
    const { mode, protocol, path, payerIsUser } = step;
    // Safe: a V2 path was decoded from address[].
    return [{ mode, leg: { protocol, path, payerIsUser } as SwapLeg }];
  }
  if (step.op !== "v4") return [];
  return step.actions.flatMap((action) =>
    action.op === "swap"
      ? [{ mode: action.mode, leg: { protocol: "v4" as const, pools: action.pools } }]
      : [],
  );
}

/** Names a lone SWEEP or TRANSFER; anything else is not ours. */
function withoutSwap(
  steps: readonly RouterStep[],
  facts: RouterFacts,
  deadlineSec: bigint | null,
): RouterCall {
  const [step, second] = steps;
  if (second !== undefined || (step?.op !== "sweep" && step?.op !== "transfer"))
    return unsupported("the plan has no swap in it");
  const recipient = step.recipient === "vault" ? facts.vault : step.recipient;
  if (recipient === "router")
    return unsupported("the plan moves something from the router to itself");
  const amountBase = step.op === "sweep" ? step.minBase : step.amountBase;
  return {
    kind: step.op,
    token: step.token,
    recipient: lowerHex(recipient),
    amountBase,
    deadlineSec,
  };
}

function venueOf(protocols: readonly SwapLeg["protocol"][]): RouterSwapCall["venue"] {
  const [protocol, another] = new Set(protocols);
  return protocol === undefined || another !== undefined ? "uniswap-mixed" : `uniswap-${protocol}`;
}

function lastSweep(steps: readonly RouterStep[]): RouterSwapCall["sweep"] {
  const sweep = steps.findLast((step) => step.op === "sweep");
  return sweep?.op === "sweep"
    ? { token: sweep.token, recipient: sweep.encodedRecipient, amountMinBase: sweep.minBase }
    : null;
}

const unsupported = (reason: string): RouterCall => ({
  kind: "unsupported",
  venue: "uniswap",
  reason,
});
