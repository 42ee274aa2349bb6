import { sha256Hex } from "../lib/sha256-of.ts";

/** `hash` is all that is stored. */
export type PairingCode = { code: string; hash: string };

const BYTES = 16;

/** 128 random bits in base64url: 22 characters that a link may carry. `randomBytes`: cryptographically random. */
export async function createPairingCode(randomBytes: (length: number) => Uint8Array): Promise<PairingCode> {
  const bytes = randomBytes(BYTES);
  // A short answer would be a guessable code.
  if (bytes.length !== BYTES) throw new Error(`the random source gave ${bytes.length} bytes, not ${BYTES}`);
  const code = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  return { code, hash: await sha256Hex(code) };
}
