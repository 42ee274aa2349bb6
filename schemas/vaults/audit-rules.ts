/** The numbers of the audit log (decision D64). */
export const AUDIT_RULES = {
  /** Stands for the entry before the first. */
  start: { n: 0, link: "0".repeat(40), rolling: "0".repeat(64) },
  /** Entries between two signed states. */
  sealEvery: 100,
  /** Entries kept per vault and chain: older ones go, always below a signed state. */
  kept: 10_000,
  /** Entries per page of an export, and per read while sealing. */
  pageSize: 500,
} as const;
