/** Numbers that people write as words, to twenty. */
export const NUMBER_WORDS: ReadonlyMap<string, string> = new Map(
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty"
    .split(" ")
    .map((word, value) => [word, String(value)] as const),
);
