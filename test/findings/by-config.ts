import { globSync } from "node:fs";
import { join } from "node:path";
import { redisSuites } from "../redis-suites.ts";

/** Things that name a test file, by the vitest configuration that runs it. */
export function byConfig<Named extends { file: string }>(
  root: string,
  named: Named[],
): Map<string, Named[]> {
  const alone = new Set(globSync(redisSuites.alone, { cwd: root }));
  return Map.groupBy(named, ({ file }) =>
    join(root, alone.has(file) ? "vitest.redis.config.ts" : "vitest.config.ts"),
  );
}
