import type { Address, Hex } from "viem";
import { aggregateCalls } from "../chain/aggregate-calls.ts";
import type { ChainDeps } from "../deps.ts";
import { chunksOf } from "../lib/in-parallel.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { gmxKeys } from "./gmx-keys.ts";
import { gmxReads } from "./gmx-reads.ts";
import { gmxScale } from "./gmx-scale.ts";
import type { GmxMarket } from "./read-gmx-account.ts";

type GmxClaim = { market: Address; token: Address; amountBase: bigint; timeKey?: bigint };
/** `leftOut`: markets not read in full, by cost. */
type GmxClaims = { claims: readonly GmxClaim[]; leftOut: readonly Address[] };
type ClaimsAround = {
  chain: ChainDeps;
  vault: Address;
  markets: readonly GmxMarket[];
  wants?: (token: Address) => boolean;
};

/**
 * Funding of all markets, closed positions included. An open position's funding counts once it
 * changes.
 */
export async function readClaims({
  chain,
  vault,
  markets,
  wants,
}: ClaimsAround): Promise<Verdict<GmxClaims>> {
  const wanted = claimPairs(markets, wants);
  const pairs = wanted.slice(0, claimBounds.mostAmounts);
  const keys = pairs.map((pair) => gmxKeys.claimableFunding({ ...pair, account: vault }));
  const amounts = await readValues(chain, keys);
  if (!amounts.ok) return amounts;
  const claims = pairs.map((pair, index) => ({ ...pair, amountBase: amounts.value[index] ?? 0n }));
  return allow({
    claims: claims.filter(({ amountBase }) => amountBase > 0n),
    leftOut: [...new Set(wanted.slice(pairs.length).map(({ market }) => market))],
  });
}

/**
 * Withheld collateral of named hours that is claimable now. Amounts are read first: most are zero.
 */
export async function readWithheld(
  { chain, vault, markets, wants }: ClaimsAround,
  timeKeys: readonly bigint[],
  nowSec: number,
): Promise<Verdict<GmxClaims>> {
  const wanted = claimPairs(markets, wants);
  const pairs = wanted.slice(0, Math.floor(claimBounds.mostAmounts / timeKeys.length));
  const asked = pairs.flatMap((pair) =>
    timeKeys.map((timeKey) => ({ ...pair, timeKey, account: vault })),
  );
  const amounts = await readValues(chain, asked.map(gmxKeys.claimableCollateral));
  if (!amounts.ok) return amounts;
  const withheld = asked
    .map((one, index) => ({ one, amountBase: amounts.value[index] ?? 0n }))
    .filter(({ amountBase }) => amountBase > 0n);
  const close = withheld.slice(0, claimBounds.mostWithheld);
  const leftOut = new Set(
    [...withheld.slice(close.length).map(({ one }) => one), ...wanted.slice(pairs.length)].map(
      ({ market }) => market,
    ),
  );
  if (close.length === 0) return allow({ claims: [], leftOut: [...leftOut] });
  const read = await readValues(chain, [
    ...SETTINGS.map(gmxKeys.setting),
    ...close.flatMap(({ one }) => [
      gmxKeys.claimedCollateral(one),
      gmxKeys.collateralFactor(one),
      gmxKeys.collateralFactorOf(one),
      gmxKeys.collateralReduction(one),
    ]),
  ]);
  if (!read.ok) return read;
  const value = (index: number): bigint => read.value[index] ?? 0n;
  const claims = close.map(({ one: { account: _, ...claim }, amountBase }, index) => {
    const first = SETTINGS.length + index * 4;
    const claimableBase = claimableCollateral({
      amountBase,
      claimedBase: value(first),
      factor: value(first + 1),
      factorOfAccount: value(first + 2),
      reduction: value(first + 3),
      ageSec: BigInt(nowSec) - claim.timeKey * value(0),
      delaySec: value(1),
    });
    return { ...claim, amountBase: claimableBase };
  });
  return allow({
    claims: claims.filter(({ amountBase }) => amountBase > 0n),
    leftOut: [...leftOut],
  });
}

const SETTINGS = ["CLAIMABLE_COLLATERAL_TIME_DIVISOR", "CLAIMABLE_COLLATERAL_DELAY"];

async function readValues(
  { rpc, addresses }: ChainDeps,
  keys: readonly Hex[],
): Promise<Verdict<readonly bigint[]>> {
  const values: bigint[] = [];
  for (const piece of chunksOf(claimBounds.mostValuesAtOnce, keys)) {
    const calls = piece.map((key) => gmxReads.value(key));
    const [read] = await rpc.send([aggregateCalls(addresses.multicall3, calls)]);
    if (!read.ok) return unreadable;
    for (const one of read.value) {
      if (!one.ok) return unreadable;
      values.push(one.value);
    }
  }
  return allow(values);
}

const unreadable = refuse(
  "rpc_unavailable",
  "What can be claimed at GMX could not be read from the chain. Please try again.",
);

/** Claims of one transaction; markets with a rest are in `leftOut`. */
export function boundedClaims(found: GmxClaims): GmxClaims {
  const claims = found.claims.slice(0, claimBounds.mostClaims);
  const later = found.claims.slice(claims.length).map(({ market }) => market);
  return { claims, leftOut: [...new Set([...later, ...found.leftOut])] };
}

/**
 * One amount is a market, token and (withheld) hour. A single market with 24 hours is always read
 * and claimed whole.
 */
export const claimBounds = {
  /** GMX on Arbitrum has some 250 amounts of funding. */
  mostAmounts: 1_000,
  /** Each takes four more values. */
  mostWithheld: 250,
  /** A claim costs some 100,000 gas. */
  mostClaims: 50,
  /** A value takes 450 bytes to ask and 320 to answer. */
  mostValuesAtOnce: 250,
};

type Tokens = { market: Address; longToken: Address; shortToken: Address };

function claimPairs(markets: readonly Tokens[], wants: (token: Address) => boolean = () => true) {
  return markets.flatMap(({ market, longToken, shortToken }) =>
    [...new Set([longToken, shortToken])].filter(wants).map((token) => ({ market, token })),
  );
}

type Withheld = Record<
  "amountBase" | "claimedBase" | "factor" | "factorOfAccount" | "reduction" | "ageSec" | "delaySec",
  bigint
>;

/** gmx-synthetics, MarketUtils.sol: claimCollateral. */
export function claimableCollateral({
  amountBase,
  claimedBase,
  factor,
  factorOfAccount,
  reduction,
  ageSec,
  delaySec,
}: Withheld): bigint {
  const named = factor > factorOfAccount ? factor : factorOfAccount;
  const granted = named === 0n && reduction === 0n && ageSec > delaySec ? gmxScale.ONE : named;
  const left = granted > reduction ? granted - reduction : 0n;
  const claimable = gmxScale.part(amountBase, left) - claimedBase;
  return claimable > 0n ? claimable : 0n;
}
