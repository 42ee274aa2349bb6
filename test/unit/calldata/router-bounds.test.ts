import fc from "fast-check";
import type { Address } from "viem";
import { expect, test } from "vitest";
import { encodeOps, type Op, runConcretely, type V4Op } from "../../support/concrete-router.ts";
import { decodeVaultCall } from "../../support/decode-vault-call.ts";
import {
  CONTRACT_BALANCE,
  executeCall,
  MSG_SENDER,
  NATIVE,
  ROUTER,
} from "../../support/router-calldata.ts";

const VAULT: Address = "0x389b1da4bff32aecabb293e93308a0fb4907094d";
const STRANGER: Address = "0x15d34aaf54267db7d7c367839aaf71a00a2c6a65";
const WETH: Address = "0x4200000000000000000000000000000000000006";
const TOKENS: Address[] = [
  NATIVE,
  WETH,
  "0x00000000000000000000000000000000000000aa",
  "0x00000000000000000000000000000000000000bb",
];
const facts = { vault: VAULT, wrappedNative: WETH, routerVersion: "2.0" } as const;

const token = fc.constantFrom(...TOKENS);
const pair = fc
  .uniqueArray(token, { minLength: 2, maxLength: 2 })
  .map(([tokenIn = NATIVE, tokenOut = WETH]) => ({ tokenIn, tokenOut }));
const recipient = fc.constantFrom(MSG_SENDER, MSG_SENDER, VAULT, ROUTER, ROUTER, STRANGER);
const amount = fc.oneof(
  { weight: 6, arbitrary: fc.bigInt(1n, 6n) },
  fc.constant(0n),
  fc.constant(CONTRACT_BALANCE),
);
const limit = fc.bigInt(0n, 6n);
const bips = fc.constantFrom(0n, 1n, 2_500n, 5_000n, 10_000n, 10_001n);
const mode = fc.constantFrom("in" as const, "out" as const);
const v4Amount = fc.oneof({ weight: 5, arbitrary: fc.bigInt(1n, 6n) }, fc.constant(0n));

const v4Swap = fc
  .record({ op: fc.constant("swap" as const), mode, pair, amount: v4Amount, limit })
  .map(({ pair: p, ...rest }) => ({ ...rest, ...p }));
const v4Other: fc.Arbitrary<V4Op> = fc.oneof(
  fc.record({
    op: fc.constant("settle" as const),
    token,
    amount: fc.oneof(v4Amount, fc.constant(0n), fc.constant(CONTRACT_BALANCE)),
    payerIsUser: fc.boolean(),
  }),
  fc.record({
    op: fc.constantFrom("settleAll" as const, "takeAll" as const),
    token,
    amount: fc.bigInt(0n, 9n),
  }),
  fc.record({
    op: fc.constant("take" as const),
    token,
    recipient,
    amount: fc.oneof(v4Amount, fc.constant(0n)),
  }),
  fc.record({ op: fc.constant("takePortion" as const), token, recipient, amount: bips }),
);
/**
 * A swap with a way to settle and a way to take, sometimes with something more: plans that often
 * succeed.
 */
const v4Whole: fc.Arbitrary<V4Op[]> = fc
  .record({
    swap: v4Swap,
    first: fc.boolean(),
    settle: v4Other,
    take: v4Other,
    extra: fc.array(v4Other, { maxLength: 1 }),
    recipient,
    payerIsUser: fc.boolean(),
  })
  .chain(({ swap, first, extra, recipient: to, payerIsUser }) =>
    fc
      .record({
        settle: fc.constantFrom<V4Op>(
          { op: "settleAll", token: swap.tokenIn, amount: 9n },
          { op: "settle", token: swap.tokenIn, amount: 0n, payerIsUser },
          { op: "settle", token: swap.tokenIn, amount: swap.amount, payerIsUser },
          { op: "settle", token: swap.tokenIn, amount: CONTRACT_BALANCE, payerIsUser: false },
        ),
        take: fc.constantFrom<V4Op>(
          { op: "takeAll", token: swap.tokenOut, amount: swap.limit },
          { op: "take", token: swap.tokenOut, recipient: to, amount: 0n },
          { op: "take", token: swap.tokenOut, recipient: to, amount: swap.amount },
        ),
      })
      .map(({ settle, take }) =>
        first ? [settle, swap, ...extra, take] : [swap, settle, ...extra, take],
      ),
  );

