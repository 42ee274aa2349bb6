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
/** `leftOut`: markets not looked at, or not in full, as more than one look may cost. */
type GmxClaims = { claims: readonly GmxClaim[]; leftOut: readonly Address[] };
/** `wants`: which tokens; default: all. */
type ClaimsAround = {
  chain: ChainDeps;
  vault: Address;
  markets: readonly GmxMarket[];
  wants?: (token: Address) => boolean;
};

/** Both tokens of every market, closed positions' too. What an open position has earned since it was last changed is not among it. */
export async function readClaims({ chain, vault, markets, wants }: ClaimsAround): Promise<Verdict<GmxClaims>> {
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

/** Of the named hours (time keys), as far as claimable now. First the amounts alone, nearly all of them zero; the rest only of the others. */
export async function readWithheld(
  { chain, vault, markets, wants }: ClaimsAround,
  timeKeys: readonly bigint[],
  nowSec: number,
): Promise<Verdict<GmxClaims>> {
  const wanted = claimPairs(markets, wants);
  const pairs = wanted.slice(0, Math.floor(claimBounds.mostAmounts / timeKeys.length));
  const asked = pairs.flatMap((pair) => timeKeys.map((timeKey) => ({ ...pair, timeKey, account: vault })));
  const amounts = await readValues(chain, asked.map(gmxKeys.claimableCollateral));
  if (!amounts.ok) return amounts;
  const withheld = asked
    .map((one, index) => ({ one, amountBase: amounts.value[index] ?? 0n }))
    .filter(({ amountBase }) => amountBase > 0n);
  const close = withheld.slice(0, claimBounds.mostWithheld);
  const leftOut = new Set(
    [...withheld.slice(close.length).map(({ one }) => one), ...wanted.slice(pairs.length)].map(({ market }) => market),
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
      ...{ amountBase, claimedBase: value(first), factor: value(first + 1) },
      ...{ factorOfAccount: value(first + 2), reduction: value(first + 3) },
      ...{ ageSec: BigInt(nowSec) - claim.timeKey * value(0), delaySec: value(1) },
    });
    return { ...claim, amountBase: claimableBase };
  });
  return allow({ claims: claims.filter(({ amountBase }) => amountBase > 0n), leftOut: [...leftOut] });
}

const SETTINGS = ["CLAIMABLE_COLLATERAL_TIME_DIVISOR", "CLAIMABLE_COLLATERAL_DELAY"];

/** In the order of their keys, in pieces of bounded size, one after another. Refuses with rpc_unavailable. */
async function readValues({ rpc, addresses }: ChainDeps, keys: readonly Hex[]): Promise<Verdict<readonly bigint[]>> {
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

/** In one transaction; markets of which something is left are left out too. */
export function boundedClaims(found: GmxClaims): GmxClaims {
  const claims = found.claims.slice(0, claimBounds.mostClaims);
  const later = found.claims.slice(claims.length).map(({ market }) => market);
  return { claims, leftOut: [...new Set([...later, ...found.leftOut])] };
}

/**
 * An amount is what one market owes in one token, of withheld collateral in one hour. With two tokens and at most 24 hours a call, a market
 * that is asked for alone is always read and claimed whole.
 */
export const claimBounds = {
  /** GMX's markets on Arbitrum, some 250 amounts of funding, fit several times. */
  mostAmounts: 1_000,
  /** Not zero: looked at closely, at four more values each. */
  mostWithheld: 250,
  /** In one transaction: a claim costs some 100,000 gas. */
  mostClaims: 50,
  /** A value is asked for with 450 bytes and answered with 320. */
  mostValuesAtOnce: 250,
};

type Tokens = { market: Address; longToken: Address; shortToken: Address };

/** What funding is paid in, each once, as far as wanted. */
function claimPairs(markets: readonly Tokens[], wants: (token: Address) => boolean = () => true) {
  return markets.flatMap(({ market, longToken, shortToken }) =>
    [...new Set([longToken, shortToken])].filter(wants).map((token) => ({ market, token })),
  );
}

type Withheld = {
  amountBase: bigint;
  claimedBase: bigint;
  /** Factors of 10^30. */
  factor: bigint;
  factorOfAccount: bigint;
  reduction: bigint;
  ageSec: bigint;
  delaySec: bigint;
};

/** gmx-synthetics, MarketUtils.sol: claimCollateral. */
export function claimableCollateral(withheld: Withheld): bigint {
  const { amountBase, claimedBase, factor, factorOfAccount, reduction, ageSec, delaySec } = withheld;
  const named = factor > factorOfAccount ? factor : factorOfAccount;
  const granted = named === 0n && reduction === 0n && ageSec > delaySec ? gmxScale.ONE : named;
  const left = granted > reduction ? granted - reduction : 0n;
  const claimable = gmxScale.part(amountBase, left) - claimedBase;
  return claimable > 0n ? claimable : 0n;
}
