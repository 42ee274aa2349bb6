/**
 * `X-Webhook-Signature: t=<Unix seconds>,v1=<hex>`, HMAC-SHA256 (RFC 2104) with the endpoint's secret, as UTF-8, over `<t>.<body>`; and the
 * notification's own id, which stands in the body too.
 */
export async function signWebhook(
  secret: string,
  { id, body, nowMs }: { id: string; body: string; nowMs: number },
): Promise<Record<string, string>> {
  const seconds = Math.floor(nowMs / 1_000);
  const utf8 = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), hmac, false, ["sign"]);
  const mac = new Uint8Array(await crypto.subtle.sign(hmac, key, utf8.encode(`${seconds}.${body}`)));
  const hex = [...mac].map((byte) => byte.toString(16).padStart(2, "0")).join("");
  return {
    "content-type": "application/json",
    "user-agent": "webhooks/1",
    "x-webhook-id": id,
    "x-webhook-signature": `t=${seconds},v1=${hex}`,
  };
}
