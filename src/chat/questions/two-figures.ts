import type { Rule } from "./draft.ts";

/** Thousands set off, in front of a point alone. */
const grouped = (digits: string): string =>
  digits.replace(/^\d+/, (whole) => whole.replace(/\B(?=(?:\d{3})+$)/g, ","));

type Reading = (found: readonly string[]) => string[] | undefined;
/** Of a whole figure only: "5m" in "1.5m" would be another amount. */
const figure = (pattern: string) =>
  new RegExp(`(?<![\\d.,/$a-z:-])${pattern}(?![\\d.,/:]*\\d|[a-z]| ?%)`);
/** How a figure is written, and every plain decimal that it may be. */
const FIGURES: readonly (readonly [RegExp, Reading])[] = [
  // Points or commas that may group digits or set off a fraction.
  [
    figure("([1-9]\\d{0,2})\\.(\\d{2}0)"),
    ([, whole = "", rest = ""]) => [whole + rest, plain(`${whole}.${rest}`)],
  ],
  [figure("([1-9]\\d{0,2}(?:\\.\\d{3}){2,})"), ([, said = ""]) => [said.replaceAll(".", "")]],
  [figure("(\\d{1,9}),(\\d{1,2}|\\d{4,9})"), ([, whole, rest]) => [plain(`${whole}.${rest}`)]],
  [figure("([1-9]\\d{0,2}(?: \\d{3})+)"), ([said = ""]) => [said.replaceAll(" ", "")]],
  [figure("0+([1-9]\\d*)"), ([, said = ""]) => [said]],
  [figure("([1-9])e([0-9])"), ([, said = "", zeros]) => [said + "0".repeat(Number(zeros))]],
  [figure("([1-9]\\d?)/([1-9]\\d?)"), ([, over, under]) => fraction(Number(over), Number(under))],
  // Millions, or thousands as traders of bonds write them.
  [figure("(\\d{1,4}(?:\\.\\d{1,3})?)m"), ([, said = ""]) => [times(said, 6), times(said, 3)]],
  [
    figure("(\\d{1,4}(?:\\.\\d{1,3})?) ?(?:mm|mn|mio|mil|million|millions)"),
    ([, said = ""]) => [times(said, 6)],
  ],
  [
    figure("(?:about|around|roughly|approx(?:imately)?|ca\\.?) (\\d[\\d.]*k?)"),
    ([, said = ""]) => [said],
  ],
  [figure("(\\d[\\d.]*k?)(?: or |-|–)(\\d[\\d.]*k?)"), ([, one = "", other = ""]) => [one, other]],
];

/** A decimal with at most three places, times a power of ten. */
function times(decimal: string, zeros: number): string {
  const [whole = "", rest = ""] = decimal.split(".");
  return `${whole}${rest.padEnd(zeros, "0")}`.replace(/^0+(?=\d)/, "");
}

const plain = (decimal: string): string => decimal.replace(/(\.\d*?)0+$/, "$1").replace(/\.$/, "");

function fraction(over: number, under: number): string[] | undefined {
  const thousandths = (over * 10_000) / under;
  return Number.isInteger(thousandths) ? [plain((thousandths / 10_000).toFixed(4))] : undefined;
}

/** A figure that can be read in two ways, or is written as none is read here. */
export const twoFigures: Rule = (line) => {
  for (const [pattern, read] of FIGURES) {
    const found = pattern.exec(line);
    const readings = found === null ? undefined : read(found);
    if (found === null || readings === undefined) continue;
    const [said] = found;
    const put = (value: string) =>
      line.slice(0, found.index) + value + line.slice(found.index + said.length);
    return {
      text:
        `"${said}" ${readings.length > 1 ? "can be read in two ways" : "is not read as a figure here"}. ` +
        "Which amount do you mean?",
      options: readings.map((value) => ({ label: grouped(value), words: put(value) })),
      completes: [{ template: put("{}"), probe: "1" }],
    };
  }
  return undefined;
};
