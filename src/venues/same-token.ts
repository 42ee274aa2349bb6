import { isNative } from "../lib/is-native.ts";

/** In any case, and the native coin by either of its two signs. */
export const sameToken = (a: string, b: string): boolean =>
  a.toLowerCase() === b.toLowerCase() || (isNative(a) && isNative(b));
