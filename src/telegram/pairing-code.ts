import { sha256Hex } from "../lib/sha256-hex.ts";

type Options = {
  /** Cryptographically random bytes, so many. */
  randomBytes(length: number): Uint8Array;
  /** The bot's user name without @. */
  botName: string;
};
/** `hash` is all that is stored; `link` opens the chat with the bot, which then sends `/start <code>`. */
export type PairingCode = { code: string; hash: string; link: string };

const BYTES = 16;

/**
 * A fresh code of 128 random bits, in base64url: the alphabet that a deep link may carry, 22 of its 64 characters.
 *
 * @see https://core.telegram.org/bots/features#deep-linking
 */
export async function createPairingCode({ randomBytes, botName }: Options): Promise<PairingCode> {
  const bytes = randomBytes(BYTES);
  // A short answer would be a guessable code.
  if (bytes.length !== BYTES) throw new Error(`the random source gave ${bytes.length} bytes, not ${BYTES}`);
  const code = btoa(String.fromCharCode(...bytes))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
  return { code, hash: await sha256Hex(code), link: `https://t.me/${botName}?start=${code}` };
}
