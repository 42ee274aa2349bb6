import type { Rule } from "./draft.ts";

const grouped = (digits: string): string => digits.replace(/\B(?=(?:\d{3})+(?!\d))/g, ",");

type Reading = (found: readonly string[]) => string[] | undefined;
/** How a figure is written, and every plain decimal that it may be. */
const FIGURES: readonly (readonly [RegExp, Reading])[] = [
  // Points or commas that may group digits or set off a fraction.
  [/\b([1-9]\d{0,2})\.(\d{2}0)\b/, ([, whole = "", rest = ""]) => [whole + rest, plain(`${whole}.${rest}`)]],
  [/\b(\d+),(\d{1,2}|\d{4,})\b/, ([, whole, rest]) => [plain(`${whole}.${rest}`)]],
  [/\b(\d{1,3}(?: \d{3})+)\b/, ([figure = ""]) => [figure.replaceAll(" ", "")]],
  [/(?<![.\d])0+([1-9]\d*)\b/, ([, figure = ""]) => [figure]],
  [/\b([1-9])e([0-9])\b/, ([, figure = "", zeros]) => [figure + "0".repeat(Number(zeros))]],
  [/\b([1-9]\d?)\/([1-9]\d?)\b/, ([, over, under]) => fraction(Number(over), Number(under))],
  // Millions, or thousands as traders of bonds write them.
  [/\b([1-9]\d{0,3})m(?:m|n|io)?\b(?! apart)/, ([, figure = ""]) => [`${figure}000000`, `${figure}000`]],
  [/\b([1-9]\d{0,3}) ?(?:million|mio|mil)\b/, ([, figure = ""]) => [`${figure}000000`]],
  [/\b(?:about|around|roughly|approx(?:imately)?|ca\.?) (\d[\d.]*)/, ([, figure = ""]) => [figure]],
  [/\b(\d[\d.]*)(?: or |-|–| to )(\d[\d.]*)\b/, ([, one = "", other = ""]) => [one, other]],
];

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
    const put = (figure: string) => line.slice(0, found.index) + figure + line.slice(found.index + said.length);
    return {
      text: `"${said}" ${readings.length > 1 ? "can be read in two ways" : "is not read as a figure here"}. Which amount do you mean?`,
      options: readings.map((figure) => ({ label: grouped(figure), words: put(figure) })),
      completes: [{ template: put("{}"), probe: "1" }],
    };
  }
  return undefined;
};
