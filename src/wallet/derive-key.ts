import { type Address, bytesToBigInt } from "viem";
import { notConfigured } from "../env.ts";

/** The order of secp256k1 (SEC 2, section 2.4.1): a private key is a scalar in 1..N-1. */
const SECP256K1_N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * HKDF-SHA256 of the master secret under `info`, no salt, 32 bytes. Outside 1..N-1 (odds 2^-128) `/1`, `/2`, ... is appended to the info
 * until it fits. Source: decision 38.
 */
export async function deriveKey(secret: Uint8Array<ArrayBuffer>, info: string): Promise<Uint8Array> {
  const master = await crypto.subtle.importKey("raw", secret, "HKDF", false, ["deriveBits"]);
  for (let counter = 0; ; counter += 1) {
    const named = new TextEncoder().encode(counter === 0 ? info : `${info}/${counter}`);
    const bits = await crypto.subtle.deriveBits(
      { name: "HKDF", hash: "SHA-256", salt: new Uint8Array(0), info: named },
      master,
      256,
    );
    const key = new Uint8Array(bits);
    const scalar = bytesToBigInt(key);
    if (scalar > 0n && scalar < SECP256K1_N) return key;
  }
}

/** Info `sextant/agent/v<version>/<vault>`. Source: decision 38. */
export const deriveAgentKey = (secret: Uint8Array<ArrayBuffer>, vault: Address, version: number): Promise<Uint8Array> =>
  deriveKey(secret, `sextant/agent/v${version}/${vault.toLowerCase()}`);

const MIN_SECRET_BYTES = 32;

/**
 * Every key of the service is derived from it.
 * @throws not_configured when it is absent or too short
 */
export function masterSecret(secret: string | undefined): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(new TextEncoder().encode(secret ?? ""));
  if (bytes.length < MIN_SECRET_BYTES) throw notConfigured(["AGENT_WALLET_SECRET"]);
  return bytes;
}
