import type { Deps } from "../deps.ts";

export type OutboxDeps = Pick<Deps, "redis" | "keys" | "clock" | "newId" | "log" | "sleep" | "channels">;
