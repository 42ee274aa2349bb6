import { createHash } from "node:crypto";
import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { build } from "esbuild";

/**
 * Bundles what talks to a language model into src/model.mjs. Wrangler, which runs this before every build (wrangler.toml),
 * would put a plain `import()` into the one script; a module that it finds is uploaded beside it and loaded on use.
 * Written only when it changed, and in one step: others may run from the same directory.
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
const text = outputFiles[0].text;
const hash = (value) => createHash("sha256").update(value).digest("hex");
if (!existsSync(out) || hash(readFileSync(out, "utf8")) !== hash(text)) {
  const fresh = `${out}.${process.pid}`;
  writeFileSync(fresh, text);
  renameSync(fresh, out);
}
