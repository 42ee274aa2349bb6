import type { MessageDraft } from "./read-message.ts";

/** What is sent and signed as the body: GET and HEAD carry none. */
export function bodyOf({
  method,
  body,
}: Pick<MessageDraft, "method" | "body">): Buffer | undefined {
  return method === "GET" || method === "HEAD" ? undefined : body;
}
