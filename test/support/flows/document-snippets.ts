import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { type Snippet, snippetsOf } from "./snippets-of.ts";

const projectDir = join(import.meta.dirname, "../../..");

/** Every code block of the README and of the documents below docs/, in their order. */
export const documentSnippets = (): Snippet[] =>
  ["README.md", ...globSync("docs/**/*.md", { cwd: projectDir }).sort()].flatMap((path) =>
    snippetsOf(path, readFileSync(join(projectDir, path), "utf8")),
  );
