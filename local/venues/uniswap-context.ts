import type { PublicClient } from "viem";
import type { Mutation } from "./dev-controls.ts";
import type { VenueOptions } from "./venue-options.ts";

/** What one request to the Trading API is answered with. */
export type UniswapContext = {
  options: VenueOptions;
  client: PublicClient;
  skewBps: bigint;
  mutation: Mutation | null;
};
