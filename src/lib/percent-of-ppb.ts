const DECIMALS = 7;

/** @example percentOfPpb(4_200_001) // "0.4200001%" */
export function percentOfPpb(ppb: number | bigint): string {
  const digits = String(ppb).padStart(DECIMALS + 1, "0");
  const fraction = digits.slice(-DECIMALS).replace(/0+$/, "");
  return `${digits.slice(0, -DECIMALS)}${fraction === "" ? "" : `.${fraction}`}%`;
}
