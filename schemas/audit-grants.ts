import * as z from "zod";
import { grantId, grantScope, namedGrant } from "./agent-grant.ts";
import { hexAddress, unixMs } from "./primitives.ts";

/** Entries of a vault's audit log about an agent's grant. */
export const auditGrants = [
  /** By its owner's signature for this alone; `expiresAt` in Unix ms. */
  z.object({
    kind: z.literal("grant_given"),
    actor: hexAddress,
    grant: namedGrant,
    scope: grantScope,
    expiresAt: z.int(),
  }),
  /**
   * By its owner, or given back by its agent. `new_owner`: the chain named another owner, so it is
   * over for good.
   */
  z.object({
    kind: z.literal("grant_ended"),
    actor: hexAddress,
    grantId,
    why: z.enum(["owner", "agent", "new_owner"]),
  }),
  /**
   * Refused calls of its agent in the hour that begins then, beyond those that have an entry of
   * their own.
   */
  z.object({
    kind: z.literal("refusals_counted"),
    actor: hexAddress,
    grantId,
    count: z.int().min(1),
    hour: unixMs,
  }),
] as const;
