import type { Pairing } from "./pairing-of.ts";

/** Whether it tells of operators for whom it speaks no more: it may still freeze, because stopping is always allowed. */
export const isQuiet = ({ quiet }: Pairing): boolean => quiet.operators.length > 0;
