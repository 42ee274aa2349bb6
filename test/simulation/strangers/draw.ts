export type Draw = ReturnType<typeof createDrawing>;

/** Numbers of a world, the same for the same seed (mulberry32, as published by Tommy Ettinger). */
export function createDrawing(seed: number) {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (count: number): number => Math.floor(next() * count);
  return {
    below,
    between: (low: number, high: number): number => low + below(high - low + 1),
    chance: (share: number): boolean => next() < share,
    one: <T>(list: readonly T[]): T => {
      const chosen = list[below(list.length)];
      if (chosen === undefined) throw new Error("nothing to draw from");
      return chosen;
    },
  };
}
