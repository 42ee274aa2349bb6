import { createServer, type IncomingHttpHeaders, type IncomingMessage } from "node:http";

export type LocalRequest = {
  method: string;
  /** Path and query exactly as they came: QStash puts a whole un-encoded URL there. */
  target: string;
  headers: IncomingHttpHeaders;
  body: Buffer;
};
export type LocalAnswer = {
  status: number;
  headers?: Record<string, string | string[] | number | undefined>;
  body?: string | Buffer;
};
export type LocalServer = { url: string; port: number; stop(): Promise<void> };

/**
 * A loopback HTTP server on a free port (or `port`). `handle` gets the whole body and gives the
 * whole answer; `"drop"` destroys the connection instead of answering, and a throw becomes 500
 * `{error}`.
 *
 * `stop()` resolves when the port is closed and every connection is gone.
 */
export async function startHttpServer(
  handle: (request: LocalRequest) => Promise<LocalAnswer | "drop">,
  port = 0,
): Promise<LocalServer> {
  const server = createServer(async (incoming, outgoing) => {
    const answer = await answerOf(incoming, handle);
    if (answer === "drop") {
      incoming.socket.destroy();
      return;
    }
    outgoing.writeHead(answer.status, answer.headers);
    outgoing.end(incoming.method === "HEAD" ? undefined : answer.body);
  });
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return {
    url: `http://127.0.0.1:${address.port}`,
    port: address.port,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

async function answerOf(
  incoming: IncomingMessage,
  handle: (request: LocalRequest) => Promise<LocalAnswer | "drop">,
): Promise<LocalAnswer | "drop"> {
  try {
    // These servers sign requests and hold keys: a web page that rebinds its own name to 127.0.0.1
    // must not reach them.
    if (!isLoopbackHost(incoming.headers.host))
      return jsonError(403, "this server answers on loopback only");
    const chunks: Buffer[] = [];
    for await (const chunk of incoming) chunks.push(chunk as Buffer);
    return await handle({
      method: incoming.method ?? "GET",
      target: incoming.url ?? "/",
      headers: incoming.headers,
      body: Buffer.concat(chunks),
    });
  } catch (error) {
    if (incoming.socket.destroyed) return "drop";
    return jsonError(500, error instanceof Error ? error.message : String(error));
  }
}

function isLoopbackHost(host: string | undefined): boolean {
  return host !== undefined && /^(127\.0\.0\.1|localhost|\[::1\])(:\d+)?$/.test(host);
}

function jsonError(status: number, error: string): LocalAnswer {
  return {
    status,
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ error }),
  };
}
