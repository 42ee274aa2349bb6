/**
 * What one turn may cost at most: two calls of the model, each of one step. The times leave room for a settlement within
 * the 30 seconds that a Worker lives on after its caller has left.
 */
export const MODEL_LIMITS = {
  decideMs: 20_000,
  tellMs: 20_000,
  /** Reasoning counts, with models that do it. */
  outputTokens: 2_000,
  earlierChars: 6_000,
  quotedChars: 16_000,
  /** Of an answer. */
  textChars: 4_000,
} as const;
