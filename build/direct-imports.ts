import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import type { Plugin } from "esbuild";

const root = join(import.meta.dirname, "..");
const BARREL = join(root, "node_modules/viem/_esm/index.js");
/** It takes zod as one value, which keeps all of zod; by its names, only what is used is kept. */
const WHOLE_ZOD = /[\\/]@ai-sdk[\\/]openai-compatible[\\/]dist[\\/]index\.m?js$/;
const OURS = /[\\/](?:src|schemas|functions)[\\/].*\.ts$/;

/**
 * Takes each name that our sources import from viem out of the file that defines it. esbuild loads
 * with one name of a list of exports all that any module takes from that list, so that a start
 * would evaluate curves and transactions for the sake of an address.
 */
export const directImports: Plugin = {
  name: "direct-imports",
  setup: ({ onLoad }) => {
    const files = filesOfNames(readFileSync(BARREL, "utf8"));
    onLoad({ filter: OURS }, ({ path }) => ({
      loader: "ts",
      contents: direct(readFileSync(path, "utf8"), files),
    }));
    onLoad({ filter: WHOLE_ZOD }, ({ path }) => ({
      contents: readFileSync(path, "utf8").replace(
        'import { z } from "zod/v4";',
        'import * as z from "zod/v4";',
      ),
    }));
  },
};

/** Where a list of exports has each of its names from, and what it is called there. */
function filesOfNames(list: string): Map<string, { file: string; name: string }> {
  const plain = list.replaceAll(/\/\*.*?\*\//gs, "");
  const exported = [...plain.matchAll(/^export \{([^}]*)\} from '([^']+)';$/gm)];
  return new Map(
    exported.flatMap(([, names = "", from = ""]) => {
      const file = from.startsWith(".") ? join(dirname(BARREL), from) : from;
      return partsOf(names).map(([name = "", as = name]) => [as, { file, name }] as const);
    }),
  );
}

const partsOf = (names: string): string[][] =>
  names
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "")
    .map((name) => name.split(/\s+as\s+/));

const direct = (
  source: string,
  files: ReadonlyMap<string, { file: string; name: string }>,
): string =>
  source.replaceAll(/^import \{([^}]*)\} from "viem";$/gm, (_, names: string) =>
    partsOf(names)
      .filter(([name]) => !name?.startsWith("type "))
      .map(([name = "", as = name]) => {
        const found = files.get(name);
        if (found === undefined) throw new Error(`viem's list of exports has no ${name}`);
        return `import { ${found.name} as ${as} } from ${JSON.stringify(found.file)};`;
      })
      .join(" "),
  );
