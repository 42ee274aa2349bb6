import { canonicalJson } from "../lib/canonical-json.ts";
import { sha256Of } from "../lib/sha256-of.ts";

/** SHA-256 in hex of the change that an operator approves: its tool and arguments. */
export const changeHash = (tool: string, args: Readonly<Record<string, unknown>>): string =>
  sha256Of(canonicalJson({ tool, arguments: args }));
