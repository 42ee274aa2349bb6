import type { Redis, Script } from "./redis-port.ts";

/** Runs the form that writes nothing, except scripts that count callers. */
export const dryRedis = (redis: Redis): Redis => ({
  run: async ({ name, dryText }: Script, keys, args) => {
    if (dryText === undefined) throw new Error(`${name} has no dry form`);
    // Keeps its dry form: a change is also tried within a dry run.
    return redis.run({ name, text: dryText(), dryText }, keys, args);
  },
});
