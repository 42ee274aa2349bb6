type Command = (command: string[]) => Promise<unknown>;

const HALF_HOUR_MS = 1_800_000;

/**
 * Makes what was seen of a vault's NAV per unit its 24-hour high, as a second look ten minutes
 * later would (decision D22): for tests of what follows from a high, whose prices stand still.
 * Answers how many values were seen.
 */
export async function confirmNav(
  command: Command,
  chainId: number,
  vault: string,
): Promise<number> {
  // Safe: HGETALL answers fields and values in turns.
  const flat = (await command(["HGETALL", `sx:local:nav-seen:${chainId}:${vault}`])) as string[];
  for (let at = 0; at < flat.length; at += 2) {
    const bucket = String(Math.floor(Number(flat[at]) / HALF_HOUR_MS));
    await command(["HSET", `sx:local:nav:${chainId}:${vault}`, bucket, flat[at + 1] ?? "0"]);
  }
  return flat.length / 2;
}
