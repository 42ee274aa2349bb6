import type { Snippet } from "../../support/snippets-of.ts";
import type { Reader } from "./reader.ts";

/**
 * Runs one snippet, or holds it against the stack, and throws where it does not do what its
 * document says.
 */
export type Check = (reader: Reader, snippet: Snippet) => Promise<void>;
