/** A number below 2^256 that nobody who lacks the service's secret can know, the same each time for the same text. */
export type Draw = (text: string) => bigint;
