import type { Deps } from "../deps.ts";
import type { RawRequest } from "../route.ts";

/** As configured, else as this caller did. Without a slash at its end. */
export const baseUrlOf = ({ env }: Deps, raw: RawRequest): string => new URL(env.PUBLIC_BASE_URL ?? raw.url).origin;
