/** Time as an input. Milliseconds of the Unix epoch. */
export type Clock = { nowMs(): number };

/** Values are public facts: no signature, key, query string or calldata. */
export type Log = (event: string, fields?: Record<string, string | number | boolean | null>) => void;

/** Below 2^256, known to nobody without the service's secret, the same each time for the same text. */
export type Draw = (text: string) => bigint;
