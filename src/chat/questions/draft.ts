import type { Ask } from "../ask.ts";

/**
 * A question before it is known which of its readings the grammar reads. `next` as of an option
 * (ask.ts).
 */
export type Draft = {
  text: string;
  options?: readonly { label: string; words: string; next?: string | undefined }[];
  /** Commands with `{}` where the answer goes, each with an answer that has to be read there. */
  completes?: readonly { template: string; probe: string }[];
  /** As of an ask. */
  orders?: Ask["orders"];
};

/**
 * What a line leaves open, by one rule; undefined where the rule has no say. `isCommand`: whether
 * words are one, to their last word.
 */
export type Rule = (
  line: string,
  isCommand: (words: string) => boolean,
  nowMs: number | undefined,
) => Draft | undefined;
