import { auditQuery } from "./audit-query.ts";

/**
 * Query of an operator's read: which vault, on which chain (Base unless named). Its credentials are
 * headers.
 */
export const vaultQuery = auditQuery.omit({ from: true });
