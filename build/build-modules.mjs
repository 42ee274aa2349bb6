import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { writeModule } from "./write-module.mjs";

/**
 * Bundles what the Worker's script does not hold into modules of their own, uploaded beside it and loaded on use. What the script holds is not
 * copied: it is taken from `host` (src/module-host.mjs), where src/create-modules.ts leaves what the generated src/shared-*.mjs lists. So nothing is there
 * twice, and an AppError of the one is an AppError of the other. Which files are whose follows from what src/worker.ts reaches;
 * test/unit/architecture/modules.test.ts says what may not be among it. `--list` writes the files of each instead of the modules.
 */
const MODULES = [
  { name: "tools", entry: "src/calls/every-tool.ts", after: [] },
  { name: "documents", entry: "src/discovery/documents.ts", after: ["tools"] },
  { name: "chat", entry: "src/chat/run-chat.ts", after: ["tools"] },
  { name: "mcp", entry: "src/mcp/mcp-door.ts", after: [] },
  { name: "telegram", entry: "src/telegram/operator-chat.ts", after: [] },
];
/** Needed by two modules of which neither stands on the other: kept in the script, for both. */
const KEPT = ["src/chat/quote-mark.ts", "src/settings/limit-lines.ts", "src/twap/states-to-change.ts"];
const root = join(import.meta.dirname, "..");
const pathOf = (file) => relative(root, file).replaceAll("\\", "/");
const common = {
  absWorkingDir: root,
  bundle: true,
  format: "esm",
  platform: "browser",
  conditions: ["workerd", "worker", "browser"],
  target: "es2024",
  legalComments: "none",
  write: false,
  metafile: true,
  logLevel: "error",
};
const inputsOf = ({ metafile }) =>
  Object.keys(metafile.inputs).filter((path) => !path.includes(":") && !path.startsWith("<"));

const script = await build({
  ...common,
  entryPoints: ["src/worker.ts"],
  external: ["node:*", "cloudflare:*", "./*.mjs"],
});
/** Whose each file is: "" is the Worker's script. */
const owners = new Map([...inputsOf(script), ...KEPT].map((path) => [path, ""]));
const packages = new Set(
  [...owners.keys()].flatMap((path) => /node_modules\/((?:@[^/]+\/)?[^/]+)\//.exec(path)?.[1] ?? []),
);
const packageOf = (specifier) => /^(?:@[^/]+\/)?[^/]+/.exec(specifier)?.[0];

/** First look at a module: its own files, what it takes of others, and by which names it takes it from packages. */
async function look({ name, entry, after }) {
  const taken = new Set();
  const result = await build({
    ...common,
    entryPoints: [entry],
    plugins: [
      {
        name: "look",
        setup({ onResolve }) {
          onResolve({ filter: /^\./ }, ({ path, importer }) => {
            const wanted = pathOf(resolve(dirname(importer), path));
            const owner = owners.get(wanted);
            if (owner === undefined) return undefined;
            if (owner !== "" && !after.includes(owner))
              return {
                errors: [
                  {
                    text: `${pathOf(importer)} imports ${wanted} of the module ${owner}: the script has to keep it (KEPT).`,
                  },
                ],
              };
            taken.add(wanted);
            return { path: wanted, external: true, sideEffects: false };
          });
          onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
            kind !== "entry-point" && packages.has(packageOf(path))
              ? { path, external: true, sideEffects: false }
              : undefined,
          );
        },
      },
    ],
  });
  const own = inputsOf(result);
  for (const path of own) owners.set(path, name);
  const text = result.outputFiles[0].text;
  const imports = new Map();
  const note = (path, names) => imports.set(path, new Set([...(imports.get(path) ?? []), ...names]));
  for (const [, names, path] of text.matchAll(/^import \{([^}]*)\} from "([^".][^"]*)";$/gm))
    if (!taken.has(path))
      note(
        path,
        names.split(",").map((each) => each.trim().split(" as ")[0]),
      );
  for (const [, alias, path] of text.matchAll(/^import \* as (\w+) from "([^".][^"]*)";$/gm))
    if (!taken.has(path))
      note(
        path,
        [...text.matchAll(new RegExp(`(?<![\\w.])${alias.replace("$", "\\$")}\\.(\\w+)`, "g"))].map(([, used]) => used),
      );
  return { name, entry, own, taken: [...taken].sort(), imports };
}

