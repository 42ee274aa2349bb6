import type { Address } from "viem";
import { TIGHTER_STEPS } from "./render-settings.ts";

/** A setting that is to let less through, as its button says it. */
export type Tighter = { field: keyof typeof TIGHTER_STEPS; valueBps: number; operator: Address };

const DATA = /^t:([a-z]):([1-9a-z][0-9a-z]{0,3}):([0-9a-f]{40})$/;

/** One of the values that render-settings.ts offers; undefined where it is nothing of that. */
export function readTighter(data: string): Tighter | undefined {
  const [, letter, value = "", operator = ""] = DATA.exec(data) ?? [];
  const field = FIELDS.find((known) => TIGHTER_STEPS[known].letter === letter);
  const valueBps = Number.parseInt(value, 36);
  if (field === undefined || !TIGHTER_STEPS[field].stepsBps.some((step) => step === valueBps)) return undefined;
  return { field, valueBps, operator: `0x${operator}` };
}

/** Safe: its keys are those fields. */
const FIELDS = Object.keys(TIGHTER_STEPS) as (keyof typeof TIGHTER_STEPS)[];