const op: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc
      .record({
        op: fc.constant("pool" as const),
        protocol: fc.constantFrom("v2" as const, "v3" as const),
        mode,
        recipient,
        amount,
        limit,
        pair,
        payerIsUser: fc.boolean(),
      })
      .map(({ pair: p, ...rest }) => ({ ...rest, ...p })),
  },
  { weight: 3, arbitrary: v4Whole.map((actions) => ({ op: "v4" as const, actions })) },
  {
    weight: 1,
    arbitrary: fc
      .array(fc.oneof(v4Swap, v4Other), { maxLength: 5 })
      .map((actions) => ({ op: "v4" as const, actions })),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      op: fc.constantFrom("wrap" as const, "unwrap" as const),
      recipient,
      amount,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      op: fc.constantFrom("sweep" as const, "transfer" as const),
      token,
      recipient,
      amount,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ op: fc.constant("portion" as const), token, recipient, amount: bips }),
  },
);
const plan = fc.array(op, { minLength: 1, maxLength: 4 });

/** A repeatable source of choices for the pools: numbers from 0 to `max`. */
function draws(seed: number): (max: number) => number {
  let state = seed;
  return (max) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * (max + 1));
  };
}

test("behavior: whatever the pools do, no plan moves more than the decoder says", {
  timeout: 240_000,
}, () => {
  const seen = { swaps: 0, ran: 0, clean: 0, exactOut: 0 };
  fc.assert(
    fc.property(plan, fc.nat(), (ops, seed) => {
      const call = decodeVaultCall(executeCall(encodeOps(ops)), facts);
      if (call.kind !== "swap" || call.venue === "0x-allowance-holder") return;
      seen.swaps += 1;
      for (let run = 0; run < 15; run++) {
        const moved = runConcretely(ops, VAULT, WETH, draws(seed + run));
        if (moved === null) continue;
        seen.ran += 1;
        for (const [moving, by] of moved.vault) {
          if (moving === call.tokenIn) expect(-by).toBeLessThanOrEqual(call.amountInBase);
          else expect(by).toBeGreaterThanOrEqual(0n);
        }
        const got =
          (call.recipient === VAULT ? moved.vault : moved.strangers).get(call.tokenOut) ?? 0n;
        expect(got).toBeGreaterThanOrEqual(call.amountOutMinBase);
        if (call.mode === "exactOut" && call.recipient === VAULT) {
          seen.exactOut += 1;
          expect(got).toBeLessThanOrEqual(call.amountOutBase ?? 0n);
        }
        const paid = [...moved.strangers].filter(([, by]) => by > 0n).map(([to]) => to);
        expect(call.payments.map((payment) => payment.token)).toEqual(expect.arrayContaining(paid));
        const left = [...moved.router].filter(([, by]) => by > 0n).map(([to]) => to);
        expect(call.leftInRouter).toEqual(expect.arrayContaining(left));
        if (
          call.payments.length === 0 &&
          call.leftInRouter.length === 0 &&
          call.recipient === VAULT
        )
          seen.clean += 1;
      }
    }),
    { numRuns: 2_000, seed: 20_261_120 },
  );
  // The property is only worth something if enough plans are swaps, run through, and are clean.
  expect(seen.ran).toBeGreaterThan(500);
  expect(seen.clean).toBeGreaterThan(300);
  expect(seen.exactOut).toBeGreaterThan(200);
});
