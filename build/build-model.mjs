import { join } from "node:path";
import { build } from "esbuild";
import { writeModule } from "./write-module.mjs";

/**
 * Bundles what talks to a language model into src/model.mjs. Wrangler, which runs this before every build (wrangler.toml),
 * would put a plain `import()` into the one script; a module that it finds is uploaded beside it and loaded on use.
 */
const root = join(import.meta.dirname, "..");
const out = join(root, "src", "model.mjs");
const { outputFiles } = await build({
  absWorkingDir: root,
  entryPoints: ["src/chat/model/create-model-port.ts"],
  bundle: true,
  format: "esm",
  platform: "browser",
  conditions: ["workerd", "worker", "browser"],
  target: "es2024",
  minify: true,
  legalComments: "none",
  external: ["node:*"],
  write: false,
});
writeModule(out, outputFiles[0].text);
