import { decodeProtectedHeader, jwtVerify } from "jose";
import { type Env, requireEnv } from "../env.ts";
import { AppError } from "../errors.ts";
import type { RawRequest } from "../route.ts";

/** QStash tokens live 5 minutes; clocks differ a little. */
const CLOCK_TOLERANCE_SEC = 5;

/**
 * Gives the `jti` of a QStash delivery. The token must be HS256, name QStash as issuer and the very
 * URL that was called, carry an expiry, an id and the hash of the raw body, and be signed by the
 * current or the next key (decision D42; docs/facts/edge.md 4 lists what the stock receiver lets
 * through). Times are the wall clock's.
 * @throws unauthorized for anything else, not_configured without keys
 */
export async function verifyScheduleSignature(
  env: Env,
  raw: RawRequest,
  path: string,
): Promise<{ jti: string }> {
  const keys = requireEnv(env, [
    "QSTASH_CURRENT_SIGNING_KEY",
    "QSTASH_NEXT_SIGNING_KEY",
    "PUBLIC_BASE_URL",
  ]);
  const token = raw.headers.get("upstash-signature") ?? "";
  const url = new URL(path, keys.PUBLIC_BASE_URL).href;
  for (const key of [keys.QSTASH_CURRENT_SIGNING_KEY, keys.QSTASH_NEXT_SIGNING_KEY]) {
    const jti = await acceptedId(token, key, url, raw.bodyText);
    if (jti !== undefined) return { jti };
  }
  throw new AppError(
    "unauthorized",
    "This endpoint accepts only deliveries signed by the schedule.",
  );
}

async function acceptedId(
  token: string,
  key: string,
  url: string,
  bodyText: string,
): Promise<string | undefined> {
  try {
    if (decodeProtectedHeader(token).alg !== "HS256") return undefined;
    const { payload } = await jwtVerify(token, new TextEncoder().encode(key), {
      algorithms: ["HS256"],
      issuer: "Upstash",
      subject: url,
      requiredClaims: ["exp", "jti", "body"],
      clockTolerance: CLOCK_TOLERANCE_SEC,
    });
    const { body, jti } = payload;
    if (typeof body !== "string" || typeof jti !== "string" || jti === "") return undefined;
    return body.replace(/=+$/, "") === (await sha256Base64Url(bodyText)) ? jti : undefined;
  } catch {
    // Any reason at all is the same answer: not ours.
    return undefined;
  }
}

async function sha256Base64Url(text: string): Promise<string> {
  const digest = new Uint8Array(
    await crypto.subtle.digest("SHA-256", new TextEncoder().encode(text)),
  );
  return btoa(String.fromCharCode(...digest))
    .replaceAll("+", "-")
    .replaceAll("/", "_")
    .replace(/=+$/, "");
}
