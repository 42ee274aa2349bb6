/** Words around a command that ask politely or say that it is meant now. None of them turns it round. */
const BEFORE =
  /^(?:(?:please|pls|plz|kindly|hi|hello|hey|gm|ok|okay|yo|sextant)(?: ,)? |(?:can|could) you (?:please |pls )?|i (?:want|would like|need) (?:you )?to |lets |go ahead and )/;
const AFTER = /(?: ,)? (?:please|pls|plz|thanks|thx|now|right now|asap|for me|immediately)$/;

/** The command without its polite frame. */
export function dropFrames(line: string): string {
  let rest = line;
  // Each round takes at least one word, so this ends with the line.
  for (;;) {
    const next = rest.replace(BEFORE, "").replace(AFTER, "");
    if (next === rest) return rest;
    rest = next;
  }
}
