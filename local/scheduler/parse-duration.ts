const UNIT_MS = { s: 1_000, m: 60_000, h: 3_600_000, d: 86_400_000 } as const;

/**
 * `10s`, `1h30m`, or a bare number of seconds, as QStash's headers write it, in milliseconds;
 * undefined when it is none.
 */
export function parseDuration(text: string): number | undefined {
  if (/^\d+$/.test(text)) return Number(text) * 1_000;
  if (!/^(\d+[smhd])+$/.test(text)) return undefined;
  let totalMs = 0;
  for (const [, amount, unit] of text.matchAll(/(\d+)([smhd])/g)) {
    totalMs += Number(amount) * UNIT_MS[unit as keyof typeof UNIT_MS];
  }
  return totalMs;
}
