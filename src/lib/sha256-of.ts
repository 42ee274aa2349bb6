import { sha256, stringToBytes } from "viem";

/** SHA-256 of UTF-8 text, in hex without prefix, at once: where the asynchronous one of the platform cannot be awaited. */
export const sha256Of = (text: string): string => sha256(stringToBytes(text)).slice(2);
