import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NamedTest } from "./named-test.ts";

/**
 * A mistake that the tests must notice: texts of files, each of which stands there exactly once,
 * and what replaces them.
 */
export type Defect = {
  name: string;
  /** Catches the defect where no history shows it. */
  test?: NamedTest;
  edits: readonly { file: string; from: string; to: string }[];
};

/**
 * Finds a text in a file, as it stands or however its lines are broken: then blanks between its parts do not count, nor
 * does a comma or a bracket that the formatter puts around what it breaks.
 */
export function placesOf(text: string, from: string): { start: number; end: number }[] {
  const at = text.indexOf(from);
  if (at >= 0 && !text.includes(from, at + 1)) return [{ start: at, end: at + from.length }];
  const parts = (from.match(/\w+|[^\w\s]/g) ?? []).map((part) =>
    /[)\]}]/.test(part) ? `,?\\s*\\${part}` : part.replace(/[^\w\s]/, "\\$&"),
  );
  const spaced = new RegExp(parts.join("\\s*"), "g");
  return [...text.matchAll(spaced)].map(({ 0: found, index }) => ({
    start: index,
    end: index + found.length,
  }));
}

/**
 * Plants the defect into the tree below this folder.
 *
 * @returns why it could not be planted: a text is gone, or stands there more than once
 */
export function plant({ edits }: Defect, tree: string): string | undefined {
  for (const { file, from, to } of edits) {
    const path = join(tree, file);
    const text = readFileSync(path, "utf8");
    const [place, ...more] = placesOf(text, from);
    if (place === undefined || more.length > 0)
      return `DOES NOT APPLY: ${file} does not hold this once: ${from}`;
    writeFileSync(path, `${text.slice(0, place.start)}${to}${text.slice(place.end)}`);
  }
  return undefined;
}
