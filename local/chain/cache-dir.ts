import { join } from "node:path";

/** Never committed; every file in it is named by a hash of what it was made from. */
export const cacheDir = join(import.meta.dirname, "../../.local/cache");
