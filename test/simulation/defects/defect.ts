import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { NamedTest } from "../../findings/finding.ts";

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
 * Plants the defect into the tree below this folder.
 *
 * @returns why it could not be planted: a text is gone, or stands there more than once
 */
export function plant({ edits }: Defect, tree: string): string | undefined {
  for (const { file, from, to } of edits) {
    const path = join(tree, file);
    const [before, after, ...more] = readFileSync(path, "utf8").split(from);
    if (before === undefined || after === undefined || more.length > 0)
      return `DOES NOT APPLY: ${file} does not hold this once: ${from}`;
    writeFileSync(path, `${before}${to}${after}`);
  }
  return undefined;
}
