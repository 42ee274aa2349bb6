import { randomBytes } from "node:crypto";

/** An id in the form of QStash's own. */
export function newMessageId(): string {
  return `msg_${randomBytes(12).toString("base64url")}`;
}
