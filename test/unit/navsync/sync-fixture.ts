import type { NavSync, PlannedSync } from "../../../schemas/nav-sync.ts";

export const T0 = 1_700_000_000_000;
export const MINUTE = 60_000;
export const PLANNED: PlannedSync = {
  fromChainId: 10,
  toChainId: 8453,
  amount: "250.5",
  spreadBps: 312,
};

/** A NAV sync as it was created, with these changes. */
export const syncFixture = (changes: Partial<NavSync> = {}): NavSync => ({
  kind: "nav_sync",
  id: 7,
  chainId: 8453,
  vaultAddress: "0x00000000000000000000000000000000000000c3",
  operatorAddress: "0x00000000000000000000000000000000000000d4",
  intervalMinutes: 30,
  thresholdBps: 200,
  token: "USDC",
  maxPerRun: "1000",
  maxPerDay: "5000",
  active: true,
  status: "active",
  createdAt: T0,
  consecutiveFailures: 0,
  syncsExecuted: 0,
  pointIndex: 0,
  attemptsOfSlice: 0,
  ...changes,
});

/** The same with what it sends on its way, as prepare-attempt leaves it. */
export const sendingFixture = (changes: Partial<NavSync> = {}): NavSync =>
  syncFixture({
    status: "pending_confirmation",
    pendingAttempt: "nav_sync:0x00000000000000000000000000000000000000c3:7:1:1",
    pendingSync: PLANNED,
    attemptsOfSlice: 1,
    lastExecution: T0 + MINUTE,
    anchorMs: T0 + MINUTE,
    pointIndex: 1,
    ...changes,
  });
