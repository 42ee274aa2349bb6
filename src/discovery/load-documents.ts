import type { Deps } from "../deps.ts";
import type { documents } from "./documents.ts";

/** Loads the documents at first use. */
export async function loadDocuments({ modules }: Pick<Deps, "modules">): Promise<typeof documents> {
  // Safe: src/create-modules.ts imports documents.ts.
  return ((await modules.documents()) as { documents: typeof documents }).documents;
}
