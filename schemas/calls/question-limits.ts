/** Limits of a question: time to answer and kept text; `ofChars` is the length of its subject. */
export const QUESTION_LIMITS = {
  ttlMs: 600_000,
  options: 6,
  text: 800,
  words: 700,
  ofChars: 500,
  openPerChat: 4,
} as const;
