import * as z from "zod";
import { everyChainId } from "./chains.ts";
import { hexAddress, unixMs } from "./primitives.ts";

/** Address fields of every notification about a vault. */
export const addressed = {
  /** Stable: the same event applied again has the same id, so the outbox can drop the second. */
  id: z.string(),
  vault: hexAddress,
  chainId: everyChainId,
  operator: hexAddress,
  createdAt: unixMs,
};
