import type { Deps } from "../deps.ts";
import type { Messenger } from "./messenger.ts";

/** Of the channel the outbox only sends. */
export type Sender = Pick<Messenger, "send">;
export type OutboxDeps = Pick<Deps, "redis" | "keys" | "clock" | "newId" | "log" | "sleep"> & {
  messenger: Sender | undefined;
};
