import { readFileSync } from "node:fs";
import { dirname, join, relative, resolve } from "node:path";
import { build } from "esbuild";
import { writeModule } from "./write-module.mjs";

/**
 * Bundles the chat, but for what talks to a model, into src/chat.mjs: uploaded beside the Worker's script and loaded on use, as src/model.mjs is. What
 * it imports from elsewhere is not copied but taken from `host` (src/chat-host.mjs), where src/create-chat.ts leaves the modules that
 * src/chat-shared.ts lists. An import of a module that is not in that list ends the build. `--list` writes what it takes instead of the module.
 */
const root = join(import.meta.dirname, "..");
const shared = readFileSync(join(root, "src/chat-shared.ts"), "utf8");
const taken = new Set();
const isChat = (path) => path.startsWith("src/chat/") && !path.startsWith("src/chat/model/");

const fromHost = {
  name: "from-host",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^\./ }, ({ path, importer, namespace }) => {
      if (namespace !== "file") return undefined;
      const wanted = relative(root, resolve(dirname(importer), path));
      if (isChat(wanted)) return undefined;
      if (!shared.includes(`"${wanted}":`))
        return {
          errors: [{ text: `${relative(root, importer)} imports ${wanted}, which src/chat-shared.ts does not list.` }],
        };
      return { path: wanted, namespace: "host", sideEffects: false };
    });
    onLoad({ filter: /.*/, namespace: "host" }, ({ path }) => {
      taken.add(path);
      const source = readFileSync(join(root, path), "utf8");
      const names = [...source.matchAll(/^export (?:async )?(?:const|function|class) (\w+)/gm)].map(([, name]) => name);
      const values = names.map((name) => `export const ${name} = from.${name};`);
      const text = [
        `import { host } from "./chat-host.mjs";`,
        `const from = host[${JSON.stringify(path)}];`,
        ...values,
      ];
      return { contents: text.join("\n"), loader: "js" };
    });
    onResolve({ filter: /.*/, namespace: "host" }, ({ path }) => ({ path, external: true }));
    // A package would be there twice.
    onResolve({ filter: /^[^.]/ }, ({ path, importer, kind }) =>
      kind === "entry-point"
        ? undefined
        : { errors: [{ text: `${relative(root, importer)} imports the package ${path}.` }] },
    );
  },
};
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ["./src/chat/run-chat.ts"],
  bundle: true,
  format: "esm",
  platform: "browser",
  target: "es2024",
  minify: true,
  legalComments: "none",
  plugins: [fromHost],
  write: false,
});
if (process.argv.includes("--list")) console.log(JSON.stringify([...taken]));
else writeModule(join(root, "src", "chat.mjs"), outputFiles[0].text);
