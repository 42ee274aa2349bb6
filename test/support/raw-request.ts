import { request as httpRequest } from "node:http";
import { bodyOf } from "./body-of.ts";
import { nextIp } from "./next-ip.ts";
import type { Answer } from "./test-stack.ts";

/**
 * One HTTP request exactly as given: path and bytes that fetch would repair or refuse, and from an
 * IP address of its own.
 */
export function rawRequest(
  baseUrl: string,
  request: {
    method: string;
    path: string;
    body?: Uint8Array | string;
    headers?: Record<string, string>;
  },
): Promise<Answer> {
  const { method, path, body = "" } = request;
  const headers = { "cf-connecting-ip": nextIp(), ...request.headers };
  return new Promise((resolve, reject) => {
    const outgoing = httpRequest(
      baseUrl,
      { method, path, headers, agent: false },
      async (response) => {
        const chunks: Buffer[] = [];
        for await (const chunk of response) chunks.push(chunk as Buffer);
        const text = Buffer.concat(chunks).toString("utf8");
        const pairs = Object.entries(response.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]);
        const status = response.statusCode ?? 0;
        resolve({
          status,
          body: bodyOf(text, response.headers["content-type"]),
          headers: new Headers(pairs),
        });
      },
    );
    outgoing.on("error", reject);
    outgoing.end(body);
  });
}
