import { readFileSync } from "node:fs";
import { Log, LogLevel, Miniflare } from "miniflare";
import * as z from "zod";
import { preparedFiles } from "./prepared-files.ts";
import { workerBundle } from "./worker-bundle.ts";

/*
 * A process of its own: serves a built Worker in workerd on loopback, by what wrangler itself is
 * built on. Beside `wrangler dev` it does not bundle, watch or proxy. Says "Ready" when it answers;
 * SIGTERM ends it and workerd with it. Its one argument is JSON of `{dir, port, vars, tmpDir,
 * logsRequests}`.
 */
const settings = z
  .object({
    dir: z.string(),
    port: z.number(),
    vars: z.record(z.string(), z.string()),
    tmpDir: z.string(),
    /** A line for every request, as wrangler has it: workerd then reports each to this process. */
    logsRequests: z.boolean(),
  })
  .parse(JSON.parse(process.argv[2] ?? ""));
const bundle = workerBundle.parse(
  JSON.parse(readFileSync(preparedFiles(settings.dir).worker, "utf8")),
);

const miniflare = new Miniflare({
  host: "127.0.0.1",
  port: settings.port,
  // As wrangler dev: /cdn-cgi/local/scheduled in place of the platform's cron.
  unsafeTriggerHandlers: true,
  log: new Log(LogLevel.INFO),
  logRequests: settings.logsRequests,
  // No request leaves this machine for it.
  cf: false,
  telemetry: { enabled: false },
  resourceTmpPath: settings.tmpDir,
  workers: [
    {
      config: {
        type: "worker",
        name: bundle.name,
        compatibilityDate: bundle.compatibilityDate,
        compatibilityFlags: bundle.compatibilityFlags,
        manifest: {
          mainModule: bundle.main,
          modulesRoot: settings.dir,
          modules: mapped(bundle.modules, (contents) => ({ type: "esm" as const, contents })),
        },
        env: mapped({ ...bundle.vars, ...settings.vars }, (value) => ({
          type: "text" as const,
          value,
        })),
      },
    },
  ],
});
process.once("SIGTERM", () => void miniflare.dispose().finally(() => process.exit(0)));
await miniflare.ready;
console.log("Ready");

function mapped<From, To>(
  record: Record<string, From>,
  to: (value: From) => To,
): Record<string, To> {
  return Object.fromEntries(Object.entries(record).map(([key, value]) => [key, to(value)]));
}
