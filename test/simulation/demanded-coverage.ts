import { EXPECTED_COVERAGE } from "./expected-coverage.ts";

/**
 * One history in how many reaches a state, by the longest beginning of its name; rounded down from what 20,000 histories
 * reached (2026-11-22). A new state that is rarer than the rest has its own line here.
 */
const ONE_IN: Readonly<Record<string, number>> = {
  "": 120,
  "chain: mempool forgets": 200,
  "chain: next call reverts": 160,
  "fault: messenger": 600,
  "fault: queue": 500,
  "a node lied": 400,
  "a node lied: other receipt": 2_500,
  "fault: rpc": 250,
  "a shard": 400,
  "operation: ": 400,
  "fault: venue": 240,
  "told: ": 160,
  "NAV sync": 260,
  "NAV sync: reverted": 800,
  "chain: other chain": 220,
  "command refused: cancel sync as an order": 130,
  "create-nav-sync: exists": 160,
  "told: a failure of a NAV sync": 200,
  "told: its stop of a NAV sync": 350,
  "sent: hole filled": 2_500,
  "sent: was on its way when the cancel was acknowledged": 2_500,
};

/** So many times that number reach it for all but six in a million draws of the seed: e to the power of -12. */
const TIMES = 12;

/** What of the expected coverage as many histories must have reached; all of it from 30,000 on. */
export function demandedCoverage(histories: number): string[] {
  return EXPECTED_COVERAGE.filter((name) => histories >= TIMES * oneIn(name));
}

function oneIn(name: string): number {
  const beginnings = Object.keys(ONE_IN).filter((beginning) => name.startsWith(beginning));
  const longest = beginnings.reduce((a, b) => (b.length > a.length ? b : a), "");
  return ONE_IN[longest] ?? 0;
}
