import { digit, MOST_STEPS, type StoredModel } from "../src/chat/intent/linear-model.ts";

/**
 * What was seen, and what it was. `among`: of which classes it could be one; all, where it is left
 * out. `weight`: by default 1.
 */
export type Example = {
  features: ReadonlySet<string>;
  is: string;
  among?: readonly string[];
  weight?: number;
};

export type Training = {
  rounds: number;
  /**
   * Of a step, before the sum of the squares of those before it divides it (Adagrad: Duchi, Hazan,
   * Singer 2011).
   */
  rate: number;
  /**
   * Taken from each weight's size with each step, so that most of them are none (Duchi,
   * Shalev-Shwartz, Singer, Chandra 2008).
   */
  sparsity: number;
  /** Examples that a feature has to stand in. */
  leastSeen: number;
  /** A weight that is larger is cut off here. */
  mostWeight: number;
};

/**
 * A multinomial logistic regression over binary features, by gradient steps an example at a time,
 * in an order of its own that is the same each time. The same examples give the same bytes.
 */
export function trained(examples: readonly Example[], training: Training): StoredModel {
  const { rounds, rate, sparsity, leastSeen, mostWeight } = training;
  const classes = [...new Set(examples.map(({ is }) => is))].sort();
  const seen = new Map<string, number>();
  for (const { features } of examples)
    for (const name of features) seen.set(name, (seen.get(name) ?? 0) + 1);
  const names = [...seen].flatMap(([name, times]) => (times >= leastSeen ? [name] : [])).sort();
  const places = new Map(names.map((name, at) => [name, at]));
  const width = classes.length;
  const weights = new Float64Array(names.length * width);
  const squares = new Float64Array(names.length * width).fill(1e-3);
  const rows = examples.map(({ features, is, among, weight = 1 }) => ({
    at: Int32Array.from([...features].flatMap((name) => places.get(name) ?? [])).sort(),
    is: classes.indexOf(is),
    open: classes.flatMap((name, of) => (among === undefined || among.includes(name) ? [of] : [])),
    weight,
  }));
  const chances = new Float64Array(width);
  for (let round = 0; round < rounds; round += 1)
    for (const nth of shuffled(rows.length, round + 1)) {
      const row = rows[nth];
      if (row === undefined) continue;
      probabilities(weights, width, row, chances);
      for (const of of row.open) {
        const slope = row.weight * ((chances[of] ?? 0) - (of === row.is ? 1 : 0));
        if (Math.abs(slope) < 1e-4) continue;
        for (const feature of row.at) {
          const cell = feature * width + of;
          const square = (squares[cell] ?? 0) + slope * slope;
          squares[cell] = square;
          const step = rate / Math.sqrt(square);
          const moved = (weights[cell] ?? 0) - step * slope;
          const shrunk = Math.max(0, Math.abs(moved) - step * sparsity);
          weights[cell] = moved < 0 ? -shrunk : shrunk;
        }
      }
    }
  return stored({ classes, names, weights, scale: mostWeight / MOST_STEPS });
}

function probabilities(
  weights: Float64Array,
  width: number,
  { at, open }: { at: Int32Array; open: readonly number[] },
  chances: Float64Array,
): void {
  let most = Number.NEGATIVE_INFINITY;
  for (const of of open) {
    let score = 0;
    for (const feature of at) score += weights[feature * width + of] ?? 0;
    chances[of] = score;
    if (score > most) most = score;
  }
  let all = 0;
  for (const of of open) {
    const part = Math.exp((chances[of] ?? 0) - most);
    chances[of] = part;
    all += part;
  }
  for (const of of open) chances[of] = (chances[of] ?? 0) / all;
}

/** Weights in whole steps; features without one are left out. */
function stored({
  classes,
  names,
  weights,
  scale,
}: {
  classes: readonly string[];
  names: readonly string[];
  weights: Float64Array;
  scale: number;
}): StoredModel {
  const lines: string[] = [];
  for (const [at, name] of names.entries()) {
    const cells = classes.flatMap((_, of) => {
      const steps = Math.round((weights[at * classes.length + of] ?? 0) / scale);
      const kept = Math.max(-MOST_STEPS, Math.min(MOST_STEPS, steps));
      return kept === 0 ? [] : [`${digit(of)}${digit(kept + MOST_STEPS)}`];
    });
    if (cells.length > 0) lines.push(`${cells.join("")} ${name}`);
  }
  return { classes, scale, lines: lines.join("\n") };
}

/**
 * The numbers below `length` in an order that looks like none (a linear congruential generator;
 * Numerical Recipes' constants).
 */
function shuffled(length: number, seed: number): number[] {
  const order = Array.from({ length }, (_, at) => at);
  let state = seed;
  for (let at = length - 1; at > 0; at -= 1) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    const other = Math.floor((state / 2 ** 32) * (at + 1));
    [order[at], order[other]] = [order[other] ?? 0, order[at] ?? 0];
  }
  return order;
}
