import { expect, test } from "vitest";
import { figureLines } from "../../../src/calls/answer-of.ts";

const entry = {
  ...{
    leverageHundredths: "250",
    collateralBps: "2000",
    notionalBps: "5000",
    liquidationDistanceBps: "3005",
  },
  ...{ priceDeviationBps: "50", priceAgeSec: 3 },
};

test("default: an entry into a perpetual tells what its limits compared", () => {
  const lines = (
    changes: Partial<Omit<typeof entry, "liquidationDistanceBps">> & {
      liquidationDistanceBps?: string | null;
    },
  ) => figureLines({ swapShield: null, navShield: null, perpEntry: { ...entry, ...changes } });
  expect(lines({})).toEqual([
    "Entry: 2.5x, collateral 20% and all positions 50% of the vault, liquidated 30.05% from " +
      "the mark; at most 0.5% worse than a mark of 3 s ago",
  ]);
  expect(lines({ liquidationDistanceBps: null })[0]).toContain(
    "of the vault, cannot be liquidated;",
  );
});
