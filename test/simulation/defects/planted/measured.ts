import type { Defect } from "../defect.ts";

const file = "test/unit/quality/order-quality.property.test.ts";
const LINES = {
  file,
  title: "behavior: each line is what the issue's formula says, on histories of all kinds",
};

/** Of the quality report: no history of the simulator asks for one. */
export const measured: readonly Defect[] = [
  {
    name: "quality-edit-judged-at-arrival",
    test: LINES,
    edits: [
      {
        file: "src/quality/with-total.ts",
        from: "arrivalOf({ addsBase: byBase, atMs, price })",
        to: "arrivalOf({ addsBase: byBase, atMs, price: record.arrivals[0]?.price })",
      },
    ],
  },
  {
    name: "quality-gas-twice",
    test: LINES,
    edits: [
      {
        file: "src/quality/quality-after.ts",
        from: "? withGas(looked, BigInt(attempt.mined.gasCostWei), coinOf(attempt))",
        to: "? withGas(withGas(looked, BigInt(attempt.mined.gasCostWei), coinOf(attempt)), BigInt(attempt.mined.gasCostWei), coinOf(attempt))",
      },
    ],
  },
  {
    name: "quality-line-is-what-is-left",
    test: LINES,
    edits: [
      {
        file: "src/quality/order-quality.ts",
        from: "known(arrivals, (arrival) => unfilledOf(arrival, end)),",
        to: "minus(shortfallOf(record, end), minus(fraction(record.pricedPaidBase), sumOf(arrivals.map(({ filledBase, price }) => (price === undefined ? ZERO : worthOf(filledBase, price)))))),",
      },
    ],
  },
  {
    name: "quality-notified-slice-as-fill",
    test: { file, title: "security: what was only quoted is no fill" },
    edits: [
      {
        file: "src/quality/quality-after.ts",
        from: 'if (outcome.kind === "executed") {',
        to: 'if (outcome.kind === "executed" || outcome.kind === "notified") {',
      },
    ],
  },
  {
    name: "quality-sign-of-a-purchase",
    test: LINES,
    edits: [
      {
        file: "src/quality/order-quality.ts",
        from: 'const gained = side === "sell" ? same : negated;',
        to: 'const gained = side === "sell" ? same : same;',
      },
    ],
  },
];
