import { createServer } from "node:net";

/**
 * A TCP port that was free on 127.0.0.1 a moment ago.
 * Another process may still take it first: whoever binds it must be ready to ask again.
 */
export async function freePort(): Promise<number> {
  const probe = createServer();
  await new Promise<void>((resolve, reject) => {
    probe.once("error", reject);
    probe.listen(0, "127.0.0.1", resolve);
  });
  const address = probe.address();
  await new Promise<void>((resolve) => probe.close(() => resolve()));
  if (address === null || typeof address === "string") throw new Error("the operating system gave no port");
  return address.port;
}
