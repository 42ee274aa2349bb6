import { routes } from "../functions/routes.ts";
import { createApp } from "../src/app.ts";
import { createDeps } from "../src/create-deps.ts";
import { createIsolate } from "../src/create-isolate.ts";

/** CPU of a bare 402 (issue: under 1 ms, no network call), by the application itself in Node: `npm run bench:402`. */
const WARM_UP = 500;
const CALLS = 5_000;
const bindings = { X402_PAY_TO: `0x${"11".repeat(20)}`, PUBLIC_BASE_URL: "https://sextant.example" };

const isolate = createIsolate();
let networkCalls = 0;
const host = {
  fetcher: async () => {
    networkCalls += 1;
    return new Response();
  },
  waitUntil: () => undefined,
  routes,
};
const app = createApp(
  routes,
  (given) => createDeps(given, isolate, host),
  () => undefined,
);
const context = { waitUntil: () => undefined, passThroughOnException: () => undefined, props: {} };

for (const [method, path] of [
  ["GET", "/api/quote"],
  ["POST", "/api/tools"],
] as const) {
  const call = () => app.request(path, { method, ...(method === "POST" && { body: "{}" }) }, bindings, context);
  for (let i = 0; i < WARM_UP; i += 1) await call();
  const before = process.cpuUsage();
  for (let i = 0; i < CALLS; i += 1) {
    const { status } = await call();
    if (status !== 402) throw new Error(`${method} ${path} answered ${status}`);
  }
  const { user, system } = process.cpuUsage(before);
  console.log(
    `${method} ${path}: ${((user + system) / 1_000 / CALLS).toFixed(3)} ms CPU per unpaid 402, ${networkCalls} network calls in ${CALLS}`,
  );
}
