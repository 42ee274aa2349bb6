import { globSync } from "node:fs";
import { join } from "node:path";
import type { Reporter, TestModule } from "vitest/node";
import { findRedisServer } from "../../local/redis/find-redis-server.ts";
import { redisSuites } from "../redis-suites.ts";
import { wholeRunSuites } from "../whole-run-suites.ts";
import { isWholeRun } from "./is-whole-run.ts";
import { listTitles } from "./list-titles.ts";

/**
 * The last line of `npm test`: how many tests passed, and how many in which suites are another
 * command's.
 */
export default class NameRedisSuites implements Reporter {
  async onTestRunEnd(modules: readonly TestModule[]): Promise<void> {
    const passed = modules.flatMap((module) => [...module.children.allTests("passed")]).length;
    const root = join(import.meta.dirname, "../..");
    const alone = globSync(redisSuites.alone, { cwd: root }).sort();
    const others = [...(await listTitles(root, alone)).values()].flat().length;
    const bring = findRedisServer() === undefined ? "apt-get install -y redis-server && " : "";
    console.log(
      `${passed} tests passed. Not among them are ${others} that need a redis-server ` +
        `of their own (${alone.join(", ")}); run them with: ${bring}npm run test:redis\n` +
        (isWholeRun ? "" : `Left to npm run test:all: ${wholeRunSuites.join(", ")}\n`),
    );
  }
}
