/**
 * A multinomial logistic regression as it is stored: what it tells apart, and a line for each
 * feature: two characters for each weight that it has, the class and the weight, then a blank and
 * the feature. `scale`: what one step of a weight is worth.
 */
export type StoredModel = { classes: readonly string[]; scale: number; lines: string };
/** Ready to be asked. Features that training has not seen say nothing. */
export type LinearModel = Pick<StoredModel, "classes" | "scale"> & {
  weights: ReadonlyMap<string, string>;
};

/** Printable characters that JSON writes as they are. */
const FIRST = 35;
const GAP = 92;
/** Weights are whole steps between these, both included. */
export const MOST_STEPS = 44;

/** Made once, with the first question. */
export const linearModel = ({ classes, scale, lines }: StoredModel): LinearModel => ({
  ...{ classes, scale },
  weights: new Map(
    lines.split("\n").map((line) => {
      const blank = line.indexOf(" ");
      return [line.slice(blank + 1), line.slice(0, blank)];
    }),
  ),
});

/** A small whole number as one character, and back; the backslash is left out. */
export const digit = (value: number): string =>
  String.fromCharCode(value + FIRST + (value + FIRST >= GAP ? 1 : 0));
const stepsOf = (code: number): number => code - FIRST - (code > GAP ? 1 : 0);

/**
 * What the features speak for, as probabilities of the classes; `among`: only these are possible.
 */
export function probabilitiesOf(
  { classes, scale, weights }: LinearModel,
  features: Iterable<string>,
  among: (name: string) => boolean = () => true,
): Map<string, number> {
  const steps = new Array<number>(classes.length).fill(0);
  for (const feature of features) {
    const stored = weights.get(feature) ?? "";
    for (let at = 0; at < stored.length; at += 2) {
      const of = stepsOf(stored.charCodeAt(at));
      steps[of] = (steps[of] ?? 0) + stepsOf(stored.charCodeAt(at + 1)) - MOST_STEPS;
    }
  }
  const open = classes.flatMap((name, of) =>
    among(name) ? [[name, (steps[of] ?? 0) * scale] as const] : [],
  );
  const most = Math.max(...open.map(([, score]) => score));
  const parts = open.map(([name, score]) => [name, Math.exp(score - most)] as const);
  const all = parts.reduce((sum, [, part]) => sum + part, 0);
  return new Map(parts.map(([name, part]) => [name, part / all]));
}
