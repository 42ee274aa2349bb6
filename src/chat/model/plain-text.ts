import { MODEL_LIMITS } from "./model-limits.ts";

/** Cleans a model's words as they come: `push` gives what can be said already, `end` the rest. */
export type PlainText = { push(delta: string): string; end(): string };

/** What shows as nothing, moves other text about or is broken; line breaks and tabs stay. */
const UNSEEN =
  /[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]|(?![\n\t])\p{Cc}/gu;
/** A model has no link of ours to give: whatever it names comes from texts that others wrote. */
const LINK = /:\/\/|^\W*www\.|^\W*(?:mailto|javascript|data|tg):/i;
/** A longer word is looked at in pieces. */
const MAX_WORD = 500;

/**
 * Plain text of at most MODEL_LIMITS.textChars, without invisible characters, control characters
 * and links.
 */
export function plainText(): PlainText {
  let held = "";
  let left: number = MODEL_LIMITS.textChars;
  const give = (text: string): string => {
    const given = text.slice(0, left);
    left -= given.length;
    return given;
  };
  const clean = (text: string): string =>
    text
      .split(/(\s+)/)
      .map((word) => (LINK.test(word) ? "[link left out]" : word))
      .join("");
  return {
    push: (delta) => {
      const text = held + delta.replace(UNSEEN, "");
      const lastGap = Math.max(
        text.lastIndexOf(" "),
        text.lastIndexOf("\n"),
        text.lastIndexOf("\t"),
      );
      const cut = text.length - lastGap > MAX_WORD ? text.length : lastGap + 1;
      held = text.slice(cut);
      return give(clean(text.slice(0, cut)));
    },
    end: () => {
      const rest = held;
      held = "";
      return give(clean(rest));
    },
  };
}
