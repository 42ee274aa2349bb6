import type { Draw } from "../../../src/deps.ts";

/** Of orders whose sizes and times are not random: nothing is drawn for them. */
export const noDraw: Draw = (text) => {
  throw new Error(`nothing is to be drawn: ${text}`);
};
