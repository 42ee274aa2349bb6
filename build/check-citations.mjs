import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join, posix } from "node:path";

/**
 * Fails on a citation that leads nowhere: a decision that no page of docs/decisions has (or a number without its D), a page under docs/ (or README.md, AGENTS.md) or
 * a section of one that is not there, a page named without its folder, a file of the project, an issue, which the repository does not hold, or a link of a
 * document whose file or heading is not there. Its argument is another repository's folder, for its test.
 */
const root = process.argv[2] ?? join(import.meta.dirname, "..");
/** What spells dead citations because it is about them. */
const UNREAD = ["build/check-citations.mjs", "test/unit/architecture/citations.test.ts"];
const read = (path) => readFileSync(join(root, path), "utf8");
const isDecisions = (file) => /^docs\/decisions\/[\w-]+\.md$/.test(file);
const numbered = readdirSync(join(root, "docs/decisions")).flatMap((page) =>
  [...read(`docs/decisions/${page}`).matchAll(/^## (D\d+) · /gm)].map(([, number]) => number),
);
const decisions = new Set(numbered);
const files = execFileSync(
  "git",
  ["ls-files", "-z", "*.ts", "*.mjs", "*.cjs", "*.sol", "*.lua", "*.md", "*.toml", ".ci/run"],
  {
    cwd: root,
    encoding: "utf8",
  },
)
  .split("\0")
  .filter((file) => file !== "" && !UNREAD.includes(file) && existsSync(join(root, file)));

const rules = [
  /** "decision D12", "decisions D32 and D33"; in docs/decisions every D12. */
  function unknownDecisions(text, file) {
    const cited = isDecisions(file)
      ? [...text.matchAll(/\bD\d+\b/g)].flat()
      : [...text.matchAll(/\bdecisions? ((?:D\d+(?:'s)?(?:, and |, | and )?)+)/gi)].flatMap(
          ([, list]) => list.match(/D\d+/g),
        );
    return cited
      .filter((number) => !decisions.has(number))
      .map((number) => `no decision ${number}`);
  },
  function bareNumbers(text) {
    return [...text.matchAll(/\bdecisions? ((?:\d+[a-c]?(?:, | and |-)?)+)/gi)].flatMap(
      ([cited, list]) =>
        list
          .match(/\d+/g)
          .map(
            (number) =>
              `${cited.trim()}: ${number} is no number of a decision, which begins with D`,
          ),
    );
  },
  /** "docs/facts/x402.md 3", "docs/design.md, "Budgets"". */
  function unknownSections(text, file) {
    return [
      ...text.matchAll(
        /(?<![\w./-])(docs\/[\w./-]+\.md|README\.md|AGENTS\.md)(?: (\d+)| section (\d+)|, "([^"]+)")?/g,
      ),
    ].flatMap(([cited, page, bare, section, heading]) => {
      if (!existsSync(join(root, page))) return file === page ? [] : [`${cited}: no page ${page}`];
      const wanted = heading ?? bare ?? section;
      if (wanted === undefined) return [];
      const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, name]) => name);
      const found = headings.some((name) =>
        heading === undefined ? name.startsWith(`${wanted}.`) : name === heading,
      );
      return found ? [] : [`${cited}: no section ${wanted} in ${page}`];
    });
  },
  function pagesWithoutFolder(text, file) {
    if (file.startsWith("docs/")) return [];
    return [
      ...text.matchAll(
        /(?<![\w./-])(?:facts\/[\w.-]+|(?:decisions|design|style|spec|peer-service|peer-faults|vault-contracts)\.md)/gi,
      ),
    ].map(([cited]) => `${cited}: not a page of this repository`);
  },
  /** `[words](api.md#limits)` of a document: the file from where the document is, the heading as GitHub spells its anchor. */
  function links(text, file) {
    if (!file.endsWith(".md")) return [];
    return [...text.matchAll(/\]\(([^()\s]+)\)|^\[[^\]]+\]: +(\S+)/g)].flatMap(
      ([, inline, reference]) => {
        const target = inline ?? reference;
        if (/^[a-z]+:/.test(target)) return [];
        const [path, anchor] = target.split("#");
        const page = path === "" ? file : posix.join(posix.dirname(file), path);
        if (!existsSync(join(root, page))) return [`${target}: no file ${page}`];
        return anchor === undefined || anchorsOf(page).has(anchor)
          ? []
          : [`${target}: no heading #${anchor} in ${page}`];
      },
    );
  },
  /** "src/schedule/run-claim.ts", from the project's root, in prose and comments. docs/facts names other projects' files. */
  function missingFiles(text, file) {
    if (file.startsWith("docs/facts/")) return [];
    const [prose = ""] = file.endsWith(".md")
      ? [text]
      : (/(?:^\s*(?:\/?\*|#|--)|\/\/ ).*/.exec(text) ?? []);
    return [
      ...prose.matchAll(
        /(?<![\w./-])(?:src|functions|schemas|test|local|bench|build)\/[\w./-]+\.(?:ts|mjs|lua|sol|md|json)\b/g,
      ),
    ]
      .filter(([path]) => !existsSync(join(root, path)))
      .map(([path]) => `${path}: no such file`);
  },
  function issues(text) {
    return [...text.matchAll(/\bissue \d+\b/gi)].map(
      ([cited]) => `${cited}: issues are not in the repository`,
    );
  },
];

/** Of the headings outside code blocks; a second heading of the same words gets -1. */
function anchorsOf(page) {
  const anchors = new Set();
  for (const [, name] of read(page)
    .replaceAll(/^(```|~~~)[\s\S]*?^\1/gm, "")
    .matchAll(/^#+ +(.+?) *$/gm)) {
    const words = name.toLowerCase().replaceAll(/[^\p{L}\p{N}\p{M}_ -]/gu, "");
    const plain = words.replaceAll(" ", "-");
    let anchor = plain;
    for (let again = 1; anchors.has(anchor); again++) anchor = `${plain}-${again}`;
    anchors.add(anchor);
  }
  return anchors;
}

const dead = files.flatMap((file) =>
  read(file)
    .split("\n")
    .flatMap((line, index) =>
      rules.flatMap((rule) => rule(line, file).map((what) => `${file}:${index + 1}  ${what}`)),
    ),
);
dead.push(
  ...numbered
    .filter((number, index) => numbered.indexOf(number) < index)
    .map((number) => `two decisions ${number}`),
);
for (const line of dead) console.error(line);
if (dead.length > 0) {
  console.error(`${dead.length} citations lead nowhere.`);
  process.exit(1);
}
console.log(`Citations in ${files.length} files lead somewhere.`);
