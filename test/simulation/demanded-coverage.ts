import { EXPECTED_COVERAGE } from "./expected-coverage.ts";

/**
 * One history in how many reaches a state, by the longest beginning of its name; rounded down from
 * what 20,000 histories reached (2026-11-22), and by the share that the kinds of histories have
 * since. A new state that is rarer than the rest has its own line here.
 */
const ONE_IN: Readonly<Record<string, number>> = {
  "": 165,
  "chain: mempool forgets": 400,
  "chain: next call reverts": 220,
  "fault: messenger": 800,
  "fault: queue": 700,
  "a node lied": 540,
  "a node lied: other receipt": 3_300,
  "fault: rpc": 340,
  "a shard": 540,
  "operation: ": 540,
  "fault: venue": 320,
  "told: ": 220,
  "NAV sync": 350,
  "NAV sync: reverted": 1_100,
  "chain: other chain": 300,
  "command refused: cancel sync as an order": 180,
  "create-order: its operator has one already": 220,
  "told: a failure of a NAV sync": 270,
  "told: its stop of a NAV sync": 470,
  "sent: replacement with higher fees": 210,
  "sent: known bytes again": 420,
  "sent: the same call, signed anew": 470,
  "sent: hole filled": 3_300,
  "sent: was on its way when the cancel was acknowledged": 4_000,
  "prepare-attempt: delegation_disabled": 480,
  "prepare-attempt: not_delegated": 750,
  "command: skip": 500,
  "command: edit": 800,
  "command: limits": 600,
  "order: ": 300,
  "order: skipped while paused": 700,
  "order: resumed before its start": 1_400,
  "waits: ": 300,
  "waits: limits_changed": 2_200,
  "waits at rest for its gas price": 500,
  "limits: given back": 300,
  "prepare-attempt: limits_changed": 1_500,
  "command refused: cancel trigger as an order": 300,
  "command: cancel trigger": 300,
  trigger: 400,
  "trigger: of two operators": 700,
  "short of ": 400,
  "short of gas: told again": 6_000,
  "short of token: told again": 6_000,
  "told: a shortage": 1_200,
  "told: an order's end": 600,
  "told: a skipped slice": 2_000,
  "told: a trigger": 800,
  "told: what kept a trigger": 2_000,
};

/**
 * So many times that number reach it for all but six in a million draws of the seed: e to the power
 * of -12.
 */
const TIMES = 12;

/** What of the expected coverage as many histories must have reached; all of it from 40,000 on. */
export function demandedCoverage(histories: number): string[] {
  return EXPECTED_COVERAGE.filter((name) => histories >= TIMES * oneIn(name));
}

function oneIn(name: string): number {
  const beginnings = Object.keys(ONE_IN).filter((beginning) => name.startsWith(beginning));
  const longest = beginnings.reduce((a, b) => (b.length > a.length ? b : a), "");
  return ONE_IN[longest] ?? 0;
}
