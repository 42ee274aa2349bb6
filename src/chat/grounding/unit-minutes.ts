/** Minutes in a unit of time, by every usual spelling of it; undefined for a word that is none. */
export const unitMinutes = (word: string | undefined): number | undefined =>
  word !== undefined && Object.hasOwn(UNITS, word) ? UNITS[word] : undefined;

const spelled = (minutes: number, spellings: string) => spellings.split(" ").map((word) => [word, minutes] as const);

// "m" is left out: it means months and millions, too.
const UNITS: Record<string, number> = Object.fromEntries([
  ...spelled(1, "minute minutes min mins"),
  ...spelled(60, "hour hours hr hrs h"),
  ...spelled(1_440, "day days d"),
]);
