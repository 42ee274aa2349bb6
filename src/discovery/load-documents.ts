import type { Deps } from "../deps.ts";
import type { documents } from "./documents.ts";

/** What describes the service, by the module that is loaded with its first use. */
export async function loadDocuments({ modules }: Pick<Deps, "modules">): Promise<typeof documents> {
  // Safe: build/build-modules.mjs makes the module of documents.ts, and src/documents.d.mts says the same.
  return ((await modules.documents()) as { documents: typeof documents }).documents;
}
