import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { dirname, join, posix } from "node:path";

/**
 * node build/check-map.mjs [ROOT]: fails on a file that stands in no room of docs/map.md, on a room or a file to start
 * reading at that is not there, and on an import from a room which the importer's line does not name.
 */
const root = process.argv[2] ?? join(import.meta.dirname, "..");
const read = (path) => readFileSync(join(root, path), "utf8");
const map = read("docs/map.md");
const rooms = new Map(
  [...map.matchAll(/^\| `([^`]+)` \| .+ \| ?([^|]*) ?\|$/gm)].map(([, folder, imports]) => [
    folder.replace(/\/\*\*$/, ""),
    { isDeep: folder.endsWith("/**"), imports: imports.split(" ").filter((name) => name !== "") },
  ]),
);
/** May be imported from everywhere. */
const COMMON = ["schemas", "src/lib", "src", "src/kinds"];

const files = execFileSync("git", ["ls-files", "-z"], { cwd: root, encoding: "utf8" })
  .split("\0")
  .filter((file) => file !== "" && existsSync(join(root, file)));

/** The room of a file: its own folder, or the nearest one above that holds all that is below it. undefined: outside the map. */
function roomOf(file) {
  const own = posix.dirname(file);
  if (rooms.has(own)) return own;
  for (let folder = own; folder !== "."; folder = posix.dirname(folder))
    if (rooms.get(folder)?.isDeep) return folder;
  return undefined;
}

const isInside = (file) => file.includes("/") && !file.startsWith(".");
const outside = files
  .filter((file) => isInside(file) && roomOf(file) === undefined)
  .map((file) => `${file}: no room`);
const empty = [...rooms.keys()].filter(
  (room) => !files.some((file) => file.startsWith(`${room}/`)),
);

const IMPORT = /(?:\bfrom|\bimport\()\s*"(\.{1,2}\/[^"]+)"/g;
const foreign = files
  .filter((file) => /^(src|schemas|functions)\/.*\.ts$/.test(file))
  .flatMap((file) => {
    const from = roomOf(file);
    const allowed = rooms.get(from)?.imports ?? [];
    if (allowed.includes("all")) return [];
    return [...read(file).matchAll(IMPORT)].flatMap(([, specifier]) => {
      const target = posix.normalize(posix.join(dirname(file), specifier));
      const to = roomOf(target);
      if (to === undefined || to === from || COMMON.includes(to)) return [];
      const named = to.replace(/^src\//, "");
      const isNamed = allowed.some(
        (name) => name === named || (name === "store" && named.startsWith("store/")),
      );
      return isNamed
        ? []
        : [`${file} imports ${target}: the line of ${from} does not name ${named}`];
    });
  });

const gone = [
  ...(map.split("Where to start reading")[1] ?? "").matchAll(
    /`((?:src|functions)\/[\w./-]+\.ts)`/g,
  ),
]
  .map(([, path]) => path)
  .filter((path) => !existsSync(join(root, path)));

const wrong = [
  ...(rooms.size === 0 ? ["docs/map.md has no room"] : []),
  ...outside,
  ...empty.map((room) => `${room}: a room without files`),
  ...foreign,
  ...gone.map((path) => `${path}: to be read first, and not there`),
];
for (const line of wrong) console.error(line);
if (wrong.length > 0) {
  console.error(`${wrong.length} ways in which docs/map.md is not true.`);
  process.exit(1);
}
console.log(`The map has a room for each of ${files.filter(isInside).length} files.`);
