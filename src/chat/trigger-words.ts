/** Where a text names a trigger order, as what, and what stands before and behind it. */
export type TriggerWords = { type: "limit" | "stop" | "take-profit" | undefined; before: string; after: string };

const NAMED = /(?:\b(stop|stop[ -]loss|limit|take[ -]profit) )?\btrigger(?: order)?\b(?: to\b)?(?: ?:|,)?/gi;

/** Undefined where it is not named, or more than once: what is to happen on a condition has to be called a trigger. */
export function triggerWords(text: string): TriggerWords | undefined {
  const [one, ...others] = text.matchAll(NAMED);
  if (one === undefined || others.length > 0) return undefined;
  const kind = one[1]?.toLowerCase();
  return {
    type: kind === undefined || kind === "limit" ? kind : kind.startsWith("stop") ? "stop" : "take-profit",
    before: text.slice(0, one.index).trim(),
    after: text.slice(one.index + one[0].length).trim(),
  };
}
