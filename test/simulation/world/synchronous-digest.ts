import { createHash } from "node:crypto";

/**
 * Web Crypto answers from threads of its own, at a moment nobody chooses. Here a digest is there at
 * once, so that the scheduler stays the only source of order. Same bytes, same result.
 */
export function synchronousDigest(): void {
  Object.defineProperty(crypto.subtle, "digest", {
    configurable: true,
    value: async (algorithm: string, data: Uint8Array): Promise<ArrayBuffer> => {
      if (algorithm !== "SHA-256") throw new Error(`the simulator has no digest ${algorithm}`);
      return new Uint8Array(createHash("sha256").update(data).digest()).buffer;
    },
  });
}
