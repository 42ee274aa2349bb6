import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

/**
 * Fails on a citation that leads nowhere: a decision that docs/decisions.md does not have, a page under docs/ or a section of one
 * that is not there, a page named without its folder, or an issue, which the repository does not hold.
 */
const root = join(import.meta.dirname, "..");
const read = (path) => readFileSync(join(root, path), "utf8");
const decisions = new Set([...read("docs/decisions.md").matchAll(/^\*\*(\d+)\. /gm)].map(([, number]) => number));
const files = execFileSync("git", ["ls-files", "-z", "*.ts", "*.mjs", "*.cjs", "*.sol", "*.md", "*.toml", ".ci/run"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\0")
  .filter((file) => file !== "" && file !== "build/check-citations.mjs" && existsSync(join(root, file)));

const rules = [
  /** "decision 12", "decisions 32 and 33", "decisions 52-53, 60". */
  function unknownDecisions(text) {
    return [...text.matchAll(/\bdecisions? ((?:\d+[a-c]?(?:, | and |-)?)+)/gi)].flatMap(([cited, list]) =>
      list
        .match(/\d+/g)
        .filter((number) => !decisions.has(number))
        .map((number) => `${cited.trim()}: no decision ${number}`),
    );
  },
  /** "docs/facts/x402.md 3", "docs/design.md, "Budgets"". */
  function unknownSections(text, file) {
    return [...text.matchAll(/\b(docs\/[\w./-]+\.md)(?: (\d+)| section (\d+)|, "([^"]+)")?/g)].flatMap(
      ([cited, page, bare, section, heading]) => {
        if (!existsSync(join(root, page))) return file === page ? [] : [`${cited}: no page ${page}`];
        const wanted = heading ?? bare ?? section;
        if (wanted === undefined) return [];
        const headings = [...read(page).matchAll(/^#+ (.+)$/gm)].map(([, name]) => name);
        const found = headings.some((name) =>
          heading === undefined ? name.startsWith(`${wanted}.`) : name === heading,
        );
        return found ? [] : [`${cited}: no section ${wanted} in ${page}`];
      },
    );
  },
  function pagesWithoutFolder(text, file) {
    if (file.startsWith("docs/")) return [];
    return [
      ...text.matchAll(
        /(?<![\w./-])(?:facts\/[\w.-]+|(?:decisions|design|style|spec|peer-service|peer-faults|vault-contracts)\.md)/gi,
      ),
    ].map(([cited]) => `${cited}: not a page of this repository`);
  },
  function issues(text) {
    return [...text.matchAll(/\bissue \d+\b/gi)].map(([cited]) => `${cited}: issues are not in the repository`);
  },
];

const dead = files.flatMap((file) =>
  read(file)
    .split("\n")
    .flatMap((line, index) => rules.flatMap((rule) => rule(line, file).map((what) => `${file}:${index + 1}  ${what}`))),
);
for (const line of dead) console.error(line);
if (dead.length > 0) {
  console.error(`${dead.length} citations lead nowhere.`);
  process.exit(1);
}
console.log(`Citations in ${files.length} files lead somewhere.`);
