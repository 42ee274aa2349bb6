import { createHash } from "node:crypto";
import { SignJWT } from "jose";

export type Signing = {
  /** The exact destination: the receiver compares it as text. */
  url: string;
  body: Uint8Array;
  key: string;
  jti: string;
  /**
   * Wall clock: receivers check `exp` and `nbf` against theirs, whatever clock the scheduler itself
   * runs on.
   */
  nowMs: number;
};

const LIFETIME_S = 300;

/**
 * The `Upstash-Signature` of a delivery: an HS256 JWT over the destination and the SHA-256 of the
 * raw body.
 *
 * @see https://upstash.com/docs/qstash/howto/signature
 */
export function signDelivery({ url, body, key, jti, nowMs }: Signing): Promise<string> {
  const nowS = Math.floor(nowMs / 1000);
  const bodyHash = createHash("sha256").update(body).digest("base64url");
  return new SignJWT({ body: bodyHash })
    .setProtectedHeader({ alg: "HS256", typ: "JWT" })
    .setIssuer("Upstash")
    .setSubject(url)
    .setIssuedAt(nowS)
    .setNotBefore(nowS)
    .setExpirationTime(nowS + LIFETIME_S)
    .setJti(jti)
    .sign(new TextEncoder().encode(key));
}
