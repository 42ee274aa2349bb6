/** What to hold to the contract: the embedded one, and in `npm run test:redis` the real one. */
export function redisKinds(): ("real" | "embedded")[] {
  return [process.env.TEST_REDIS === "real" ? "real" : "embedded"];
}
