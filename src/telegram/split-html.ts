import { MAX_MESSAGE_CHARS } from "./max-message-chars.ts";

/** A tag, an entity, a character. A lone `<` or `&` is one as well. */
const PIECE = /<[^<>]*>|&(?:#[0-9]{1,7}|#x[0-9a-f]{1,6}|[a-z]{1,8});|./gisu;
const TAG = /<[^<>]*>/g;
/** No renderer comes near it. */
const MAX_DEPTH = 16;
const NAME = /^<\/?([a-z][a-z0-9-]*)/i;

/**
 * In order: cut at line ends where possible, with the open tags closed and opened again in the next. The line end of a cut is left out, as
 * are messages without any text. Tags that are nested too deep for `max` (20 at least) are dropped. `html` has its tags balanced, and none
 * reaches over a line end inside its brackets. Linear.
 */
export function splitHtml(html: string, max: number = MAX_MESSAGE_CHARS): string[] {
  const withoutTags = () => splitHtml(html.replace(TAG, "").replaceAll("<", "&lt;"), max);
  if (depthOf(html) > MAX_DEPTH) return withoutTags();
  const parts: string[] = [];
  let part = "";
  let open: readonly string[] = [];
  const flush = () => {
    if (part.replace(TAG, "").trim() !== "") parts.push(part + closing(open));
    part = open.join("");
  };
  const append = (piece: string) => {
    const after = openAfter(open, piece);
    if (part.length + piece.length + closing(after).length > max) flush();
    part += piece;
    open = after;
  };
  for (const [index, line] of html.split("\n").entries()) {
    const after = tagsOf(line).reduce(openAfter, open);
    if (part.length + 1 + line.length + closing(after).length <= max) {
      part += index === 0 ? line : `\n${line}`;
      open = after;
      continue;
    }
    if (index > 0) flush();
    for (const piece of line.match(PIECE) ?? []) append(piece);
  }
  flush();
  // Tags that leave no room for text are worth less than the text.
  return parts.every(({ length }) => length <= max) ? parts : withoutTags();
}

/** At most; one that is left over counts as open for good. */
function depthOf(html: string): number {
  let [open, deepest] = [0, 0];
  for (const tag of tagsOf(html)) {
    if (tag.startsWith("</")) open -= 1;
    else if (nameOf(tag) !== undefined) open += 1;
    deepest = Math.max(deepest, open);
  }
  return deepest;
}

const tagsOf = (line: string): string[] => line.match(TAG) ?? [];

/** Outermost first. What is no tag, and an end without a start, change nothing. */
function openAfter(open: readonly string[], piece: string): readonly string[] {
  const name = nameOf(piece);
  if (name === undefined) return open;
  if (!piece.startsWith("</")) return [...open, piece];
  return nameOf(open.at(-1) ?? "") === name ? open.slice(0, -1) : open;
}

const nameOf = (piece: string): string | undefined => NAME.exec(piece)?.[1]?.toLowerCase();

const closing = (open: readonly string[]): string =>
  open.map((tag) => `</${nameOf(tag)}>`).reduceRight((a, b) => a + b, "");
