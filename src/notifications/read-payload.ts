import { type Notification, notification } from "../../schemas/notification.ts";

/** A notification as it was written into the outbox; undefined where this version cannot read it. */
export function readPayload(payload: string): Notification | undefined {
  try {
    return notification.safeParse(JSON.parse(payload)).data;
  } catch {
    return undefined;
  }
}
