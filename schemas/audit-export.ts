import * as z from "zod";
import { everyChainId } from "./chains.ts";
import { hexText, unixMs } from "./primitives.ts";

const lowerAddress = hexText(/^0x[0-9a-f]{40}$/);
const sha1 = z.string().regex(/^[0-9a-f]{40}$/);
const sha256 = z.string().regex(/^[0-9a-f]{64}$/);

/** One entry of a vault's audit log, numbered from 1, each bound to the one before. */
export const auditEntry = z.strictObject({
  n: z.int().min(1),
  /** Time of the service when it was written. */
  at: unixMs,
  /** The order it is about, where only the store knew it; null elsewhere. */
  orderId: z.int().min(1).nullable(),
  /**
   * The entry's facts as canonical JSON text (schemas/audit-content.ts): the very bytes that were
   * hashed.
   */
  content: z.string(),
  /** SHA-256 of `content`, hex. */
  digest: sha256,
  /** `link` of the entry before; 40 zeros before the first. */
  prev: sha1,
  /** SHA-1 of `prev:n:at:orderId:digest` (nothing for null), hex. */
  link: sha1,
});
export type AuditEntry = z.infer<typeof auditEntry>;

/** A state of the log that the vault's agent key has signed. */
export const auditSeal = z.strictObject({
  /** So many entries; 0 for an empty log. */
  n: z.int().min(0),
  /** The oldest one still kept; those before it stand behind the seal of `first - 1`. */
  first: z.int().min(1),
  /** `link` of the entry `n`. */
  link: sha1,
  /**
   * SHA-256 chained over all entries up to `n`: each is the hash of `rolling
   * before:n:at:orderId:digest`.
   */
  rolling: sha256,
  at: unixMs,
  agent: lowerAddress,
  keyVersion: z.int().min(1),
  /** EIP-191, by `agent`, over the text of audit-state.ts. */
  signature: hexText(/^0x[0-9a-f]{128}1[bc]$/),
});
export type AuditSeal = z.infer<typeof auditSeal>;

/**
 * One page of a vault's audit log. Several pages, or an older export with a newer one, are verified
 * together.
 */
export const auditExport = z.strictObject({
  vault: lowerAddress,
  chainId: everyChainId,
  entries: z.array(auditEntry),
  /** The signed states at every hundred from the one before the page's first entry on. */
  seals: z.array(auditSeal),
  /**
   * The log as it stood when this page was made, signed then. Null where what is stored does not
   * hold together.
   */
  head: auditSeal.nullable(),
  /** First entry of the next page; null on the last. */
  next: z.int().min(1).nullable(),
});
export type AuditExport = z.infer<typeof auditExport>;
