import { fromBase64 } from "./lib/from-base64.ts";
import type { OpenStream } from "./open-stream.ts";
import type { ErrorBody, GateAnswer } from "./route.ts";

type Host = { waitUntil(work: Promise<unknown>): void; errorOf(error: unknown): ErrorBody };

/**
 * By how its call ended, from the claim to the settlement: the last event comes after it, with the receipt, or says why nothing was charged.
 * A call that ended before anything was said gives its own answer; one that has been answered before gives its answer whole.
 * @throws what the call threw before anything was said
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
  // The call runs, and is settled, whether or not its reader stays.
  waitUntil(ended.then(close));
  await Promise.race([started, ended]);
  return hasStarted() ? body : answered;
}

/** As the header of every paid answer carries it (payment/receipt-headers.ts). */
function receiptOf({ headers }: GateAnswer): unknown {
  const encoded = headers["PAYMENT-RESPONSE"];
  return encoded === undefined ? undefined : JSON.parse(fromBase64(encoded));
}
