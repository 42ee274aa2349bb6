import { chunksOf } from "../lib/in-parallel.ts";
import { AnswerTooLong, readText } from "../lib/limit-fetch.ts";
import { askInPieces, type BatchAnswer, type SpareRequests } from "./ask-in-pieces.ts";
import type { RpcCall, RpcOutcome, RpcOutcomes } from "./rpc-call.ts";

export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** Sends of one turn share an HTTP request, or one per hundred calls. */
export type Rpc = {
  /** Never rejects: an unreachable node makes every outcome `unavailable`. */
  send<const T extends readonly RpcCall<unknown>[]>(calls: T): Promise<RpcOutcomes<T>>;
  /**
   * For broadcasts: asks the first node once. `unavailable`: the transaction may or may not be out.
   */
  sendOnce<T>(call: RpcCall<T>): Promise<RpcOutcome<T>>;
};

type Options = {
  urls: readonly string[];
  fetch: FetchLike;
  timeoutMs: number;
  spare: SpareRequests;
};
type Entry = { call: RpcCall<unknown>; settle: (outcome: RpcOutcome<unknown>) => void };
type RpcError = { code?: number; message?: string; data?: unknown };
type Reply = { id?: unknown; result?: unknown; error?: RpcError };

/** Honest receipts stay below 1 MiB. A stranger's logs must not fill the isolate's memory. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Every provider takes batches of 100. */
const MAX_CALLS = 100;

/**
 * Joins calls of one event loop turn into one batch and tries the next node where one is silent.
 * One per request: Workers forbid sharing pending I/O, as viem's module-wide batching would.
 */
export function createRpc(options: Options): Rpc {
  let queue: Entry[] = [];
  const ask = async (batch: Entry[]) => {
    const outcomes = await withFallback(
      options,
      batch.map((entry) => entry.call),
    );
    for (const [index, entry] of batch.entries()) entry.settle(outcomes[index] ?? missing);
  };
  const flush = async () => {
    const asked = queue;
    queue = [];
    await Promise.all(chunksOf(MAX_CALLS, asked).map(ask));
  };
  const enqueue = (call: RpcCall<unknown>) =>
    new Promise<RpcOutcome<unknown>>((settle) => {
      queue.push({ call, settle });
      // A macrotask, so that parallel branches a few awaits deep share the request.
      if (queue.length === 1) setTimeout(flush, 0);
    });
  return {
    send: async (calls) => outcomesOf(await Promise.all(calls.map(enqueue))),
    sendOnce: async (call) => {
      const url = options.urls[0];
      const answer = url === undefined ? undefined : await post(options, url, [call]);
      const [outcome = missing] = typeof answer === "object" ? answer.outcomes : [];
      return outcomeOf(outcome);
    },
  };
}

const missing: RpcOutcome<never> = {
  ok: false,
  kind: "unavailable",
  message: "the node did not answer",
};

// Safe: each outcome was made by the `read` of the call at its own index.
const outcomesOf = <T>(outcomes: RpcOutcome<unknown>[]): T => outcomes as T;
const outcomeOf = <T>(outcome: RpcOutcome<unknown>): RpcOutcome<T> => outcome as RpcOutcome<T>;

/**
 * An answer too large for one node is so for the next, which is tried only after cutting failed.
 */
async function withFallback(
  options: Options,
  calls: RpcCall<unknown>[],
): Promise<RpcOutcome<unknown>[]> {
  for (const url of options.urls) {
    const answer = await post(options, url, calls);
    if (typeof answer === "object") return answer.outcomes;
    if (answer === undefined) continue;
    const outcomes = await askInPieces(calls, (piece) => post(options, url, piece), options.spare);
    if (outcomes !== undefined) return outcomes.map((outcome) => outcome ?? missing);
  }
  return calls.map(() => missing);
}

async function post(
  options: Options,
  url: string,
  calls: RpcCall<unknown>[],
): Promise<BatchAnswer> {
  const body = calls.map((call, id) => ({
    jsonrpc: "2.0",
    id,
    method: call.method,
    params: call.params,
  }));
  try {
    const response = await options.fetch(url, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(options.timeoutMs),
    });
    if (!response.ok) return undefined;
    const text = await readText(response, MAX_ANSWER_BYTES);
    if (text === undefined) return "too_large";
    const replies: unknown = JSON.parse(text);
    if (!Array.isArray(replies)) return undefined;
    const byId = new Map<unknown, Reply>(replies.map((reply: Reply) => [reply?.id, reply]));
    return { outcomes: calls.map((call, id) => readReply(call, byId.get(id))), size: text.length };
  } catch (error) {
    // The limited fetch enforces the same bound.
    return error instanceof AnswerTooLong ? "too_large" : undefined;
  }
}

function readReply(call: RpcCall<unknown>, reply: Reply | undefined): RpcOutcome<unknown> {
  if (reply === undefined) return missing;
  if (reply.error !== undefined) {
    const message = String(reply.error.message ?? "node error").slice(0, 200);
    if (isRevert(reply.error))
      return { ok: false, kind: "reverted", data: revertData(reply.error), message };
    return { ok: false, kind: "unavailable", message };
  }
  try {
    return { ok: true, value: call.read(reply.result) };
  } catch {
    return {
      ok: false,
      kind: "unavailable",
      message: `the node's answer to ${call.method} could not be read`,
    };
  }
}

/**
 * The EVM refused, as opposed to a failing node. Code 3 is the agreed one; some nodes send -32000
 * or -32015 with the word or the data. Out of gas counts: an undelegated call into a vault burns it
 * all (docs/facts/vault-contracts.md 4).
 */
export function isRevert(error: RpcError): boolean {
  if (error.code === 3 || hexOf(error.data) !== undefined) return true;
  return /\brevert(?:ed)?\b|out ?of ?gas|invalid ?(?:fe)? ?opcode|stack (?:under|over)flow|OutOfGas|EvmError/i.test(
    error.message ?? "",
  );
}

/** The reason of a revert; `0x` without one. */
export const revertData = (error: RpcError): `0x${string}` => hexOf(error.data) ?? "0x";

function hexOf(data: unknown): `0x${string}` | undefined {
  if (typeof data === "string") {
    const hex = data.match(/0x[0-9a-fA-F]*$/)?.[0];
    return hex !== undefined && hex.length % 2 === 0 ? (hex as `0x${string}`) : undefined;
  }
  if (typeof data === "object" && data !== null && "data" in data) return hexOf(data.data);
  return undefined;
}
