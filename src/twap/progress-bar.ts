const BLOCKS = 10;

/** How far something is, in ten blocks: full only where all of it is done. */
export function progressBar(done: number, of: number): string {
  const full = of <= 0 ? 0 : Math.max(0, Math.min(BLOCKS, Math.floor((done * BLOCKS) / of)));
  return "▰".repeat(full) + "▱".repeat(BLOCKS - full);
}
