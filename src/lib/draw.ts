/** Below 2^256, known to nobody without the service's secret, the same each time for the same text. */
export type Draw = (text: string) => bigint;
