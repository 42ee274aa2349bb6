/** Of a question: how long it may be answered, and how much of it is kept; `ofChars`: of what may be asked about. */
export const QUESTION_LIMITS = {
  ttlMs: 600_000,
  options: 6,
  text: 800,
  words: 700,
  ofChars: 500,
  openPerChat: 4,
} as const;
