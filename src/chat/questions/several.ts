import type { Rule } from "./draft.ts";
import { splitSeveral } from "./split-several.ts";

/** Words behind a command that may be about it: then it is none of several. */
const TAKEN_BACK =
  /\b(?:no|not|nope|don't|do not|dont|never|wait|undo|stop|forget|nevermind|just kidding|jk|or|unless|but)\b|\?/;

/**
 * Several commands of which none runs by its words (first-of-several.ts): the first is asked about;
 * the next becomes a question of its own when that has ended.
 */
export const several: Rule = (line, isCommand) => {
  const { parts = [] } = splitSeveral(line) ?? {};
  const [first = "", ...rest] = parts;
  if (rest.length === 0 || !isCommand(first)) return undefined;
  // What comes behind a switch would run on the chain before it.
  const isWhole = parts.every(
    (part) => isCommand(part) && !/^(?:switch|change|go|move|use) /.test(part),
  );
  if (!isWhole)
    return TAKEN_BACK.test(rest.join(" ")) ? undefined : onlyFirst(first, rest.join(", "));
  return {
    text: `These are ${parts.length} commands, and one runs at a time. Begin with: ${first}?`,
    options: [{ label: first, words: first, next: rest.join("; ") }],
  };
};

const onlyFirst = (first: string, rest: string): ReturnType<Rule> => ({
  text: `"${rest}" is not done with it. Only this: ${first}?`,
  options: [{ label: first, words: first }],
});
