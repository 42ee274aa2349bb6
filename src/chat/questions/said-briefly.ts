const YES =
  /^(?:yes|y|yep|yeah|yup|sure|ok|okay|k|do it|do that|go|go ahead|go for it|confirm|confirmed|correct|right|exactly|that's right|please do|👍|✅)(?: please| go| do it| go ahead| both| all(?: of them)?| that one| it is)?$/;
const NO =
  /^(?:.* )?(?:leave it|keep it)(?: as is| then)?$|^(?:(?:no|nah|nope) )?(?:later|not now|not yet|maybe later|no stop|stop no|rather not|better not)$|^(?:no|n|nope|nah|never ?mind|forget it|forget that|drop it|drop that|cancel|cancel (?:that|it|this)|stop|don't|do not|neither|none|none of them|👎)(?: thanks| thank you| please)?$/;

/**
 * A refusal with its reason: "fee too high, skip it", "hmm not now maybe tomorrow", "nope, changed
 * my mind". No figure is in it.
 */
const DECLINES =
  /^(?:[a-z' ]{2,40}[,.] )?(?:(?:hm+|no|nope|nah|ok|well|actually) )*(?:forget (?:it|that|about it)|skip it|leave it(?: be| alone)?|never ?mind|not (?:now|today|yet|anymore)|drop it|maybe (?:later|tomorrow|another time)|another time|changed my mind|don't bother|no need)(?: (?:then|for (?:now|today)|maybe (?:later|tomorrow)|thanks|please|until tomorrow|till tomorrow))*$/;

/** Whether words are no more than an answer to a question of ours, and which. */
export function saidBriefly(words: string): "yes" | "no" | undefined {
  const withCommas = words
    .trim()
    .toLowerCase()
    .replaceAll("’", "'")
    .replace(/[\s.!,]+$/, "");
  const line = withCommas.replace(/,/g, "");
  if (YES.test(line)) return "yes";
  return NO.test(line) || DECLINES.test(withCommas) ? "no" : undefined;
}
