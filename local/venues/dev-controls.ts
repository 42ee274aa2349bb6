import { setTimeout as delay } from "node:timers/promises";
import * as z from "zod";
import { jsonAnswer } from "../lib/json-answer.ts";
import type { LocalAnswer, LocalRequest } from "../lib/start-http-server.ts";

const MUTATIONS = ["recipient", "token", "amount", "minOut", "deadline", "target"] as const;
/** One lie in the calldata of a venue; the quote beside it stays honest. */
export type Mutation = (typeof MUTATIONS)[number];
export type LoggedCall = {
  method: string;
  path: string;
  body: string;
  headers: Record<string, string>;
  status: number;
};

const skewBody = z.object({ bps: z.int().min(-9_999).max(100_000) });
const nativeBody = z.object({ dated: z.boolean() });
const mutateBody = z.object({ mode: z.enum(MUTATIONS).nullable() });
/**
 * Status 0 cuts the line instead of answering; `delayMs` answers late (with `status`, or honestly
 * where it is absent).
 */
const failBody = z.object({
  times: z.int().min(0),
  status: z.int().min(0).max(599).optional(),
  delayMs: z.int().min(0).optional(),
});

/**
 * The development side of a venue: `POST /_dev/skew {bps}` (quotes lie, positive in the taker's
 * favour), `/_dev/fail {times, status, delayMs?}`, `/_dev/mutate {mode}` (null stops it),
 * `/_dev/native {dated}` (0x alone: whether sales of the native coin begin with NATIVE_CHECK, which
 * carries a deadline), `/_dev/reset`, and `GET /_dev/log`.
 *
 * `wrap` puts them in front of the venue's own handler, which reads `skewBps()`, `mutation()` and
 * `datesNative()`.
 */
export function createDevControls(errorAnswer: (status: number) => LocalAnswer) {
  let skewBps = 0n;
  let mutation: Mutation | null = null;
  let datesNative = true;
  let failing: z.infer<typeof failBody> = { times: 0 };
  let calls: LoggedCall[] = [];

  function control(path: string, request: LocalRequest): LocalAnswer {
    if (path === "/_dev/log") return jsonAnswer(200, calls);
    if (request.method !== "POST") return jsonAnswer(405, { error: "POST it" });
    const body: unknown =
      request.body.length === 0 ? {} : JSON.parse(request.body.toString("utf8"));
    if (path === "/_dev/skew") skewBps = BigInt(skewBody.parse(body).bps);
    else if (path === "/_dev/mutate") mutation = mutateBody.parse(body).mode;
    else if (path === "/_dev/native") datesNative = nativeBody.parse(body).dated;
    else if (path === "/_dev/fail") failing = failBody.parse(body);
    else if (path === "/_dev/reset") {
      skewBps = 0n;
      mutation = null;
      datesNative = true;
      failing = { times: 0 };
      calls = [];
    } else return jsonAnswer(404, { error: `no such control: ${path}` });
    return jsonAnswer(200, { skewBps: Number(skewBps), mutation, failing });
  }

  function controlOrRefuse(path: string, request: LocalRequest): LocalAnswer {
    try {
      return control(path, request);
    } catch (error) {
      if (error instanceof z.ZodError) return jsonAnswer(400, { error: z.prettifyError(error) });
      if (error instanceof SyntaxError) return jsonAnswer(400, { error: "the body is not JSON" });
      throw error;
    }
  }

  async function answer(
    request: LocalRequest,
    venue: (request: LocalRequest) => Promise<LocalAnswer>,
  ): Promise<LocalAnswer | "drop"> {
    if (failing.times === 0) return venue(request);
    const { status, delayMs } = failing;
    failing = { ...failing, times: failing.times - 1 };
    if (delayMs !== undefined) await delay(delayMs);
    if (status === undefined) return venue(request);
    return status === 0 ? "drop" : errorAnswer(status);
  }

  return {
    skewBps: () => skewBps,
    mutation: () => mutation,
    datesNative: () => datesNative,
    wrap:
      (venue: (request: LocalRequest) => Promise<LocalAnswer>) => async (request: LocalRequest) => {
        const [path = "/"] = request.target.split("?");
        if (path.startsWith("/_dev/")) return controlOrRefuse(path, request);
        const call = logged(request);
        calls.push(call);
        const given = await answer(request, venue);
        call.status = given === "drop" ? 0 : given.status;
        return given;
      },
  };
}

function logged({ method, target, headers, body }: LocalRequest): LoggedCall {
  const shown = [
    "0x-api-key",
    "0x-version",
    "x-api-key",
    "x-universal-router-version",
    "content-type",
  ];
  const kept = shown.flatMap((name): [string, string][] =>
    headers[name] ? [[name, String(headers[name])]] : [],
  );
  return {
    method,
    path: target,
    body: body.toString("utf8"),
    headers: Object.fromEntries(kept),
    status: 0,
  };
}
