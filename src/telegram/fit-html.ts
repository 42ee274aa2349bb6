const TAG = /<[^>]*>/g;
/** The start of an entity whose end was cut off. */
const HALF_ENTITY = /&[a-z0-9#]{0,8}$/i;

/**
 * What is longer than `max` loses its tags, because a cut could fall between two of them, and then its middle: the last line carries the
 * visible id.
 */
export function fitHtml(html: string, max: number): string {
  if (html.length <= max) return html;
  const plain = html.replace(TAG, "");
  if (plain.length <= max) return plain;
  const lastLine = plain.slice(plain.lastIndexOf("\n") + 1);
  const tail = lastLine.length <= max / 4 ? `…\n${lastLine}` : "…";
  const head = plain.slice(0, max - tail.length).replace(HALF_ENTITY, "");
  // Half of a surrogate pair is no character.
  return head.replace(/[\ud800-\udbff]$/, "") + tail;
}
