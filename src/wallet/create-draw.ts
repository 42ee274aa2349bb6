import { concatBytes, hexToBigInt, sha256, stringToBytes } from "viem";
import type { Draw } from "../lib/ports.ts";
import { masterSecret } from "./derive-key.ts";

const BLOCK_BYTES = 64;
/** Keys of wallets are HKDF's, whose inputs never begin so. */
const PURPOSE = "sextant/draw/v1/";

/**
 * HMAC-SHA256 (RFC 2104) of the master secret, at once: a plan is computed where nothing can be awaited.
 * @throws not_configured on use, when the secret is absent or too short
 */
export function createDraw(secret: string | undefined): Draw {
  return (text) => {
    const bytes = masterSecret(secret);
    const key = new Uint8Array(BLOCK_BYTES);
    key.set(bytes.length > BLOCK_BYTES ? sha256(bytes, "bytes") : bytes);
    const inner = sha256(concatBytes([key.map((byte) => byte ^ 0x36), stringToBytes(PURPOSE + text)]), "bytes");
    return hexToBigInt(sha256(concatBytes([key.map((byte) => byte ^ 0x5c), inner])));
  };
}