/** A function that has overloads is there more than once. */
function exportsOf(path) {
  const source = readFileSync(join(root, path), "utf8");
  const found = source.matchAll(/^export (?:async )?(?:const|function\*?|class) (\w+)/gm);
  return [...new Set([...found].map(([, name]) => name))];
}

/** The module itself. What later ones take of it, it leaves with the host. */
async function make({ entry, taken, imports }, given) {
  const isTaken = new Set(taken);
  const fromHost = (key, names) => ({
    contents: [
      `import { host } from "./module-host.mjs";`,
      `const from = host[${JSON.stringify(key)}];`,
      ...names.map((name, at) => `const v${at} = from.${name};\nexport { v${at} as ${name} };`),
    ].join("\n"),
    loader: "js",
  });
  const { outputFiles, warnings } = await build({
    ...common,
    minify: true,
    stdin: {
      contents: [
        `export * from "./${entry}";`,
        ...(given.length === 0 ? [] : [`import { host } from "./module-host.mjs";`]),
        ...given.map((path, at) => `import * as m${at} from "./${path}";\nhost[${JSON.stringify(path)}] = m${at};`),
      ].join("\n"),
      resolveDir: root,
      sourcefile: "module.js",
    },
    plugins: [
      {
        name: "from-host",
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\/module-host\.mjs$/ }, ({ path }) => ({ path, external: true }));
          onResolve({ filter: /^\./ }, ({ path, resolveDir }) => {
            const wanted = pathOf(resolve(resolveDir, path));
            return isTaken.has(wanted) ? { path: wanted, namespace: "host", sideEffects: false } : undefined;
          });
          onResolve({ filter: /^[^.]/ }, ({ path, kind }) =>
            kind !== "entry-point" && imports.has(path)
              ? { path, namespace: "package", sideEffects: false }
              : undefined,
          );
          onLoad({ filter: /.*/, namespace: "host" }, ({ path }) => fromHost(path, exportsOf(path)));
          onLoad({ filter: /.*/, namespace: "package" }, ({ path }) => fromHost(path, [...imports.get(path)]));
        },
      },
    ],
  });
  // A name that is not handed over would be undefined when it is first used.
  const missing = warnings.filter(({ id }) => id === "import-is-undefined");
  if (missing.length > 0) throw new Error(missing.map(({ text }) => text).join("\n"));
  return outputFiles[0].text;
}

/** What the script hands over to a module, as a source of the script. */
function sharedList({ taken, imports }) {
  const fromScript = taken.filter((path) => owners.get(path) === "");
  const named = [...imports].map(([path, names], at) => ({
    path,
    names: [...names].sort().map((name) => ({ name, local: `p${at}_${name}` })),
  }));
  return [
    ...fromScript.map(
      (path, at) => `import * as m${at} from "${path.startsWith("src/") ? path.replace("src/", "./") : `../${path}`}";`,
    ),
    ...named.map(
      ({ path, names }) =>
        `import { ${names.map(({ name, local }) => `${name} as ${local}`).join(", ")} } from ${JSON.stringify(path)};`,
    ),
    "export const shared = {",
    ...fromScript.map((path, at) => `  ${JSON.stringify(path)}: m${at},`),
    ...named.map(
      ({ path, names }) =>
        `  ${JSON.stringify(path)}: { ${names.map(({ name, local }) => `${name}: ${local}`).join(", ")} },`,
    ),
    "};\n",
  ].join("\n");
}

const looks = [];
for (const module of MODULES) looks.push(await look(module));
if (process.argv.includes("--list")) {
  const filesOf = (owner) => [...owners].flatMap(([path, of]) => (of === owner ? [path] : [])).sort();
  console.log(
    JSON.stringify({ script: filesOf(""), ...Object.fromEntries(looks.map(({ name }) => [name, filesOf(name)])) }),
  );
} else
  for (const found of looks) {
    const given = looks.flatMap(({ taken }) => taken.filter((path) => owners.get(path) === found.name));
    writeModule(join(root, `src/shared-${found.name}.mjs`), sharedList(found));
    writeModule(join(root, `src/${found.name}.mjs`), await make(found, [...new Set(given)].sort()));
  }
