/** Short forms, and what they stand for. Any other apostrophe ends the reading. */
export const SHORT_FORMS: ReadonlyMap<string, string> = new Map([
  ["i'd", "i would"],
  ["i'm", "i am"],
  ["let's", "lets"],
  ["what's", "what is"],
  ["how's", "how is"],
]);
