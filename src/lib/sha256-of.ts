import { sha256, stringToBytes } from "viem";

/** Without prefix, where the platform's asynchronous one cannot be awaited. */
export const sha256Of = (text: string): string => sha256(stringToBytes(text)).slice(2);
