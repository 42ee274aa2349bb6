/** Case, `_`, `-` and blanks do not count. Undefined where none is near. */
export function nearestName(written: string, names: readonly string[]): string | undefined {
  const plain = plainOf(written.slice(0, MAX_CHARS));
  let best: { name: string; far: number } | undefined;
  for (const name of names) {
    const far = distance(plain, plainOf(name));
    if (best === undefined || far < best.far) best = { name, far };
  }
  return best?.name;
}

/** A caller's text: the work grows with its length. */
const MAX_CHARS = 60;

const plainOf = (name: string): string => name.replace(/[-_ ]/g, "").toLowerCase();

/** Letters to add, take away or replace (Levenshtein). */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const replaced = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
