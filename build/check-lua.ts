import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join, posix } from "node:path";
import { parseArgs } from "node:util";
import { type LuaDeclaration, type LuaFinding, lintLua } from "./lint-lua.ts";

/**
 * `npm run check:lua`: imports every file of src/store, and reads each script's final text and each
 * shared piece of Lua with a parser and the rules of lint-lua.ts. Fails on what they find, on a
 * shared local that no script reads, and on a piece that no script uses. `--to FOLDER` writes the
 * texts there as .lua files, for an editor.
 */
const root = process.cwd();
const { to } = parseArgs({ options: { to: { type: "string" } } }).values;
const folder = "src/store";
const paths = readdirSync(join(root, folder), { recursive: true, encoding: "utf8" })
  .filter((path) => path.endsWith(".ts"))
  .map((path) => posix.join(folder, path))
  .sort();
const sources = new Map(
  paths.map((path) => [path, readFileSync(join(root, path), "utf8").split("\n")]),
);

type Text = { path: string; name: string; text: string };
const scripts: Text[] = [];
/** The forms of dry runs: read for mistakes, not for what uses what. */
const dry: Text[] = [];
const pieces: Text[] = [];
for (const path of paths) {
  for (const [name, value] of Object.entries(await import(join(root, path)))) {
    if (isScript(value)) {
      scripts.push({ path, name, text: value.text });
      if (value.dryText !== undefined) dry.push({ path, name, text: value.dryText() });
    } else if (typeof value === "string" && name.startsWith("lua"))
      pieces.push({ path, name, text: value });
  }
}

const wrong = new Set<string>();
const shared = new Map<string, { script: Text; declaration: LuaDeclaration; reads: number }>();
for (const script of scripts) {
  try {
    const { findings, declared } = lintLua(script.text);
    for (const finding of findings) wrong.add(inWords(script, finding));
    for (const declaration of declared) {
      const key = `${declaration.name} ${declaration.statement}`;
      const known = shared.get(key) ?? { script, declaration, reads: 0 };
      shared.set(key, { ...known, reads: known.reads + declaration.reads });
    }
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
    wrong.add(
      inWords(script, {
        line: (error as SyntaxError & { line?: number }).line ?? 0,
        says: error.message,
      }),
    );
  }
}
for (const form of dry) {
  const { findings } = lintLua(form.text);
  for (const finding of findings) wrong.add(inWords(form, finding));
}
for (const { script, declaration, reads } of shared.values()) {
  if (reads === 0)
    wrong.add(
      inWords(script, { line: declaration.line, says: `no script reads '${declaration.name}'` }),
    );
}
for (const { path, name, text } of pieces) {
  if (!scripts.some((script) => script.text.includes(text)))
    wrong.add(`${path}: no script uses ${name}`);
}

if (to !== undefined) {
  mkdirSync(to, { recursive: true });
  for (const { path, text } of [...scripts, ...pieces])
    writeFileSync(join(to, `${basename(path, ".ts")}.lua`), text);
}
for (const line of wrong) console.error(line);
if (wrong.size > 0 || scripts.length === 0) {
  console.error(`${wrong.size} findings in the Lua of ${scripts.length} scripts.`);
  process.exit(1);
}
console.log(`The Lua of ${scripts.length} scripts and ${pieces.length} shared pieces reads well.`);

function isScript(value: unknown): value is { text: string; dryText?(): string } {
  return (
    typeof value === "object" &&
    value !== null &&
    "text" in value &&
    "run" in value &&
    typeof value.text === "string"
  );
}

/**
 * At the line of the source that the finding stands in: the script's own file where it has it,
 * otherwise a piece's.
 */
function inWords({ path, text }: Text, { line, says }: LuaFinding): string {
  const words = text.split("\n")[line - 1] ?? "";
  for (const [file, lines] of [[path, sources.get(path) ?? []] as const, ...sources]) {
    const at = lines.indexOf(words);
    if (at >= 0 && words.trim() !== "")
      return `${file}:${at + 1}: ${says}${file === path ? "" : ` (in ${path})`}`;
  }
  return `${path}, line ${line} of its text: ${says}: ${words.trim()}`;
}
