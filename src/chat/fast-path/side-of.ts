/** What a verb says about the token right after it: it is sold, or bought. */
export const SIDE_OF: ReadonlyMap<string, "sell" | "buy"> = new Map([
  ["sell", "sell"],
  ["swap", "sell"],
  ["convert", "sell"],
  ["exchange", "sell"],
  ["trade", "sell"],
  ["buy", "buy"],
]);
