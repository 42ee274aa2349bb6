import type { Flow } from "./start-flow.ts";

/**
 * Moments in the life of a slice, an approval or an answer, as its Worker's requests show them from
 * outside (docs/design.md, "Exactly once").
 */
export type FaultPoint =
  | "before prepare"
  | "after prepare"
  | "before the send"
  | "after the send"
  | "before finish"
  | "after finish"
  /** Of an approval. */
  | "after the word"
  | "before the close"
  /** Of an answer to a question of the chat. */
  | "before the answer"
  | "after the answer";

const REQUESTS = {
  prepare: ["redis", ":request:prepare-attempt:"],
  "the send": ["rpc", '"eth_sendRawTransaction"'],
  finish: ["redis", ":request:finish-slice:"],
  "the word": ["redis", ":request:claim-operation:"],
  "the close": ["redis", ":request:close-attempt:"],
  "the answer": ["redis", ":request:take-questions:"],
} as const;

/**
 * Runs `act` at the first request that is `point`, then cuts that request's line: `before` it was
 * forwarded, or `after` it was answered, so that its work is done and nobody was told. Gives
 * whether it has happened yet.
 */
export function atPoint(
  { stack }: Flow,
  point: FaultPoint,
  act: (body: string) => Promise<unknown>,
): { happened(): boolean } {
  const [, when, what] = /^(before|after) (.+)$/.exec(point) as unknown as [
    string,
    "before" | "after",
    RequestName,
  ];
  const [proxy, mark] = REQUESTS[what];
  let happened = false;
  stack.proxies[proxy][when](async ({ body }: { body: string }) => {
    if (happened || !body.includes(mark)) return undefined;
    happened = true;
    await act(body);
    return "drop";
  });
  return { happened: () => happened };
}

type RequestName = keyof typeof REQUESTS;
