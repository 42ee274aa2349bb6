import type { Redis, Script } from "./redis-port.ts";

/** The form that writes nothing, but for scripts that count callers. */
export const dryRedis = (redis: Redis): Redis => ({
  run: async ({ name, dryText }: Script, keys, args) => {
    if (dryText === undefined) throw new Error(`${name} has no dry form`);
    // With its dry form once more: what a change would come to is also tried within a dry run.
    return redis.run({ name, text: dryText(), dryText }, keys, args);
  },
});
