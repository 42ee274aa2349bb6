import { createServer, type IncomingHttpHeaders } from "node:http";
import type { AddressInfo } from "node:net";
import { onTestFinished } from "vitest";

export type Asked = {
  method: string;
  path: string;
  query: Record<string, string>;
  headers: IncomingHttpHeaders;
  body: unknown;
};
/** `hang` never answers; a string is sent as it is; anything else as JSON. */
type Answer = {
  status?: number;
  headers?: Record<string, string>;
  body?: unknown;
  hang?: "headers" | "body";
};

/**
 * A venue on loopback that answers the same to everything and remembers what it was asked. Stops
 * with the test.
 */
export async function venueServer(
  answer: Answer | ((asked: Asked) => Answer),
): Promise<{ url: string; asked: Asked[] }> {
  const asked: Asked[] = [];
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const text = Buffer.concat(chunks).toString("utf8");
    const url = new URL(request.url ?? "/", "http://venue");
    const one: Asked = {
      method: request.method ?? "",
      path: url.pathname,
      query: Object.fromEntries(url.searchParams),
      headers: request.headers,
      body: text === "" ? undefined : JSON.parse(text),
    };
    asked.push(one);
    const {
      status = 200,
      headers,
      body,
      hang,
    } = typeof answer === "function" ? answer(one) : answer;
    if (hang === "headers") return;
    response.writeHead(status, { "content-type": "application/json", ...headers });
    const sent = typeof body === "string" ? body : JSON.stringify(body ?? {});
    if (hang === "body") response.write(sent.slice(0, 1));
    else response.end(sent);
  });
  await new Promise<void>((ready) => server.listen(0, "127.0.0.1", ready));
  onTestFinished(
    () =>
      new Promise<void>((done) => {
        server.close(() => done());
        server.closeAllConnections();
      }),
  );
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, asked };
}
