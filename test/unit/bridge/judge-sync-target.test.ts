import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { judgeSyncTarget, type MovedValue } from "../../../src/bridge/judge-sync-target.ts";
import { planSync } from "../../../src/bridge/plan-sync.ts";
import type { NavOutcome, ReadNav } from "../../../src/bridge/read-chain-nav.ts";
import { bridgeTokens } from "../../../src/calldata/bridge-call.ts";
import { tokenAmount } from "../../../src/navsync/decide-sync.ts";
import { planNavSync } from "../../../src/navsync/plan-nav-sync.ts";

/** A vault in USDC, which has 6 decimals on chain 8453 and 18 on chain 56. */
function navOf(chainId: 56 | 8453, netMillionths: bigint, supplyMillionths: bigint): ReadNav {
  const token = bridgeTokens.named(chainId, "USDC");
  if (token === undefined) throw new Error("no USDC");
  const scale = 10n ** BigInt(token.decimals - 6);
  const [netTotalValueBase, effectiveSupply] = [netMillionths * scale, supplyMillionths * scale];
  const usdc18 = netMillionths * 10n ** 12n;
  return {
    ...{
      chainId,
      baseToken: token.address,
      baseKind: "USDC",
      decimals: token.decimals,
      owner: token.address,
    },
    ...{ netTotalValueBase, effectiveSupply, holdersSupply: effectiveSupply, usdc18 },
    unitaryValueBase: (netTotalValueBase * 10n ** BigInt(token.decimals)) / effectiveSupply,
    holdings: [{ token, balanceBase: netTotalValueBase, isActive: true, usdc18 }],
  };
}
const read = (nav: ReadNav): NavOutcome => ({
  ...{ kind: "read", nav },
  at: { activeTokens: [], block: { number: 1n, timestampSec: 1, baseFeePerGas: 1n } },
});
const judge = (here: ReadNav, there: ReadNav, moved: MovedValue) =>
  judgeSyncTarget({ source: read(here), target: read(there), destination: there.chainId, moved });
/**
 * In base units here; all of it but the fee arrives, in the units that the same token has there.
 */
const movedOf = (here: ReadNav, there: ReadNav, amountBase: bigint, feeBps: bigint): MovedValue => {
  const arrivesHereBase = amountBase - (amountBase * feeBps) / 10_000n;
  const arrivesBase =
    here.decimals > there.decimals
      ? arrivesHereBase / 10n ** 12n
      : arrivesHereBase * 10n ** BigInt(there.decimals - here.decimals);
  return { leavesBase: amountBase, arrivesBase, arrivesHereBase };
};

const amount = fc.bigInt({ min: 10n ** 9n, max: 10n ** 15n });
const ends = fc
  .tuple(fc.boolean(), amount, amount, amount, amount)
  .map(([isBackwards, net, supply, netThere, supplyThere]): [ReadNav, ReadNav] => {
    const [first, second] = isBackwards ? ([56, 8453] as const) : ([8453, 56] as const);
    return [navOf(first, net, supply), navOf(second, netThere, supplyThere)];
  });
const feeBps = fc.bigInt({ min: 0n, max: 100n });

describe("where a sync may go", () => {
  test("behavior: what plans reckon passes, at every size, price and fee", () => {
    fc.assert(
      fc.property(ends, feeBps, ([here, there], fee) => {
        const planned = planSync(here, there, here.holdings);
        if (planned.ok)
          expect(judge(here, there, movedOf(here, there, planned.value.amountBase, fee)).ok).toBe(
            true,
          );
        const plan = planNavSync([here, there], 1);
        if (plan?.kind !== "apart") return;
        const [from, to] = plan.from === here.chainId ? [here, there] : [there, here];
        const [held] = from.holdings;
        const sent = held && tokenAmount(plan.value18, from, held);
        if (sent) expect(judge(from, to, movedOf(from, to, sent, fee)).ok).toBe(true);
      }),
    );
  });

  test("security: nobody gains a hundredth of what arrives by holding all the units there", () => {
    fc.assert(
      fc.property(ends, amount, ([here, there], sent) => {
        const moved = movedOf(here, there, sent, 0n);
        if (sent >= here.netTotalValueBase || !judge(here, there, moved).ok) return;
        // Bought there at the unit price of here, which is the dearer: what the units are worth
        // more afterwards.
        const paid = here.netTotalValueBase * there.effectiveSupply;
        const after = (there.netTotalValueBase + moved.arrivesBase) * here.effectiveSupply;
        const gain = after - paid;
        expect(gain * 100n <= moved.arrivesBase * here.effectiveSupply).toBe(true);
      }),
    );
  });

  test("error: dust, a unit price that is equal, and one a millionth lower", () => {
    const here = navOf(8453, 100_000_000_000n, 100_000_000_000n);
    const moved = {
      leavesBase: 900_000_000n,
      arrivesBase: 899_000_000n,
      arrivesHereBase: 899_000_000n,
    };
    for (const [net, supply] of [
      [1_000n, 1_000n],
      [999n, 1_000n],
      [100_000_000_000n, 100_000_000_000n],
      [99_999_999_999n, 100_000_000_000n],
    ] as const)
      expect(judge(here, { ...navOf(8453, net, supply), chainId: 42161 }, moved)).toMatchObject({
        ...{ ok: false, code: "bridge_destination_unready", details: { unitHereAfter: "0.991" } },
      });
    expect(
      judge(here, { ...navOf(8453, 98_000_000_000n, 100_000_000_000n), chainId: 42161 }, moved).ok,
    ).toBe(true);
  });

  test("behavior: other base tokens are compared in USDC", () => {
    const here = navOf(8453, 100_000_000_000n, 100_000_000_000n);
    const there = { ...navOf(56, 98_000_000_000n, 100_000_000_000n), baseKind: "ETH" };
    const moved = {
      leavesBase: 900_000_000n,
      arrivesBase: 899n * 10n ** 18n,
      arrivesHereBase: 899_000_000n,
    };
    expect(judge(here, there, moved).ok).toBe(true);
    expect(judge(here, { ...there, usdc18: 99_000n * 10n ** 18n }, moved)).toMatchObject({
      ...{ ok: false, details: { unitOf: "USDC", unitHereAfter: "0.991" } },
    });
  });
});
