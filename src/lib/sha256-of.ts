import { sha256, stringToBytes } from "viem";

/** Without prefix, where the platform's asynchronous one cannot be awaited. */
export const sha256Of = (text: string): string => sha256(stringToBytes(text)).slice(2);

/** For comparing, never for secrecy. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
