/**
 * Gives every argument a figure of its own among those that could be it, so that no figure of the
 * words is two arguments. The place of each argument's figure, or the first argument that none is
 * left for.
 */
export function matchFigures(
  wanted: readonly { name: string; places: readonly number[] }[],
): { places: ReadonlySet<number> } | { missing: string } {
  const takenBy = new Map<number, number>();
  const place = (index: number, seen: Set<number>): boolean =>
    (wanted[index]?.places ?? []).some((at) => {
      if (seen.has(at)) return false;
      seen.add(at);
      const holder = takenBy.get(at);
      if (holder !== undefined && !place(holder, seen)) return false;
      takenBy.set(at, index);
      return true;
    });
  for (const [index, { name }] of wanted.entries())
    if (!place(index, new Set())) return { missing: name };
  return { places: new Set(takenBy.keys()) };
}
