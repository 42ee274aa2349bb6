import type { AuditRefusal } from "../../kinds/audit-text.ts";
import type { Details } from "../../lib/verdict.ts";

const MAX_FIELDS = 16;
const MAX_TEXT = 100;
const MAX_ITEMS = 8;

/** A refusal as an entry holds it. Numbers are short; texts and lists, which may come from outside, are cut. */
export const auditRefusal = ({ code, details = {} }: AuditRefusal) => {
  const kept = Object.entries(details).slice(0, MAX_FIELDS);
  return {
    code,
    ...(kept.length > 0 && { details: Object.fromEntries(kept.map(([name, value]) => [name, shortened(value)])) }),
  };
};

const shortened = (value: Details[string]): Details[string] => {
  if (typeof value === "string") return value.slice(0, MAX_TEXT);
  if (typeof value !== "object" || value === null) return value;
  return value.slice(0, MAX_ITEMS).map((item) => item.slice(0, MAX_TEXT));
};
