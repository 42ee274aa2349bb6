import { randomInt } from "node:crypto";
import { createServer } from "node:net";

/**
 * Below the range (32768 and up on Linux) that the system hands out by itself, to listeners on port
 * 0 and to every outgoing connection: from there, a port that was free is often taken before its
 * requester binds it.
 */
const FIRST = 12_000;
const LAST = 32_000;

/**
 * A TCP port that was free on 127.0.0.1 a moment ago.
 * Another process may still take it first: the caller must be ready to request another one.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(FIRST, LAST);
    if (await isFree(port)) return port;
  }
}

function isFree(port: number): Promise<boolean> {
  const probe = createServer();
  return new Promise((resolve, reject) => {
    probe.once("error", (error: NodeJS.ErrnoException) =>
      error.code === "EADDRINUSE" ? resolve(false) : reject(error),
    );
    probe.listen(port, "127.0.0.1", () => probe.close(() => resolve(true)));
  });
}
