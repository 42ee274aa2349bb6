/**
 * What one turn may cost at most: two calls of the model, each of one step. Both together leave
 * eight seconds for the tools and the settlement, of the 30 that a Worker lives on after its caller
 * has left.
 */
export const MODEL_LIMITS = {
  decideMs: 12_000,
  tellMs: 10_000,
  /** Reasoning counts, with models that do it. */
  outputTokens: 2_000,
  earlierChars: 6_000,
  quotedChars: 16_000,
  /** Of an answer. */
  textChars: 4_000,
} as const;
