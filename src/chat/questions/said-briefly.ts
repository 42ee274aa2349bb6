const YES =
  /^(?:yes|y|yep|yeah|yup|sure|ok|okay|k|do it|do that|go|go ahead|go for it|confirm|confirmed|correct|right|exactly|that's right|please do|👍|✅)(?: please| go| do it| go ahead| both| all(?: of them)?| that one| it is)?$/;
const NO =
  /^(?:.* )?(?:leave it|keep it)(?: as is| then)?$|^(?:(?:no|nah|nope) )?(?:later|not now|not yet|maybe later|no stop|stop no|rather not|better not)$|^(?:no|n|nope|nah|never ?mind|forget it|forget that|drop it|drop that|cancel|cancel (?:that|it|this)|stop|don't|do not|neither|none|none of them|👎)(?: thanks| thank you| please)?$/;

/** Whether words are no more than an answer to a question of ours, and which. */
export function saidBriefly(words: string): "yes" | "no" | undefined {
  const line = words
    .trim()
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[\s.!,]+$/, "")
    .replace(/,/g, "");
  if (YES.test(line)) return "yes";
  return NO.test(line) ? "no" : undefined;
}
