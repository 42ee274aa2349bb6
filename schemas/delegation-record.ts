import * as z from "zod";
import { everyChainId } from "./chains.ts";
import { hexAddress, hexSelector, unixMs } from "./primitives.ts";

/**
 * What the service remembers of one vault's delegation on one chain, written by /api/delegation/confirm from the chain
 * and switched off at once when the operator requests a revocation. The chain stays the authority: it is read again
 * before every broadcast.
 */
export const delegationRecord = z.object({
  enabled: z.boolean(),
  vault: hexAddress,
  chainId: everyChainId,
  operator: hexAddress,
  agent: hexAddress,
  keyVersion: z.int().min(1),
  selectors: z.array(hexSelector),
  confirmedAt: unixMs,
});
export type DelegationRecord = z.infer<typeof delegationRecord>;
