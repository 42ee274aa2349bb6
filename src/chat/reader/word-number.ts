import { LEX_WORDS } from "./lex-words.ts";

/**
 * A number said in words ("seven hundred and fifty", "one point six", "fifteen hundred"), with how
 * many words it takes; undefined where none begins. The word at each step is asked for once.
 */
export function wordNumber(
  wordAt: (step: number) => string | undefined,
): [number, string] | undefined {
  let total = 0;
  let group = 0;
  let step = 0;
  let hasDigit = false;
  for (let last = Number.POSITIVE_INFINITY; ; step += 1) {
    const word = wordAt(step) ?? "";
    const [value, scale] = [LEX_WORDS.numbers.get(word), LEX_WORDS.scales.get(word)];
    if (value !== undefined) {
      // Behind "twenty" only a digit goes on, behind "two" nothing but a scale.
      const goesOn =
        !hasDigit || last === 0 || (last >= 20 && last < 100 && value > 0 && value < 10);
      if (!goesOn) break;
      group += value;
      hasDigit = true;
      last = value;
    } else if (scale !== undefined && hasDigit && group > 0) {
      if (scale === 100) group *= 100;
      else [total, group] = [total + group * scale, 0];
      last = 0;
    } else if (
      word === "and" &&
      last === 0 &&
      hasDigit &&
      LEX_WORDS.numbers.has(wordAt(step + 1) ?? "")
    )
      continue;
    else break;
  }
  let fraction = "";
  if (wordAt(step) === "point") {
    let place = step + 1;
    for (let digit = digitAt(wordAt, place); digit !== undefined; digit = digitAt(wordAt, place)) {
      fraction += digit;
      place += 1;
    }
    if (fraction !== "") step = place;
  }
  if (!hasDigit && fraction === "") return undefined;
  return [step, `${total + group}${fraction === "" ? "" : `.${fraction}`}`];
}

function digitAt(wordAt: (step: number) => string | undefined, place: number): string | undefined {
  const value = LEX_WORDS.numbers.get(wordAt(place) ?? "");
  return value !== undefined && value < 100 ? String(value) : undefined;
}
