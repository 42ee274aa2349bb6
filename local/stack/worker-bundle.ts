import * as z from "zod";

/** A Worker bundled once, ready for workerd (bundle-worker.ts). */
export const workerBundle = z.object({
  name: z.string(),
  /** Which of the modules has the handlers. */
  main: z.string(),
  /** Source text by module name. */
  modules: z.record(z.string(), z.string()),
  compatibilityDate: z.string(),
  compatibilityFlags: z.array(z.string()),
  /** Those of wrangler.toml. */
  vars: z.record(z.string(), z.string()),
});
export type WorkerBundle = z.infer<typeof workerBundle>;
