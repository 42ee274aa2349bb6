import * as z from "zod";
import { startScheduler } from "./start-scheduler.ts";

/**
 * The scheduler as a process of its own, which can be killed. Settings come in SCHEDULER; its one
 * line says where it listens.
 */
const settings = z
  .object({
    port: z.int(),
    token: z.string(),
    currentSigningKey: z.string(),
    nextSigningKey: z.string(),
  })
  .parse(JSON.parse(process.env.SCHEDULER ?? "{}"));
const scheduler = await startScheduler(settings);
process.stdout.write(`scheduler at ${scheduler.url}\n`);
