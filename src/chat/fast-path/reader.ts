import type { Cursor } from "./cursor.ts";
import type { FastPathCall } from "./fast-path-call.ts";
import type { FastPathContext } from "./fast-path-context.ts";
import type { PassReason } from "./pass-reason.ts";

/** Reads what follows a command's first word. Whether anything is left over is checked once, by readCommand. */
export type Reader = (cursor: Cursor, verb: string, context: FastPathContext) => FastPathCall | PassReason;
