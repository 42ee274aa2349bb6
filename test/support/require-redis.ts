import { findRedisServer } from "../../local/redis/find-redis-server.ts";

/** Ends with one line where the suites of `npm run test:redis` could not start their server. */
if (findRedisServer() === undefined) {
  console.error(
    "npm run test:redis needs redis-server, which is not on the PATH. Bring it: apt-get " +
      "install -y redis-server",
  );
  process.exitCode = 1;
}
