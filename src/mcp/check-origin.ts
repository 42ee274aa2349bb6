import type { Env } from "../env.ts";
import { AppError } from "../errors.ts";
import type { RawRequest } from "../route.ts";

const LOOPBACK: readonly string[] = ["127.0.0.1", "localhost", "[::1]"];

/**
 * Any origin may call, as nobody is known by a cookie; what calls itself an origin has to be one. A
 * stack on this machine answers pages of this machine alone: a foreign page whose name is made to
 * point here (DNS rebinding) must not reach it.
 * @throws origin_not_allowed
 */
export function checkOrigin(
  { PUBLIC_BASE_URL: own }: Pick<Env, "PUBLIC_BASE_URL">,
  { url, headers }: Pick<RawRequest, "url" | "headers">,
): void {
  const origin = headers.get("origin");
  if (origin === null) return;
  const isOnThisMachine = LOOPBACK.includes(new URL(own ?? url).hostname);
  const host = hostOf(origin);
  if (
    isOnThisMachine ? host !== null && LOOPBACK.includes(host) : host !== null || origin === "null"
  )
    return;
  throw new AppError("origin_not_allowed", "A page of this origin may not call this. Nothing ran.");
}

/** Of a serialized origin (RFC 6454, 6.2): scheme and host, nothing behind it. */
function hostOf(origin: string): string | null {
  const found = /^[a-z][a-z0-9+.-]*:\/\/(\[[0-9a-f:.]+\]|[^\s/?#@:[\]]+)(?::\d{1,5})?$/i.exec(
    origin,
  );
  return found?.[1]?.toLowerCase() ?? null;
}
