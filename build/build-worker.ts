import { mkdirSync, readdirSync, rmSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { build, type Metafile, type Plugin } from "esbuild";
import { directImports } from "./direct-imports.ts";
import { writeModule } from "./write-module.ts";

const root = join(import.meta.dirname, "..");

/**
 * What packages bring and this service does not use, by the path that they import it by: workerd
 * parses every module that is uploaded.
 */
const SUBSTITUTES: readonly [importer: RegExp, path: RegExp, substitute: string][] = [
  [/[\\/]node_modules[\\/]zod[\\/]/, /^\.\.\/locales\/index\.js$/, "zod-locales.js"],
  [/[\\/]node_modules[\\/]zod[\\/]/, /^\.\/compile\.js$/, "zod-compile.js"],
  [/[\\/]node_modules[\\/]zod[\\/]/, /^\.\/from-json-schema\.js$/, "zod-from-json-schema.js"],
  [/[\\/]node_modules[\\/]ai[\\/]/, /^@ai-sdk\/gateway$/, "ai-gateway.js"],
];
const substitutes: Plugin = {
  name: "substitutes",
  setup: ({ onResolve }) => {
    for (const [importer, filter, substitute] of SUBSTITUTES)
      onResolve({ filter }, ({ importer: from }) =>
        importer.test(from) ? { path: join(root, "build/substitutes", substitute) } : undefined,
      );
  },
};

/**
 * Builds the Worker into `dir` as the modules that are uploaded: worker.js with all that it needs
 * to start, and what stands behind an `import()` in modules that are loaded with their first use; a
 * file stands in one of them. wrangler uploads the folder as it is (`no_bundle` in wrangler.toml),
 * so what is not of this build is removed from it. Answers what esbuild says of each module.
 * @throws esbuild's BuildFailure for sources that cannot be built
 */
export async function buildWorker({
  dir,
  entry = "src/worker.ts",
  minify = true,
}: {
  dir: string;
  entry?: string;
  minify?: boolean;
}): Promise<Metafile> {
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: { worker: resolve(root, entry) },
    outdir: dir,
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "browser",
    conditions: ["workerd", "worker", "browser"],
    target: "es2024",
    external: ["node:*", "cloudflare:*"],
    minify,
    plugins: [substitutes, directImports],
    legalComments: "none",
    chunkNames: "[name]-[hash]",
    metafile: true,
    write: false,
    logLevel: "error",
  });
  mkdirSync(dir, { recursive: true });
  // Names have hashes, so two builds of the same sources write the same files, also at once.
  for (const { path, text } of outputFiles) writeModule(path, text);
  const built = new Set(outputFiles.map(({ path }) => relative(dir, path)));
  for (const name of readdirSync(dir))
    if (name.endsWith(".js") && !built.has(name)) rmSync(join(dir, name), { force: true });
  return metafile;
}

/** node build/build-worker.ts [FOLDER [ENTRY]]: into dist/worker, where wrangler takes it from. */
if (import.meta.filename === process.argv[1]) {
  const [, , dir = join(root, "dist", "worker"), entry] = process.argv;
  await buildWorker({ dir, ...(entry !== undefined && { entry }) });
}
