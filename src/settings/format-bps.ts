/** 50 -> "0.5% (50 bps)" */
export const formatBps = (bps: number): string => `${percentOf(bps)}% (${bps} bps)`;

function percentOf(bps: number): string {
  const whole = Math.floor(bps / 100);
  const rest = String(bps % 100)
    .padStart(2, "0")
    .replace(/0+$/, "");
  return rest === "" ? String(whole) : `${whole}.${rest}`;
}
