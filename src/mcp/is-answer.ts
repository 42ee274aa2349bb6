import type { Era } from "./era-of.ts";

/** Older revisions know no such thing. */
export const isAnswer = (era: Era, params: Record<string, unknown> | undefined): boolean =>
  era.kind === "modern" && params?.requestState !== undefined;
