/** The endpoint that runs one shard: what is published must name the very URL that its signature is checked for. */
export const SHARD_PATH = "/api/internal/twap-slices";
