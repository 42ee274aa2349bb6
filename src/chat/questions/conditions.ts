import type { Draft, Rule } from "./draft.ts";

/** What a condition, a time or an approval begins with, behind a command. */
const OPENER =
  / (?:when|once|if|as soon as|as long as|in case|unless|after|until|till|assuming|provided|but (?:only|ask|keep|wait|not)|only|on my|limit|with at most|with max|at|in \d|tomorrow|tonight|today|later|next|on (?:mon|tues|wednes|thurs|fri|satur|sun)day|before)(?= |\d|$)/g;
const LEADING = [
  /^(?<tail>(?:if|when|once|as soon as|after|in case)\b[^,]*), (?<head>.+)$/,
  /^(?<tail>(?:if|when|once|as soon as) [a-z]+ (?:is |goes |gets |hits? |reaches |falls |drops |rises )?(?:at |to |above |below |under |over )?\$?[\d.,]+k?),? (?<head>.+)$/,
  /^(?<tail>tonight|tomorrow|later|prepare|get ready to|get ready),?:? (?:a )?(?<head>.+)$/,
];
/** Longer sentences with more of them are no command and its condition. */
const MOST_CUTS = 8;
/** Asked, not set. */
const ASKED =
  /^(?:if|when|once|as soon as) (?:should|do|does|did|can|could|would|will|shall|is|are)\b/;
const HITS =
  /^(?:when|once|if|as soon as) (?<of>[a-z]+) (?:hits?|reaches|is at|gets to) (?<price>\$?[\d.,]+k?)$/;
const AT =
  /^(?:at|(?:with (?:a )?)?limit(?: price)?(?: of| at)?) (?<price>\$?(?:\d{3,}[\d.,]*|[\d.]+k))(?: (?<unit>usdc|usdt|dai|usd))?$/;

/**
 * A command with a condition, a time or an approval in it. Where a trigger order waits for the same
 * it is one of the readings; the other is the command without it, and the question says that nobody
 * would watch it.
 */
export const conditions: Rule = (line, isCommand) => {
  if (ASKED.test(line)) return undefined;
  for (const { head, tail } of [...cuts(line)].slice(0, MOST_CUTS)) {
    if (!isCommand(head)) continue;
    const waiting = triggersOf(head, tail).filter(({ words }) => isCommand(words));
    const options = [
      ...waiting,
      { label: waiting.length > 0 ? "Now, without it" : "Now", words: head },
    ];
    const watched =
      waiting.length > 0 ? "is not watched by a command that runs at once" : "would not be watched";
    return {
      text:
        `"${tail}" ${watched}. ` +
        `${waiting.length > 0 ? "A trigger order waits for a price. Which is it?" : `Now, as it stands: ${head}?`}`,
      options,
    };
  }
  return undefined;
};

function* cuts(line: string): Generator<{ head: string; tail: string }> {
  for (const pattern of LEADING) {
    const { head, tail } = pattern.exec(line)?.groups ?? {};
    if (head !== undefined && tail !== undefined) yield { head, tail };
  }
  // The longest command first: of "in 10 slices at 3000" the slices are no condition.
  for (const { index } of [...line.matchAll(OPENER)].reverse())
    yield { head: line.slice(0, index).replace(/,$/, ""), tail: line.slice(index + 1) };
}

function triggersOf(head: string, tail: string): NonNullable<Draft["options"]>[number][] {
  const wait = (label: string, when: string) => ({ label, words: `trigger: ${head} ${when}` });
  const { of, price } = HITS.exec(tail)?.groups ?? {};
  if (price !== undefined)
    return [
      wait(`Wait until it rises above ${price}`, `when ${of} is above ${price}`),
      wait(`Wait until it falls below ${price}`, `when ${of} is below ${price}`),
    ];
  const at = AT.exec(tail)?.groups;
  const [, token] = /^[a-z]+ \S+ ([a-z0-9.]+)/.exec(head) ?? [];
  if (at?.price !== undefined && token !== undefined)
    return [
      wait(`Wait until it rises above ${at.price}`, `when ${token} is above ${at.price}`),
      wait(`Wait until it falls below ${at.price}`, `when ${token} is below ${at.price}`),
    ];
  return [wait("Wait for it (trigger order)", tail)];
}
