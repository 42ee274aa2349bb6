import { allow, type Verdict } from "../lib/verdict.ts";
import { claimBounds } from "./claim-bounds.ts";
import { claimPairs } from "./claim-pairs.ts";
import { claimableCollateral } from "./claimable-collateral.ts";
import { gmxKeys } from "./gmx-keys.ts";
import type { ClaimsAround, GmxClaims } from "./read-claims.ts";
import { readValues } from "./read-values.ts";

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
