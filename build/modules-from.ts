import type { Metafile } from "esbuild";

/**
 * The modules that are evaluated when one of them is: itself and all that it imports statically, by
 * name. `from` is a source file whose module is looked for, e.g. "src/worker.ts" for what a start
 * evaluates, or a route's file for what its first call adds to that.
 * @throws Error where no module holds it
 */
export function modulesFrom({ outputs }: Metafile, from: string): string[] {
  const first = Object.keys(outputs).find((name) => outputs[name]?.entryPoint === from);
  const found = first ?? Object.keys(outputs).find((name) => from in (outputs[name]?.inputs ?? {}));
  if (found === undefined) throw new Error(`no module holds ${from}`);
  const reached = new Set([found]);
  // A set's iteration meets what is added to it on the way.
  for (const name of reached)
    for (const { path, kind, external } of outputs[name]?.imports ?? [])
      if (kind === "import-statement" && external !== true) reached.add(path);
  return [...reached];
}
