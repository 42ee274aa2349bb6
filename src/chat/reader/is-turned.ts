import { findTurning } from "../languages/find-turning.ts";

/**
 * Whether words deny, ask or tell of something, in any known language: then they say nothing that
 * is to be done.
 */
export const isTurned = (words: string): boolean => findTurning(words) !== undefined;
