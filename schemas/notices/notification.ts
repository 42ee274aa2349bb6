import * as z from "zod";
import { NOTICES } from "./notices.ts";

/** One message of the outbox (spec, "Events"). */
export const notification = z.discriminatedUnion("kind", NOTICES);
export type Notification = z.infer<typeof notification>;
export type NotificationOf<K extends Notification["kind"]> = Extract<Notification, { kind: K }>;
