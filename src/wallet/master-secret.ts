import { notConfigured } from "../env.ts";

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
