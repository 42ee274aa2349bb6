const VALID_DAYS = 180;

/**
 * RFC 9116. `contact`: a URI of the configuration; without one the page that tells the policy. It expires 180 days after today, at midnight:
 * less than the year that the RFC recommends at most.
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
