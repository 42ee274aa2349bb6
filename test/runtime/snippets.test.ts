import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { documentSnippets } from "../support/flows/document-snippets.ts";
import { isWholeRun } from "../support/is-whole-run.ts";
import { type Reader, type StartedAs, startReader } from "./snippets/reader.ts";
import { signInChat } from "./snippets/sign-in-chat.ts";
import { snippetChecks } from "./snippets/snippet-checks.ts";

const PART: StartedAs[] = ["one chain"];
const WHOLE: StartedAs[] = ["--bare", "npm start"];
const AGAIN_MS = 600_000;
/** A part plays what a newcomer meets first. */
const ids = [...snippetChecks.keys()].filter((id) => isWholeRun || id.startsWith("README.md"));
const snippets = new Map(documentSnippets().map((snippet) => [snippet.id, snippet]));
const run = async (reader: Reader, id: string): Promise<void> => {
  const [snippet, check] = [snippets.get(id), snippetChecks.get(id)];
  if (snippet === undefined || check === undefined)
    throw new Error("no document has this snippet any more");
  await check(reader, snippet);
};

/** That every snippet has a check is test/unit/architecture/documents.test.ts. */
describe.each(isWholeRun ? WHOLE : PART)(
  "the documents' snippets against the local stack (%s), one after another",
  (startedAs) => {
    let reader: Reader;
    const paying = new Set<string>();
    beforeAll(async () => {
      reader = await startReader(startedAs);
    });
    afterAll(() => reader?.stop());

    if (startedAs !== "npm start")
      test("behavior: what the agent wallet may not send is signed in the chat", () =>
        signInChat(reader));

    test.each(ids)("default: %s", async (id) => {
      const before = reader.payments();
      await run(reader, id);
      if (reader.payments() > before) paying.add(id);
    });

    test(
      "behavior: README's paying snippets pay as printed after an advance of the clock too, and pages sign after one of a day; in a whole run every snippet runs again",
      async () => {
        expect(paying.size).toBeGreaterThan(isWholeRun ? 10 : 1);
        expect(await reader.type("npm run local -- advance 5m")).toContain("It is now ");
        // A vault has three orders at most, and the README's snippets make none.
        if (isWholeRun)
          expect(await reader.type('npm run local -- say "/cancel all"')).toMatch(/#\d+ cancelled/);
        const readme = [...paying].filter((id) => id.startsWith("README.md"));
        expect(readme.length).toBeGreaterThan(1);
        const again = (id: string) =>
          run(reader, id).catch((cause: unknown) => {
            throw new Error(`${id}, after an advance of the clock`, { cause });
          });
        for (const id of isWholeRun ? snippetChecks.keys() : readme) await again(id);
        // A signature is good for a day, by the service's clock.
        expect(await reader.type("npm run local -- advance 25h")).toContain("It is now ");
        for (const id of [
          'README.md, "From a browser", js',
          `docs/dapp.md, "The operator's signature", ts`,
        ].filter((one) => ids.includes(one)))
          await again(id);
      },
      AGAIN_MS,
    );
  },
);
