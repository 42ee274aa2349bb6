const URL_LIKE = /\b([a-z][a-z0-9+.-]*:\/\/)(?:[^\s/?#@]*@)?([^\s/?#"'<>)]+)[^\s"'<>)]*/gi;
/** A hash is 66 characters; anything longer is calldata. */
const LONG_HEX = /\b(?:0x)?[0-9a-f]{65,}/gi;
// Control, format (zero-width, bidirectional), unassigned and private characters, lone surrogates, line separators.
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Cn}\p{Co}\p{Cs}\p{Zl}\p{Zp}]+/gu;

/**
 * Outside text for `lastError`, events and display: one line of visible characters, URLs cut to their host (paths and queries carry keys),
 * long hex cut, at most `max` characters.
 */
export function sanitize(text: string, max = 400): string {
  const clean = text
    .slice(0, 20_000)
    .replace(INVISIBLE, " ")
    .replace(URL_LIKE, "$1$2")
    .replace(LONG_HEX, (hex) => `${hex.slice(0, 10)}…`)
    .replace(/\s+/g, " ")
    .trim();
  if (clean.length <= max) return clean;
  // Not between the halves of a surrogate pair.
  return `${clean.slice(0, Math.max(0, max - 1)).replace(/[\ud800-\udbff]$/, "")}…`.slice(0, max);
}
