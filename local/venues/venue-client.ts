import { createPublicClient, http, type PublicClient } from "viem";

/**
 * A client without viem's batching, cache or retries: each read is one request for the state of
 * this moment.
 */
export function venueClient(rpcUrl: string): PublicClient {
  return createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0 });
}
