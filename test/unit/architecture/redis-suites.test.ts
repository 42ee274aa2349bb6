import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { redisSuites } from "../../redis-suites.ts";
import { projectDir } from "./source-files.ts";

const filesOf = (patterns: string[]) => globSync(patterns, { cwd: projectDir }).sort();
const suites = filesOf(["test/**/*.test.ts"]).map((path) => ({
  path,
  text: readFileSync(join(projectDir, path), "utf8"),
}));
const suitesWith = (sign: RegExp) =>
  suites.filter(({ text }) => sign.test(text)).map(({ path }) => path);

test("behavior: only npm run test:redis runs redis-server suites, npm test needs none", () => {
  expect(
    suitesWith(/\bredisKeeps:|= await startRedis\(\{ kind: "real"|startTestRedis\("real"\)/),
  ).toEqual(filesOf(redisSuites.alone));
});

test("behavior: a suite for either Redis runs on the real one in npm run test:redis", () => {
  const either = suitesWith(/^import .*(redis-kinds|each-redis|large-redis)\.ts";$/m);
  expect(filesOf(redisSuites.again)).toEqual(expect.arrayContaining(either));
});
