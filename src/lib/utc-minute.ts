/** @example utcMinute(1788220800000) // "2026-09-01 00:00 UTC" */
export const utcMinute = (ms: number): string => `${new Date(ms).toISOString().slice(0, 16).replace("T", " ")} UTC`;
