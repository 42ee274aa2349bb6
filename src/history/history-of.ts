import type { VaultHistory } from "../../schemas/vaults/vault-history.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { StoredSample } from "../store/samples/stored-sample.ts";

/** `decimals`: of the base token, and of the vault's own. */
export type Decimals = { base: number; vault: number };
type Figures = NonNullable<StoredSample["figures"]>;
type Shown = { decimals: Decimals; nowMs: number; days: number };

const DAY_MS = 24 * 3_600_000;
const DUE_AFTER_MS = { hourly: 3_600_000, daily: DAY_MS } as const;

/**
 * A vault's samples of so many days as they are shown, their gaps, and what of the change the
 * trading made. Pure.
 */
export function historyOf(
  stored: readonly StoredSample[],
  { decimals, nowMs, days }: Shown,
): Pick<VaultHistory, "samples" | "gaps" | "sums"> {
  const samples = stored
    .filter(({ atSec }) => atSec * 1_000 >= nowMs - days * DAY_MS)
    .sort((a, b) => a.atSec - b.atSec);
  return {
    samples: samples.map((one) => shownSample(one, decimals)),
    gaps: gapsOf(samples, nowMs),
    sums: shownSums(samples, decimals),
  };
}

/**
 * In base units of the base token times 10**(the vault's decimals), so that nothing is rounded.
 * Each by its own formula over the samples that have figures; performance and flows make the
 * change. Undefined: fewer than two have.
 */
export function sumsOf(
  samples: readonly StoredSample[],
): { change: bigint; performance: bigint; flows: bigint } | undefined {
  const steps = stepsOf(samples);
  const [first, last] = [steps[0]?.before, steps.at(-1)?.after];
  if (first === undefined || last === undefined) return undefined;
  const total = (of: (step: Step) => bigint) => steps.reduce((sum, step) => sum + of(step), 0n);
  return {
    change: last.unitaryValue * last.supply - first.unitaryValue * first.supply,
    performance: total(
      ({ before, after, moved }) =>
        (after.unitaryValue - before.unitaryValue) * before.supply - moved * before.supply,
    ),
    flows: total(
      ({ before, after, moved }) =>
        after.unitaryValue * (after.supply - before.supply) + moved * before.supply,
    ),
  };
}

/** From one sample with figures to the next; `moved`: by syncs per unit between them. */
type Step = { before: Figures; after: Figures; moved: bigint };

function stepsOf(samples: readonly StoredSample[]): Step[] {
  const steps: Step[] = [];
  let before: Figures | undefined;
  let moved = 0n;
  for (const { figures, movedPerUnit } of samples) {
    moved += movedPerUnit;
    if (figures === null) continue;
    if (before !== undefined) steps.push({ before, after: figures, moved });
    before = figures;
    moved = 0n;
  }
  return steps;
}

/** Twice as long as was due without a sample. */
function gapsOf(samples: readonly StoredSample[], nowMs: number): VaultHistory["gaps"] {
  return samples.flatMap(({ atSec, cadence }, index) => {
    const [fromMs, next] = [atSec * 1_000, samples[index + 1]];
    const toMs = next === undefined ? null : next.atSec * 1_000;
    return (toMs ?? nowMs) - fromMs > 2 * DUE_AFTER_MS[cadence] ? [{ fromMs, toMs }] : [];
  });
}

function shownSample(
  { atSec, block, cadence, figures, movedPerUnit }: StoredSample,
  decimals: Decimals,
): VaultHistory["samples"][number] {
  const of = { atMs: atSec * 1_000, block: block.toString(), cadence };
  if (figures === null) return { ...of, figures: UNPRICED };
  const { unitaryValue, supply, netTotalValue } = figures;
  return {
    ...of,
    figures: {
      unitaryValue: formatUnits(unitaryValue, decimals.base),
      unitaryValueBase: unitaryValue.toString(),
      supplyBase: supply.toString(),
      netTotalValue: formatUnits(netTotalValue, decimals.base),
      netTotalValueBase: netTotalValue.toString(),
      movedPerUnitBase: movedPerUnit.toString(),
    },
  };
}

function shownSums(samples: readonly StoredSample[], decimals: Decimals): VaultHistory["sums"] {
  const sums = sumsOf(samples);
  if (sums === undefined) return null;
  const shown = (sum: bigint) => formatUnits(sum, decimals.base + decimals.vault);
  return {
    change: shown(sums.change),
    performance: shown(sums.performance),
    flows: shown(sums.flows),
  };
}

const UNPRICED = {
  unavailable: {
    error: "no_price_feed",
    message: "The vault's oracle did not price all that it counted then.",
  },
};
