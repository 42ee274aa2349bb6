import { afterAll, beforeAll, describe, test } from "vitest";
import { documentSnippets } from "../support/document-snippets.ts";
import { type Reader, startReader } from "./snippets/reader.ts";
import { snippetChecks } from "./snippets/snippet-checks.ts";

const snippets = new Map(documentSnippets().map((snippet) => [snippet.id, snippet]));
let reader: Reader;
beforeAll(async () => {
  reader = await startReader();
});
afterAll(() => reader?.stop());

/** That every snippet has a check is test/unit/architecture/documents.test.ts. */
describe("the documents' snippets against the local stack, one after another", () => {
  test.each([...snippetChecks])("default: %s", async (id, check) => {
    const snippet = snippets.get(id);
    if (snippet === undefined) throw new Error("no document has this snippet any more");
    await check(reader, snippet);
  });
});
