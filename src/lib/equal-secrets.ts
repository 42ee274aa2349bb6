import { sha256Of } from "./sha256-of.ts";

/**
 * In a time that says nothing of how much was right: both are hashed and all 64 digits compared. Nothing given, or a secret that is not set,
 * is never equal.
 */
export function equalSecrets(given: string | null | undefined, secret: string | undefined): boolean {
  if (!given || !secret) return false;
  const [a, b] = [sha256Of(given), sha256Of(secret)];
  let difference = 0;
  for (let i = 0; i < a.length; i += 1) difference |= a.charCodeAt(i) ^ b.charCodeAt(i);
  return difference === 0;
}
