/** Of an order's slices, counted from 1. */
export type SliceRange = { from: number; to: number; of: number };

/**
 * Which slices a text tells of: one ("slice executed (2/5)"), or several that were told together
 * ("slices 2-4 of 5 executed").
 */
export function toldSlices(text: string): SliceRange | undefined {
  const together = /slices (\d+)-(\d+) of (\d+) /.exec(text);
  if (together !== null)
    return { from: Number(together[1]), to: Number(together[2]), of: Number(together[3]) };
  const one = /slice (?:executed|notified) \((\d+)\/(\d+)\)/.exec(text);
  return one === null
    ? undefined
    : { from: Number(one[1]), to: Number(one[1]), of: Number(one[2]) };
}
