import { fromBase64 } from "./lib/is-object.ts";
import type { OpenStream } from "./open-stream.ts";
import type { ErrorBody, GateAnswer } from "./route.ts";

type Host = { waitUntil(work: Promise<unknown>): void; errorOf(error: unknown): ErrorBody };

/**
 * Ends a stream as its call ends: with the receipt after the settlement, or with the reason why
 * nothing was charged. A call without words gives its own answer; a repeated one its kept answer
 * whole.
 * @throws the call's error, before anything was said
 */
export async function streamAnswer(
  { events, started, hasStarted, body, close }: OpenStream,
  answered: Promise<GateAnswer>,
  { waitUntil, errorOf }: Host,
): Promise<GateAnswer | ReadableStream<Uint8Array>> {
  const ended = answered.then(
    (answer) => {
      if (answer.status === 200) {
        if (!hasStarted()) events.answer(answer.body);
        events.finish(receiptOf(answer));
      } else if (hasStarted()) events.fail(JSON.parse(answer.body) as ErrorBody);
    },
    (error: unknown) => {
      if (hasStarted()) events.fail(errorOf(error));
    },
  );
  // The call runs and is settled even without a reader.
  waitUntil(ended.then(close));
  await Promise.race([started, ended]);
  return hasStarted() ? body : answered;
}

function receiptOf({ headers }: GateAnswer): unknown {
  const encoded = headers["PAYMENT-RESPONSE"];
  return encoded === undefined ? undefined : JSON.parse(fromBase64(encoded));
}
