import * as z from "zod";

const PARTS = /^([0-9a-f]{40})\|([0-9]{1,16})\|([0-9]*)\|(.*)$/s;

/** An entry as lua-audit.ts keeps it; number, digest and the link before it follow from its place and its content. */
export const storedAuditEntry = z.string().transform((text, context) => {
  const [, link, at, orderId, content] = PARTS.exec(text) ?? [];
  if (link === undefined || content === undefined) {
    context.addIssue({ code: "custom", message: "is not an entry of an audit log" });
    return z.NEVER;
  }
  return { link, at: Number(at), orderId: orderId === "" ? null : Number(orderId), content };
});
