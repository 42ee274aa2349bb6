/** Pieces of the rules' patterns, in the spelling of plain-line.ts. None of them captures. */
export const PIECES = {
  amount: "\\$?(?:[0-9][0-9.,]*|\\.[0-9]+)k?",
  token:
    "(?:0x[0-9a-f]{40}|(?!(?:for|to|into|in|with|using|on|at|every|over|and|or|of|my|the|all|order|orders|twap|me)(?![a-z]))[a-z][a-z0-9.]*)",
  sell: "(?:sell|swap|convert|exchange|trade|dump|unload)",
  buy: "(?:buy|purchase|get)",
  slices: "(?:equal )?(?:slices?|clips?|parts?|tranches?|pieces?|chunks?)",
  pace: "(?:hourly|daily|every half (?:an )?hour|every (?:[0-9.]+ ?)?[a-z]+)",
} as const;
