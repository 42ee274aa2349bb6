import type { FetchLike } from "../chain/rpc.ts";

/** `timeoutMs` bounds one call, body included. */
export type VenueOptions = { baseUrl: string; apiKey: string; fetch: FetchLike; timeoutMs: number };
