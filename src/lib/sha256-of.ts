import { sha256, stringToBytes } from "viem";

/** SHA-256 in hex without prefix, for code that cannot await the platform's. */
export const sha256Of = (text: string): string => sha256(stringToBytes(text)).slice(2);

/** SHA-256 in hex, for comparing. */
export async function sha256Hex(text: string): Promise<string> {
  const digest = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text));
  return [...new Uint8Array(digest)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** JSON with keys in order: equal values have equal text. */
export const canonicalJson = (value: unknown): string =>
  JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );

/** Compares in constant time, by hashes. A missing text or secret is never equal. */
export function equalSecrets(
  given: string | null | undefined,
  secret: string | undefined,
): boolean {
  if (!given || !secret) return false;
  const [a, b] = [sha256Of(given), sha256Of(secret)];
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}

/** Half the order of secp256k1: accounts make the lower of s and n - s (EIP-2). */
const MAX_S = 0x7fffffffffffffffffffffffffffffff5d576e7357a4501ddfe92f46681b20a0n;

/** Accepts the lower form of a 65-byte signature; anyone can compute the other form. */
export const isLowS = (signature: string): boolean =>
  BigInt(`0x${signature.slice(66, 130)}`) <= MAX_S;
