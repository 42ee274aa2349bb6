import { randomUUID } from "node:crypto";
import * as z from "zod";
import { jsonAnswer } from "../lib/json-answer.ts";
import {
  type LocalAnswer,
  type LocalRequest,
  type LocalServer,
  startHttpServer,
} from "../lib/start-http-server.ts";
import type { RespClient } from "./connect-resp.ts";
import { encodeReply } from "./encode-reply.ts";

const argument = z.union([z.string(), z.number(), z.boolean()]).transform(String);
const command = z.array(argument).min(1);
const pipeline = z.array(command).min(1);

/**
 * They would change or block the one connection which all callers share; Upstash's REST refuses
 * them too.
 */
const NEEDS_OWN_CONNECTION = new Set(
  `AUTH BLMOVE BLMPOP BLPOP BRPOP BRPOPLPUSH BZMPOP BZPOPMAX BZPOPMIN CLIENT DISCARD EXEC HELLO MONITOR MULTI PSUBSCRIBE
  PUNSUBSCRIBE QUIT RESET SELECT SHUTDOWN SSUBSCRIBE SUBSCRIBE SUNSUBSCRIBE SYNC PSYNC UNSUBSCRIBE UNWATCH WAIT WATCH`.split(
    /\s+/,
  ),
);

/**
 * Upstash's REST API in front of `redis`: POST `/` (one command), `/pipeline` (each its own
 * `{result}` or `{error}`, not atomic) and `/multi-exec` (one MULTI..EXEC; 400 when it is aborted).
 * 401 without `Bearer token`, 400 `{error}` for what Redis refuses, 500 `{error}` when Redis cannot
 * be reached.
 *
 * @see https://upstash.com/docs/redis/features/restapi
 */
export function startRestFront(redis: RespClient, token: string): Promise<LocalServer> {
  return startHttpServer(async (request) => {
    const answer = await answerOf(request, redis, token);
    // The real one hands out a token for read-your-writes; one Redis without replicas has nothing
    // to wait for.
    return { ...answer, headers: { ...answer.headers, "upstash-sync-token": randomUUID() } };
  });
}

async function answerOf(
  request: LocalRequest,
  redis: RespClient,
  token: string,
): Promise<LocalAnswer> {
  if (request.headers.authorization !== `Bearer ${token}`) {
    return jsonAnswer(401, { error: "WRONGPASS invalid or missing auth token" });
  }
  if (request.method !== "POST")
    return jsonAnswer(405, { error: "ERR only POST is served locally" });
  const encoding = request.headers["upstash-encoding"] === "base64" ? "base64" : "text";
  const path = request.target.split("?")[0];
  if (path === "/") {
    const [only] =
      parseCommands(
        command.transform((one) => [one]),
        request.body,
      ) ?? [];
    if (only === undefined) return unparsable();
    const refusal = refusalOf(only);
    if (refusal !== undefined) return jsonAnswer(400, { error: refusal });
    const [reply = null] = await redis.send([only]);
    const answer = encodeReply(reply, encoding);
    return jsonAnswer("error" in answer ? 400 : 200, answer);
  }
  if (path !== "/pipeline" && path !== "/multi-exec")
    return jsonAnswer(404, { error: `ERR no such path ${path}` });
  const commands = parseCommands(pipeline, request.body);
  if (commands === undefined) return unparsable();
  const refusal = commands.map(refusalOf).find((error) => error !== undefined);
  if (refusal !== undefined) return jsonAnswer(400, { error: refusal });
  if (path === "/pipeline") {
    const replies = await redis.send(commands);
    return jsonAnswer(
      200,
      replies.map((reply) => encodeReply(reply, encoding)),
    );
  }
  const replies = await redis.send([["MULTI"], ...commands, ["EXEC"]]);
  const executed = replies.at(-1) ?? null;
  if (Array.isArray(executed))
    return jsonAnswer(
      200,
      executed.map((reply) => encodeReply(reply, encoding)),
    );
  const aborted = encodeReply(executed, encoding);
  return jsonAnswer(
    400,
    "error" in aborted ? aborted : { error: "ERR the transaction gave no result" },
  );
}

function parseCommands(schema: z.ZodType<string[][]>, body: Buffer): string[][] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(body.toString("utf8"));
  } catch {
    return undefined;
  }
  return schema.safeParse(json).data;
}

function refusalOf([name = ""]: string[]): string | undefined {
  const upper = name.toUpperCase();
  return NEEDS_OWN_CONNECTION.has(upper) ? `ERR ${upper} is not available over REST` : undefined;
}

function unparsable(): LocalAnswer {
  return jsonAnswer(400, { error: "ERR failed to parse command" });
}
