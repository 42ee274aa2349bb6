import { expect, test } from "vitest";
import { notification } from "../../../schemas/notification.ts";
import { coinAlarm } from "../../../src/attempts/send-cancel-transaction.ts";
import { callAttempt } from "../pipeline/support/call-attempt.ts";
import { executionBench } from "../pipeline/support/execution-bench.ts";

const attempt = callAttempt(await executionBench());
const wallet = { balanceWei: 99_999n, gas: 100n, maxFeePerGas: 1_000n, l1FeeWei: 0n, nowMs: 7 };

test("default: the alarm names operator, wallet, balance and need at the chain's gas cap", () => {
  const alarm = coinAlarm(attempt, wallet);
  expect(alarm).toEqual({
    kind: "agent_needs_coin",
    id: "call:R-1:agent_needs_coin",
    vault: attempt.vault,
    chainId: 8453,
    operator: attempt.operator,
    createdAt: 7,
    agent: attempt.agent,
    balanceWei: "99999",
    // 100 gas at 40,000,000 wei (docs/facts/venues.md 6): whatever the fees become, sending it as
    // much is enough.
    neededWei: "4000000000",
  });
  expect(notification.parse(alarm)).toEqual(alarm);
});

test("boundary: a wallet that can just pay needs nothing", () => {
  expect(coinAlarm(attempt, { ...wallet, balanceWei: 100_000n })).toBeUndefined();
});

test("behavior: what publishing on L1 costs is needed as well, where it was read", () => {
  const told = (l1FeeWei: bigint | null, balanceWei: bigint) =>
    coinAlarm(attempt, { ...wallet, balanceWei, l1FeeWei })?.neededWei;
  expect(told(7n, 100_006n)).toBe("4000000007");
  expect(told(7n, 100_007n)).toBeUndefined();
  expect(told(null, 100_000n)).toBeUndefined();
  expect(told(null, 99_999n)).toBe("4000000000");
});

test("behavior: no alarm is raised for a balance that was not read", () => {
  expect(coinAlarm(attempt, { ...wallet, balanceWei: null })).toBeUndefined();
});
