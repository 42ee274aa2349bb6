const URL_LIKE = /\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#@]*@)?([^\s/?#"'<>)]+)[^\s"'<>)]*/gi;
/** A hash has 66 characters; anything longer is calldata. */
const LONG_HEX = /\b(?:0x)?[0-9a-f]{65,}/gi;

/**
 * Outside text for errors, events and display: one visible line of at most `max` characters. URLs
 * are cut to their host, because paths and queries carry keys; long hex is cut.
 */
export function sanitize(text: string, max = 400): string {
  const clean = text
    .slice(0, 20_000)
    // Control, format, unassigned and private characters, lone surrogates, line separators. Made
    // here, because a start would collect the sets of Unicode that it names.
    .replace(/[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ")
    .replace(URL_LIKE, "$1$2")
    .replace(LONG_HEX, (hex) => `${hex.slice(0, 10)}…`)
    .replace(/\s+/g, " ")
    .trim();
  if (clean.length <= max) return clean;
  // Never cuts a surrogate pair.
  return `${clean.slice(0, Math.max(0, max - 1)).replace(/[\ud800-\udbff]$/, "")}…`.slice(0, max);
}

/** Removes invisible characters and keeps lines. */
export const visibleText = (text: string): string =>
  text.replace(/[\p{Cf}\p{Co}\p{Cn}\p{Cs}\p{Zl}\p{Zp}]|(?!\n)\p{Cc}/gu, "");

/**
 * @example factsText({ size: "0.5 BTC", averagePrice: "60010" })
 * // "size 0.5 BTC, average price 60010"
 */
export const factsText = (facts: Readonly<Record<string, string>>): string =>
  Object.entries(facts)
    .map(
      ([name, value]) =>
        `${name.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)} ${value}`,
    )
    .join(", ");

const DAY_SEC = 86_400;

/** Rounded up: "30 days", "1 day", "36 hours". */
export function daysText(seconds: number): string {
  const isDays = seconds % DAY_SEC === 0 || seconds > 2 * DAY_SEC;
  const count = Math.ceil(seconds / (isDays ? DAY_SEC : 3_600));
  return `${count} ${isDays ? "day" : "hour"}${count === 1 ? "" : "s"}`;
}

/**
 * Plain words of a code, for others than the owner: the owner's error has the vault's figures.
 * @example plainError("insufficient_balance") // "insufficient balance"
 */
export const plainError = (code = "its owner sees why"): string => code.replaceAll("_", " ");

/** @example utcMinute(1788220800000) // "2026-09-01 00:00 UTC" */
export const utcMinute = (ms: number): string =>
  `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
