import { type Address, bytesToBigInt, concatBytes, hexToBigInt, sha256, stringToBytes } from "viem";
import type { Draw } from "../deps.ts";
import { notConfigured } from "../env.ts";

/** Order of secp256k1 (SEC 2, section 2.4.1): a private key is in 1..N-1. */
const SECP256K1_N = 0xfffffffffffffffffffffffffffffffebaaedce6af48a03bbfd25e8cd0364141n;

/**
 * HKDF-SHA256 of the master secret under `info`, no salt, 32 bytes. Outside 1..N-1 (odds 2^-128) it
 * appends `/1`, `/2`, ... until it fits (decision D29).
 */
export async function deriveKey(
  secret: Uint8Array<ArrayBuffer>,
  info: string,
): Promise<Uint8Array> {
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

/** Info `sextant/agent/v<version>/<vault>` (decision D29). */
export const deriveAgentKey = (
  secret: Uint8Array<ArrayBuffer>,
  vault: Address,
  version: number,
): Promise<Uint8Array> => deriveKey(secret, `sextant/agent/v${version}/${vault.toLowerCase()}`);

const MIN_SECRET_BYTES = 32;

/**
 * The bytes that every key of the service is derived from.
 * @throws not_configured for an absent or short secret
 */
export function masterSecret(secret: string | undefined): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(new TextEncoder().encode(secret ?? ""));
  if (bytes.length < MIN_SECRET_BYTES) throw notConfigured(["AGENT_WALLET_SECRET"]);
  return bytes;
}

const BLOCK_BYTES = 64;
/** Wallet keys come from HKDF, whose inputs never begin so. */
const PURPOSE = "sextant/draw/v1/";

/**
 * HMAC-SHA256 (RFC 2104) of the master secret, synchronous because plans cannot wait.
 * @throws not_configured on use, for an absent or short secret
 */
export function createDraw(secret: string | undefined): Draw {
  return (text) => {
    const bytes = masterSecret(secret);
    const key = new Uint8Array(BLOCK_BYTES);
    key.set(bytes.length > BLOCK_BYTES ? sha256(bytes, "bytes") : bytes);
    const inner = sha256(
      concatBytes([key.map((byte) => byte ^ 0x36), stringToBytes(PURPOSE + text)]),
      "bytes",
    );
    return hexToBigInt(sha256(concatBytes([key.map((byte) => byte ^ 0x5c), inner])));
  };
}
