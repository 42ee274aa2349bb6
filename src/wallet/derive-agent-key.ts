import type { Address } from "viem";
import { deriveKey } from "./derive-key.ts";

/** Info `sextant/agent/v<version>/<vault>`. Source: decision 38. */
export const deriveAgentKey = (secret: Uint8Array<ArrayBuffer>, vault: Address, version: number): Promise<Uint8Array> =>
  deriveKey(secret, `sextant/agent/v${version}/${vault.toLowerCase()}`);
