import type { Deps } from "../deps.ts";
import type { RawRequest } from "../route.ts";

/** Configured base URL, else the caller's; no trailing slash. */
export const baseUrlOf = ({ env }: Deps, raw: RawRequest): string =>
  new URL(env.PUBLIC_BASE_URL ?? raw.url).origin;
