import { expect, test } from "vitest";
import { type SourceFile, sourceFiles } from "./source-files.ts";

const files = sourceFiles("src", "functions", "schemas");
const pathsThat = (does: (file: SourceFile) => boolean): string[] =>
  files.filter(does).map(({ path }) => path);
const users = (...texts: string[]) => pathsThat(({ uses }) => texts.some((text) => uses.has(text)));

test("behavior: the clock is read where the dependencies are made, and nowhere else", () => {
  // The client's helpers run at their callers', who may hand in another clock.
  expect(users("Date.now", "performance.now", "new Date(0)", "performance.timeOrigin")).toEqual([
    "src/client/transaction-request.ts",
    "src/client/verify-webhook.ts",
    "src/create-deps.ts",
  ]);
});

test("behavior: ids come from the dependencies; the request id is made before them", () => {
  const random = [
    "crypto.randomUUID",
    "globalThis.crypto.randomUUID",
    "crypto.getRandomValues",
    "Math.random",
  ];
  expect(users(...random)).toEqual(["src/app.ts", "src/create-deps.ts"]);
  expect(users("Math.random")).toEqual([]);
});

test("behavior: entries hand the network in; only the Redis adapter has a default", () => {
  const entries = ["src/create-worker.ts", "src/setup.ts"];
  expect(users("fetch()", "globalThis.fetch", "self.fetch")).toEqual(
    [...entries, "src/store/kernel/upstash-redis.ts"].sort(),
  );
});

test("behavior: timers are in the two clients and the dependencies", () => {
  // rpc.ts joins one turn's calls, the requester waits before it sends a lost request again.
  const clients = ["src/chain/rpc.ts", "src/store/kernel/upstash-redis.ts"];
  expect(users("setTimeout()", "setInterval()", "globalThis.setTimeout").sort()).toEqual(
    [...clients, "src/create-deps.ts"].sort(),
  );
});

test("behavior: only the setup script sees the process, in Node and no part of the Worker", () => {
  expect(users("process.env", "process.exitCode", "process.argv")).toEqual(["src/setup.ts"]);
  expect(pathsThat(({ words }) => words.has("process"))).toEqual(["src/setup.ts"]);
  expect(
    pathsThat(({ imports }) => imports.some(({ specifier }) => specifier.endsWith("/setup.ts"))),
  ).toEqual([]);
});

test("behavior: nothing is logged past the log port", () => {
  const consoles = pathsThat(({ words }) => words.has("console"));
  expect(consoles).toEqual(["src/console-log.ts", "src/setup.ts"]);
});

test("behavior: ENVIRONMENT is read where clock and environment are built (docs/design.md)", () => {
  expect(pathsThat(({ words }) => words.has("ENVIRONMENT"))).toEqual([
    "src/create-deps.ts",
    "src/env.ts",
  ]);
});

test("behavior: nothing asks whether it is local: a movable clock is there or not", () => {
  expect(pathsThat(({ words }) => words.has("local"))).toEqual(["src/create-deps.ts"]);
  expect(pathsThat(({ uses }) => uses.has("deps.localClock"))).toEqual([
    "functions/internal/local-clock.ts",
  ]);
});

test("behavior: no module holds state: create-isolate makes what an isolate remembers", () => {
  expect(users("createIsolate()")).toEqual(["src/create-worker.ts"]);
});
