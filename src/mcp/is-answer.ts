import type { Era } from "./era-of.ts";

/** Whether a tools/call hands back the state of a question of ours: older revisions know no such thing. */
export const isAnswer = (era: Era, params: Record<string, unknown> | undefined): boolean =>
  era.kind === "modern" && params?.requestState !== undefined;
