import { masterSecret } from "./derive-key.ts";

/**
 * Seals texts that not even the store can read. A text opens only for the `context` it was sealed
 * for.
 */
export type Sealer = {
  /** @throws not_configured without the service's secret */
  seal(text: string, context: string): Promise<string>;
  /** undefined: sealed by another secret or for another context, or changed since. */
  open(sealed: string, context: string): Promise<string | undefined>;
};

/** 96 random bits (NIST SP 800-38D, 8.2). */
const IV_BYTES = 12;

/**
 * AES-256-GCM under HKDF-SHA256 of the master secret, info `sextant/seal/v1`, which no agent's key
 * can have (derive-key.ts). Sealed: base64 of IV and ciphertext.
 */
export function createSealer(
  secret: string | undefined,
  randomBytes: (length: number) => Uint8Array,
): Sealer {
  const utf8 = new TextEncoder();
  const key = async () => {
    const master = await crypto.subtle.importKey("raw", masterSecret(secret), "HKDF", false, [
      "deriveKey",
    ]);
    const hkdf = {
      name: "HKDF",
      hash: "SHA-256",
      salt: new Uint8Array(0),
      info: utf8.encode("sextant/seal/v1"),
    };
    return crypto.subtle.deriveKey(hkdf, master, { name: "AES-GCM", length: 256 }, false, [
      "encrypt",
      "decrypt",
    ]);
  };
  const gcm = (iv: Uint8Array<ArrayBuffer>, context: string) => ({
    name: "AES-GCM",
    iv,
    additionalData: utf8.encode(context),
  });
  return {
    seal: async (text, context) => {
      const iv = new Uint8Array(randomBytes(IV_BYTES));
      const sealed = await crypto.subtle.encrypt(gcm(iv, context), await key(), utf8.encode(text));
      return btoa(String.fromCharCode(...iv, ...new Uint8Array(sealed)));
    },
    open: async (sealed, context) => {
      const opening = await key();
      try {
        const bytes = Uint8Array.from(atob(sealed), (character) => character.charCodeAt(0));
        const [iv, rest] = [bytes.slice(0, IV_BYTES), bytes.slice(IV_BYTES)];
        return new TextDecoder().decode(
          await crypto.subtle.decrypt(gcm(iv, context), opening, rest),
        );
      } catch {
        return undefined;
      }
    },
  };
}
