import * as z from "zod";
import { everyChainId } from "../chains.ts";
import { hexAddress, hexSelector, unixMs } from "../primitives.ts";

/**
 * Our record of a vault's delegation on one chain: /api/delegation/confirm writes it from the
 * chain, a requested revocation switches it off at once. The chain decides: it is read again before
 * every broadcast.
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
