import { chunksOf } from "../lib/in-parallel.ts";
import { AnswerTooLong, readText } from "../lib/limit-fetch.ts";
import { askInPieces, type BatchAnswer, type SpareRequests } from "./ask-in-pieces.ts";
import type { RpcCall, RpcOutcome, RpcOutcomes } from "./rpc-call.ts";

export type FetchLike = (url: string, init: RequestInit) => Promise<Response>;

/** The sends of one turn share one HTTP request, or one per hundred calls. */
export type Rpc = {
  /** In the order of the calls. Never rejects: an unreachable node makes every outcome `unavailable`. */
  send<const T extends readonly RpcCall<unknown>[]>(calls: T): Promise<RpcOutcomes<T>>;
  /** For broadcasts: to the first node only, without fallback or retry. `unavailable`: the transaction may or may not be out. */
  sendOnce<T>(call: RpcCall<T>): Promise<RpcOutcome<T>>;
};

/** `spare` is for batches that have to be cut because their answer is too large. */
type Options = { urls: readonly string[]; fetch: FetchLike; timeoutMs: number; spare: SpareRequests };
type Entry = { call: RpcCall<unknown>; settle: (outcome: RpcOutcome<unknown>) => void };
type Reply = { id?: unknown; result?: unknown; error?: { code?: number; message?: string; data?: unknown } };

/** Honest receipts stay below 1 MiB; nobody's logs may fill the isolate's memory. */
const MAX_ANSWER_BYTES = 8 * 1024 * 1024;
/** Providers take batches of 100 calls and up. */
const MAX_CALLS = 100;

/**
 * Joins all calls of one turn of the event loop into one batch, and tries the next node when one does not answer. One per request: Workers
 * forbid sharing pending I/O between requests, which viem's batching (one queue per module) would.
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
      // A macrotask: parallel branches a few awaits deep still share the request.
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

const missing: RpcOutcome<never> = { ok: false, kind: "unavailable", message: "the node did not answer" };

// Safe: each outcome was made by the `read` of the call at its own index.
const outcomesOf = <T>(outcomes: RpcOutcome<unknown>[]): T => outcomes as T;
const outcomeOf = <T>(outcome: RpcOutcome<unknown>): RpcOutcome<T> => outcome as RpcOutcome<T>;

/** What is too large at one node is as large at the next, which is tried only where cutting brought nothing. */
async function withFallback(options: Options, calls: RpcCall<unknown>[]): Promise<RpcOutcome<unknown>[]> {
  for (const url of options.urls) {
    const answer = await post(options, url, calls);
    if (typeof answer === "object") return answer.outcomes;
    if (answer === undefined) continue;
    const outcomes = await askInPieces(calls, (piece) => post(options, url, piece), options.spare);
    if (outcomes !== undefined) return outcomes.map((outcome) => outcome ?? missing);
  }
  return calls.map(() => missing);
}

/** Undefined when this node gave no usable answer at all. */
async function post(options: Options, url: string, calls: RpcCall<unknown>[]): Promise<BatchAnswer> {
  const body = calls.map((call, id) => ({ jsonrpc: "2.0", id, method: call.method, params: call.params }));
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
    // The limited fetch reads an answer whole before it hands it on, within the same bound.
    return error instanceof AnswerTooLong ? "too_large" : undefined;
  }
}

function readReply(call: RpcCall<unknown>, reply: Reply | undefined): RpcOutcome<unknown> {
  if (reply === undefined) return missing;
  if (reply.error !== undefined) {
    const message = String(reply.error.message ?? "node error").slice(0, 200);
    if (isRevert(reply.error)) return { ok: false, kind: "reverted", data: revertData(reply.error), message };
    return { ok: false, kind: "unavailable", message };
  }
  try {
    return { ok: true, value: call.read(reply.result) };
  } catch {
    return { ok: false, kind: "unavailable", message: `the node's answer to ${call.method} could not be read` };
  }
}

type RpcError = { code?: number; message?: string; data?: unknown };

/**
 * The EVM refused, as opposed to the node failing to run the call. Code 3 is the agreed one; some nodes answer -32000 or -32015 with the
 * word, or with the data. Out of gas is a refusal too: an undelegated call into a vault burns all of it (docs/facts/vault-contracts.md 4).
 */
export function isRevert(error: RpcError): boolean {
  if (error.code === 3) return true;
  if (hexOf(error.data) !== undefined) return true;
  return /\brevert(?:ed)?\b|out ?of ?gas|invalid ?(?:fe)? ?opcode|stack (?:under|over)flow|OutOfGas|EvmError/i.test(
    error.message ?? "",
  );
}

/** `0x` when there was none. */
export const revertData = (error: RpcError): `0x${string}` => hexOf(error.data) ?? "0x";

function hexOf(data: unknown): `0x${string}` | undefined {
  if (typeof data === "string") {
    const hex = data.match(/0x[0-9a-fA-F]*$/)?.[0];
    return hex !== undefined && hex.length % 2 === 0 ? (hex as `0x${string}`) : undefined;
  }
  if (typeof data === "object" && data !== null && "data" in data) return hexOf(data.data);
  return undefined;
}
