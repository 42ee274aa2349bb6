import { PIECES } from "./pieces.ts";
import { plainLine } from "./plain-line.ts";

const { amount: A, token: T, slices: SLICES, pace: PACE } = PIECES;
const FRAME =
  /^(?:(?:no|actually|wait|ok|but|and|then|hm+),? )*(?:make (?:it|that|them)|change (?:it|that) to|let it be|have it|do it|rather|better|instead) (?<to>.+?)(?: instead)?$|^(?:no,? )?(?<rather>.+) (?:instead|rather)$/;

type Edit = (found: readonly string[], words: string) => string[];
const whole = (pattern: string) => new RegExp(`^${pattern}$`);
/** Behind the words, with every spelling of a part put in its place first. */
const put = (words: string, old: RegExp, part: string): string[] =>
  old.test(words) ? [words.replace(old, part)] : [`${words} ${part}`];
const SLICED = new RegExp(`(?:in(?:to)? )?\\d+ ${SLICES}(?: of ${A}(?: ${T})?(?: each)?)?`);
const PACED = new RegExp(PACE.replace("[a-z]+)", "[a-z]+(?: [a-z]+)?)"));
const FIRST_AMOUNT = new RegExp(`(?<= )${A}(?= ?${T})`);

const EDITS: readonly (readonly [RegExp, Edit])[] = [
  [whole(`(?:in )?(\\d+) ${SLICES}`), ([, count], words) => put(words, SLICED, `in ${count} slices`)],
  [
    whole(`(?:every )?(\\d+) ?(m|min|mins|minutes|h|hours?)(?: apart)?`),
    ([, count, unit], words) => put(words, new RegExp(PACE), `every ${count} ${unit}`),
  ],
  [whole(`(${PACE})`), ([, pace = ""], words) => put(words, PACED, pace)],
  [whole(`(over .+)`), ([, over = ""], words) => put(words, /over \d+ ?[a-z]+/, over)],
  [whole(`(on [a-z0-9]+)`), ([, on = ""], words) => put(words, /on [a-z0-9]+$/, on)],
  [whole(`(?:auto|automatic|automatically)`), (_, words) => put(words, /automatically/, "automatically")],
  [
    whole(`(${A})(?: ?(${T}))?`),
    ([, amount = "", token], words) => [
      ...(token === undefined || words.includes(` ${token}`) ? [words.replace(FIRST_AMOUNT, amount)] : []),
    ],
  ],
  [
    whole(`(?:for |to |into |with )?(${T})`),
    ([, token = ""], words) => [words.replace(new RegExp(`(?<= (?:for|to|into|with) )${T}`), token)],
  ],
];

/**
 * The words of a question or a card with one part of them changed: "make it 5 slices". Undefined where the message is no edit, null where it is one that
 * fits nothing here. `isRead`: whether words mean something by themselves.
 */
export function editedWords(
  of: string,
  message: string,
  isRead: (words: string) => boolean,
): string | null | undefined {
  const line = plainLine(message);
  const { to, rather } = (line === undefined ? undefined : FRAME.exec(line)?.groups) ?? {};
  const part = to ?? rather;
  if (part === undefined) return undefined;
  for (const [pattern, edit] of EDITS) {
    const found = pattern.exec(part);
    const words = found === null ? undefined : edit(found, of).find((each) => each !== of && isRead(each));
    if (words !== undefined) return words;
  }
  return null;
}
