import type { Details } from "../lib/verdict.ts";

/** An entry's facts as `audit_append` (lua-audit.ts) takes them. */
export type AuditText = { content: string; digest: string };

/** Why something was refused: a stable code, and the numbers that decided. */
export type AuditRefusal = { code: string; details?: Details | undefined };
