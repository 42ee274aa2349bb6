const MONTH = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*";

/** Pieces of the patterns of a time. A clock's hour alone ("at 5") is none: it has two readings. */
export const TIME_PIECES = {
  day:
    `(?:today|tomorrow|[0-9]{4}-[0-9]{2}-[0-9]{2}|${MONTH} [0-9]{1,2}(?:st|nd|rd|th)?(?:,? ` +
    `20[0-9]{2})?|[0-9]{1,2}(?:st|nd|rd|th)? ${MONTH}(?:,? 20[0-9]{2})?)`,
  clock: "(?:(?:[01]?[0-9]|2[0-3]):[0-5][0-9](?: ?[ap]m)?|(?:1[0-2]|[1-9]) ?[ap]m|noon|midnight)",
  zone: "(?:utc|gmt)(?: ?[+-] ?(?:1[0-4]|[0-9])(?::?(?:00|30|45))?)?",
} as const;
