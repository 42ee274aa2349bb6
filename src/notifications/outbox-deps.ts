import type { Deps } from "../deps.ts";
import type { Messenger } from "./messenger.ts";

/** Of the channel the outbox only sends, and edits what it has sent. */
export type Sender = Pick<Messenger, "send" | "edit">;
export type OutboxDeps = Pick<Deps, "redis" | "keys" | "clock" | "newId" | "log" | "sleep"> & {
  messenger: Sender | undefined;
};
