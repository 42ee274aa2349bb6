/** Reason to distrust a delivery. */
export type WebhookRefusal = "malformed" | "wrong_signature" | "too_old" | "in_future" | "wrong_id";
export type VerifiedWebhook =
  | { ok: true; event: Record<string, unknown> }
  | { ok: false; reason: WebhookRefusal };

type Received = {
  /** From the registration. */
  secret: string;
  /** `Headers`, or Node's object with lower-case names. */
  headers:
    | { get(name: string): string | null }
    | Readonly<Record<string, string | readonly string[] | undefined>>;
  /** Raw, before anything parsed it. */
  body: string;
  nowMs?: number;
  /** Older deliveries are refused as replays, and times so far ahead. */
  toleranceSec?: number;
};

/**
 * Verifies a delivery by its HMAC (in constant time), its age and its id header, with Web Crypto
 * alone. A delivery may come twice: remember `event.id`.
 * @example
 * const body = await request.text();
 * const verified = await verifyWebhook({ secret, headers: request.headers, body });
 * if (!verified.ok) return new Response(verified.reason, { status: 401 });
 */
export async function verifyWebhook({
  secret,
  headers,
  body,
  nowMs = Date.now(),
  toleranceSec = 300,
}: Received): Promise<VerifiedWebhook> {
  const [, seconds, hex] = SIGNATURE.exec(headerOf(headers, "x-webhook-signature") ?? "") ?? [];
  if (seconds === undefined || hex === undefined) return refused("malformed");
  const utf8 = new TextEncoder();
  const hmac = { name: "HMAC", hash: "SHA-256" };
  const key = await crypto.subtle.importKey("raw", utf8.encode(secret), hmac, false, ["verify"]);
  const mac = Uint8Array.from(hex.match(/../g) ?? [], (byte) => Number.parseInt(byte, 16));
  if (!(await crypto.subtle.verify("HMAC", key, mac, utf8.encode(`${seconds}.${body}`))))
    return refused("wrong_signature");
  const ageSec = nowMs / 1_000 - Number(seconds);
  // Incomparable ages are refused too.
  if (!(ageSec <= toleranceSec)) return refused("too_old");
  if (!(ageSec >= -toleranceSec)) return refused("in_future");
  const event = parse(body);
  if (event === undefined) return refused("malformed");
  return event.id === headerOf(headers, "x-webhook-id") ? { ok: true, event } : refused("wrong_id");
}

const SIGNATURE = /^t=([0-9]{1,12}),v1=([0-9a-f]{64})$/;

const refused = (reason: WebhookRefusal): VerifiedWebhook => ({ ok: false, reason });

function headerOf(headers: Received["headers"], name: string): string | undefined {
  if (typeof headers.get === "function") return headers.get(name) ?? undefined;
  // Safe: what has no `get` is the plain object.
  const value = (headers as Readonly<Record<string, string | readonly string[] | undefined>>)[name];
  return typeof value === "string" ? value : undefined;
}

function parse(body: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(body);
    return typeof value === "object" && value !== null ? { ...value } : undefined;
  } catch {
    return undefined;
  }
}
