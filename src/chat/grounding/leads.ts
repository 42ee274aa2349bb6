import type { WordItem } from "./word-item.ts";

/** What an order's verb may follow. After any other word it is a noun or a report: "my stake of 100", "we set up". */
const BEFORE = new Set(
  `to please pls plz and just kindly now let's lets you ok okay yes hi hey hello immediately asap thanks thx go ahead away
  wanna`.split(/\s+/),
);

/** Whether a word stands where an order has its verb: at a beginning, or behind what leads to one ("please", "I want to"). */
export function leads(items: readonly WordItem[], at: number): boolean {
  const before = items[at - 1];
  return before === undefined || before.kind === "break" || before.kind === "ask" || isLead(before);
}

const isLead = (item: WordItem): boolean => item.kind === "word" && BEFORE.has(item.text);
