import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";

// Plain JavaScript on purpose: an older Node cannot even read the TypeScript that it would guard.
const [major = 0, minor = 0] = process.versions.node.split(".").map(Number);
if (major < 22 || (major === 22 && minor < 18)) {
  const root = join(import.meta.dirname ?? new URL(".", import.meta.url).pathname, "..");
  const read = (file) => JSON.parse(readFileSync(join(root, file), "utf8"));
  const { packages, version, install } = read("local/programs/programs.json").node;
  const pinned = read("package.json").optionalDependencies[version];
  const [ofPlatform] = packages[`${process.platform}-${process.arch}`] ?? [];
  const advice =
    ofPlatform === undefined
      ? `npm has none for ${process.platform}-${process.arch}: install Node ${pinned} by ${install} and put it first on the PATH`
      : existsSync(join(root, "node_modules", ofPlatform))
        ? "npm brought its own: run it through npm (npm start)"
        : `npm brings its own: run \`npm ci\`, then start it through npm (npm start)`;
  console.error(
    `Sextant's local stack needs Node 22.18 or newer, and this is ${process.version}; ${advice}.`,
  );
  process.exit(1);
}
