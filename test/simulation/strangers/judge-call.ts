import type { Address } from "viem";
import { SETTINGS_DEFAULTS } from "../../../schemas/operator-settings.ts";
import { held, navOf, type StrangerState, trueWorth, worthHere } from "./stranger-state.ts";
import { TOKENS, tokenAt, tokenOf, type WorldToken, worthOf } from "./tokens.ts";

/**
 * What an operator allows of a vault in dollars, a call and a day; and what may be bought of thin
 * tokens a day.
 */
export type WorldLimits = {
  perCall: bigint;
  perDay: bigint;
  thin: Readonly<Record<Address, bigint>>;
};
/** `countedE6`: of tokens with a second price, by which limits count them. */
export type Spent = {
  atMs: number;
  givenE6: bigint;
  countedE6: bigint;
  lostE6: bigint;
  thin: Address | undefined;
  syncedE6: bigint;
};

const DAY_MS = 86_400_000;
/**
 * Half a percent for what a day's start is rounded to, and for the spread between oracle and
 * market.
 */
const CLOSE_BPS = 50n;
const DUST_E6 = 2_000_000n;

/**
 * One executed call of the agent, by what tokens are worth: it lost no more than the Swap Shield's
 * tolerance and the slippage of what it gave away, and what was given away in 24 hours is within
 * the limits. What buys a thin token that the operator named may be lost whole, up to that token's
 * limit of the day, and so may a thin token that is sold.
 */
export function judgeCall(
  before: StrangerState,
  after: StrangerState,
  past: readonly Spent[],
  limits: WorldLimits | undefined,
  nowMs: number,
): { spent: Spent; violations: string[] } {
  const lostE6 = trueWorth(before) - trueWorth(after);
  const givenE6 = givenAway(before, after, () => true);
  const countedE6 = givenAway(before, after, ({ isThin }) => !isThin);
  const thin = boughtThin(before, after);
  const isSync = after.far !== before.far && after.virtualSupply === before.virtualSupply;
  const spent = { atMs: nowMs, givenE6, countedE6, lostE6, thin, syncedE6: isSync ? givenE6 : 0n };
  const day = [...past.filter(({ atMs }) => nowMs - atMs < DAY_MS), spent];
  const sum = (list: readonly Spent[]) => list.reduce((total, one) => total + one.countedE6, 0n);
  const named = thin === undefined ? undefined : limits?.thin[thin];
  const isThinSold = soldThin(before, after);
  const toleranceBps = BigInt(SETTINGS_DEFAULTS.swapShieldBps + SETTINGS_DEFAULTS.slippageBps);
  const violations: string[] = [];
  const isWhole = named !== undefined || isThinSold;
  const most = isWhole ? givenE6 + DUST_E6 : (givenE6 * toleranceBps) / 10_000n + DUST_E6;
  if (lostE6 > most)
    violations.push(`a call lost ${dollars(lostE6)} of ${dollars(givenE6)} given away`);
  const within = (limit: bigint) => limit + (limit * CLOSE_BPS) / 10_000n + DUST_E6;
  if (named !== undefined) {
    const bought = sum(day.filter((one) => one.thin === thin));
    if (bought > within(named))
      violations.push(`${dollars(bought)} went for a named token in a day`);
  }
  if (limits !== undefined && countedE6 > within(limits.perCall))
    violations.push(
      `a call gave ${dollars(countedE6)}, over its limit of ${dollars(limits.perCall)}`,
    );
  if (limits !== undefined && sum(day) > within(limits.perDay))
    violations.push(
      `${dollars(sum(day))} were given in a day, over the limit of ${dollars(limits.perDay)}`,
    );
  // The budget stops the call after the one that used it up.
  const lostInDay = day.reduce((total, one) => total + one.lostE6, 0n);
  const budgetE6 = (trueWorth(before) + lostInDay) * BigInt(SETTINGS_DEFAULTS.lossDayBps);
  if (lostE6 > DUST_E6 && lostInDay > budgetE6 / 10_000n + most)
    violations.push(`${dollars(lostInDay)} were lost in a day`);
  if (isSync) violations.push(...judgeSync(before, [...past, spent], nowMs));
  return { spent, violations };
}

/**
 * Value that left without its units: a tenth of what is here in 24 hours and a fifth in 7 days
 * (twice the NAV Shield's threshold), and where no price was touched, only towards the chain where
 * a unit is worth less.
 */
function judgeSync(before: StrangerState, all: readonly Spent[], nowMs: number): string[] {
  const within = (ms: number): bigint =>
    all.filter(({ atMs }) => nowMs - atMs < ms).reduce((sum, { syncedE6 }) => sum + syncedE6, 0n);
  const day = within(DAY_MS);
  const week = within(7 * DAY_MS);
  // What was here when the first of them left, and some room for what a unit is worth by the
  // oracle.
  const whole = ((worthHere(before) + week) * 105n) / 100n;
  const share = (bps: number): bigint => (whole * BigInt(bps)) / 10_000n + DUST_E6;
  const isCalm = Object.keys(before.moved).length === 0;
  const { unit } = navOf(before, tokenOf("USDC").address);
  const { supply, usdcBase } = before.far;
  return [
    ...(day > share(SETTINGS_DEFAULTS.navShieldBps)
      ? [`${dollars(day)} were synced away in a day`]
      : []),
    ...(week > share(2 * SETTINGS_DEFAULTS.navShieldBps)
      ? [`${dollars(week)} were synced away in a week`]
      : []),
    ...(isCalm && supply > 0n && usdcBase * 1_000_000n > unit * supply
      ? ["a sync went to where a unit is worth more"]
      : []),
  ];
}

/** What left the balances for a swap, a position or a stake. */
const givenAway = (
  before: StrangerState,
  after: StrangerState,
  counts: (token: WorldToken) => boolean,
): bigint =>
  TOKENS.filter(counts).reduce((sum, { address }) => {
    const left = held(before, address) - held(after, address);
    return left > 0n ? sum + worthOf(address, left) : sum;
  }, 0n);

/**
 * Whose market and oracle one stranger moves together: no second price is there to judge a sale by.
 */
const soldThin = (before: StrangerState, after: StrangerState): boolean =>
  TOKENS.some(({ address, isThin }) => isThin && held(after, address) < held(before, address));

/** The thin token of which the vault now has more, loose or in a position. */
function boughtThin(before: StrangerState, after: StrangerState): Address | undefined {
  const bought = TOKENS.find(
    ({ address, isThin }) => isThin && held(after, address) > held(before, address),
  );
  if (bought !== undefined) return bought.address;
  const added = Object.entries(after.positions).find(
    ([id, { liquidity }]) => liquidity > (before.positions[id]?.liquidity ?? 0n),
  );
  const key = added && after.pools[added[1].pool]?.key;
  return key && [key.currency0, key.currency1].find((token) => tokenAt(token).isThin);
}

export const dollars = (amountE6: bigint): string => `${amountE6 / 1_000_000n} USD`;
