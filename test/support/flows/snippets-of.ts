export type Snippet = {
  /** `README.md, "From curl", sh`; the second of one language under one heading ends with `2`. */
  id: string;
  language: string;
  code: string;
  /** What its first line names: `// .local/pay.mjs: ...`. Undefined for what is not to be saved. */
  file: string | undefined;
};

/** CommonMark 4.5: three or more of one mark, indented or not, also in a list or a quotation. */
const OPENS = /^[\s>*+-]*(`{3,}|~{3,})[ \t]*([^\s`]*)/;

/** The code blocks of one document. One without a language has the language "". */
export function snippetsOf(path: string, markdown: string): Snippet[] {
  const snippets: Snippet[] = [];
  const counts = new Map<string, number>();
  let heading = "";
  let open: { mark: string; language: string; lines: string[] } | undefined;
  const close = ({ language, lines }: { language: string; lines: string[] }) => {
    const place = `${path}, "${heading}", ${language}`;
    const count = (counts.get(place) ?? 0) + 1;
    counts.set(place, count);
    const [, file] = /^\/\/ ([\w./-]+\.m?[jt]s)\b/.exec(lines[0] ?? "") ?? [];
    const code = lines.map((line) => `${line}\n`).join("");
    snippets.push({ id: count === 1 ? place : `${place} ${count}`, language, code, file });
  };
  for (const line of markdown.split("\n")) {
    if (open !== undefined) {
      const [, mark = ""] = /^[\s>]*(`{3,}|~{3,})\s*$/.exec(line) ?? [];
      if (mark.startsWith(open.mark)) {
        close(open);
        open = undefined;
      } else open.lines.push(line);
      continue;
    }
    const [, mark, language = ""] = OPENS.exec(line) ?? [];
    if (mark !== undefined) open = { mark, language: language.toLowerCase(), lines: [] };
    else heading = /^#+ (.+)$/.exec(line)?.[1] ?? heading;
  }
  if (open !== undefined) close(open);
  return snippets;
}
