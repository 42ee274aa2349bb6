const VALID_DAYS = 180;

/**
 * RFC 9116. `contact` is a configured URI, by default the policy's page. Expires after 180 days;
 * the RFC advises less than a year.
 */
export function securityText(baseUrl: string, contact: string | undefined, nowMs: number): string {
  const now = new Date(nowMs);
  const expires = new Date(
    Date.UTC(now.getUTCFullYear(), now.getUTCMonth(), now.getUTCDate() + VALID_DAYS),
  ).toISOString();
  const policy = `${baseUrl}/#security`;
  return [
    `Contact: ${contact ?? policy}`,
    `Expires: ${expires}`,
    "Preferred-Languages: en",
    `Canonical: ${baseUrl}/.well-known/security.txt`,
    `Policy: ${policy}`,
    "",
  ].join("\n");
}
