import { request as httpRequest, type IncomingMessage } from "node:http";
import { request as httpsRequest } from "node:https";
import { type LocalAnswer, type LocalRequest, startHttpServer } from "./start-http-server.ts";

/**
 * `status` is null while the upstream works, and stays null when the answer was dropped before
 * there was one.
 */
export type ProxiedCall = { method: string; path: string; body: string; status: number | null };
export type SeenRequest = {
  method: string;
  path: string;
  body: string;
  headers: IncomingMessage["headers"];
};
export type UpstreamAnswer = { status: number; headers: IncomingMessage["headers"]; body: string };
// biome-ignore lint/suspicious/noConfusingVoidType: a hook that only looks is an async function without a return.
export type BeforeHook = (request: SeenRequest) => Promise<void | "drop" | LocalAnswer>;
// biome-ignore lint/suspicious/noConfusingVoidType: as above.
export type AfterHook = (request: SeenRequest, answer: UpstreamAnswer) => Promise<void | "drop">;
export type CountingProxy = {
  url: string;
  /**
   * Every request that came in since the last `reset()`, in order of arrival; `path` has its query.
   */
  log(): ProxiedCall[];
  reset(): void;
  /**
   * Runs before forwarding: give an answer to answer in the upstream's place, `"drop"` to cut the
   * line unforwarded.
   */
  before(hook: BeforeHook): void;
  /**
   * Runs when the upstream has answered: `"drop"` cuts the line, so the work is done and the caller
   * does not know.
   */
  after(hook: AfterHook): void;
  clearHooks(): void;
  stop(): Promise<void>;
};

const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
  "host",
]);

/**
 * A loopback reverse proxy in front of `target` (a base URL, its path is kept) that counts what
 * passes and lets a test step in. Everything goes through unchanged but the Host header. Hooks run
 * in the order they were added. An unreachable target is 502 `{error}`.
 */
export async function startCountingProxy(options: { target: string }): Promise<CountingProxy> {
  const target = new URL(options.target);
  let calls: ProxiedCall[] = [];
  let befores: BeforeHook[] = [];
  let afters: AfterHook[] = [];

  const server = await startHttpServer(async (request) => {
    const line = {
      method: request.method,
      path: request.target,
      body: request.body.toString("utf8"),
    };
    const seen: SeenRequest = { ...line, headers: request.headers };
    const call: ProxiedCall = { ...line, status: null };
    calls.push(call);
    for (const hook of befores) {
      const instead = await hook(seen);
      if (instead === "drop") return "drop";
      if (instead) {
        call.status = instead.status;
        return instead;
      }
    }
    const upstream = await forward(target, request);
    if (upstream === "drop") return "drop";
    call.status = upstream.status;
    for (const hook of afters) {
      const { status, headers } = upstream;
      if ((await hook(seen, { status, headers, body: upstream.body.toString("utf8") })) === "drop")
        return "drop";
    }
    return upstream;
  });

  return {
    url: server.url,
    log: () => calls.map((call) => ({ ...call })),
    reset: () => {
      calls = [];
    },
    before: (hook) => {
      befores = [...befores, hook];
    },
    after: (hook) => {
      afters = [...afters, hook];
    },
    clearHooks: () => {
      befores = [];
      afters = [];
    },
    stop: server.stop,
  };
}

type Upstream = { status: number; headers: IncomingMessage["headers"]; body: Buffer };

/** A line that the upstream cuts is cut here too; only a target that cannot be reached is a 502. */
function forward(target: URL, request: LocalRequest): Promise<Upstream | "drop"> {
  const send = target.protocol === "https:" ? httpsRequest : httpRequest;
  const prefix = target.pathname.replace(/\/$/, "");
  const path = prefix !== "" && request.target === "/" ? prefix : prefix + request.target;
  const headers = {
    ...passable(request.headers),
    host: target.host,
    "content-length": request.body.length,
  };
  return new Promise((resolve) => {
    const outgoing = send(
      target.origin,
      { method: request.method, path, headers, agent: false },
      (incoming) => {
        const { statusCode: status = 502 } = incoming;
        readBody(incoming).then(
          (body) => resolve({ status, headers: passable(incoming.headers), body }),
          () => resolve("drop"),
        );
      },
    );
    outgoing.on("error", (error: NodeJS.ErrnoException) => {
      if (error.code !== "ECONNREFUSED") return resolve("drop");
      const body = Buffer.from(JSON.stringify({ error: error.message }));
      resolve({ status: 502, headers: { "content-type": "application/json" }, body });
    });
    outgoing.end(request.body);
  });
}

async function readBody(incoming: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

function passable(headers: IncomingMessage["headers"]): IncomingMessage["headers"] {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !HOP_BY_HOP.has(name)));
}
