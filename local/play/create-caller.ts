import * as z from "zod";
import { type PaymentRequirement, signPayment } from "../facilitator/sign-payment.ts";
import { readStackClock } from "../stack/read-stack-clock.ts";
import type { StackManifest } from "../stack/stack-manifest.ts";

/**
 * Any JSON object: the play looks at single fields of what it is answered, and prints the rest as
 * it came.
 */
export type Answer = Record<string, unknown>;
/**
 * One call that cost something: its route, what was paid in base units of USDC, and the transaction
 * that moved it.
 */
export type Payment = { route: string; amountBase: bigint; transaction: string };
export type Caller = {
  get(path: string, query?: Record<string, string>): Promise<Answer>;
  post(path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  /**
   * The answer to a call that the service is to refuse, with a 400. It is not paid for. @throws
   * Error for any other
   */
  refused(path: string, body: object, headers?: Record<string, string>): Promise<Answer>;
  /** What has been paid so far, oldest first. */
  payments(): Payment[];
};

const TIMEOUT_MS = 30_000;

const challenge = z.object({
  accepts: z.tuple([z.custom<PaymentRequirement>()]).rest(z.unknown()),
});
const receipt = z.object({ success: z.literal(true), transaction: z.string() });

/**
 * HTTP calls as any outside client makes them: answered with a 402, the manifest's payer signs what
 * is offered and the call is sent again. A published x402 client would do as well, but signs by the
 * wall clock, and the play moves time.
 *
 * @throws Error with the service's own sentence for anything but 2xx
 */
export function createCaller({ baseUrl, control, payer }: StackManifest): Caller {
  const paid: Payment[] = [];
  const send = (
    method: string,
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) =>
    fetch(baseUrl + path, {
      method,
      headers: { ...(body !== undefined && { "content-type": "application/json" }), ...headers },
      ...(body !== undefined && { body: JSON.stringify(body) }),
      signal: AbortSignal.timeout(TIMEOUT_MS),
    });
  const pay = async (offered: Response): Promise<{ header: string; amountBase: bigint }> => {
    const [requirement] = challenge.parse(
      fromBase64(offered.headers.get("payment-required")),
    ).accepts;
    await offered.body?.cancel();
    const nowMs = await readStackClock({ control });
    const { header } = await signPayment({ privateKey: payer.privateKey, requirement, nowMs });
    return { header, amountBase: BigInt(requirement.amount) };
  };
  const called = async (
    method: "GET" | "POST",
    path: string,
    body?: object,
    headers: Record<string, string> = {},
  ) => {
    const route = `${method} ${path.split("?")[0]}`;
    let response = await send(method, path, body, headers);
    if (response.status === 402) {
      const { header, amountBase } = await pay(response);
      response = await send(method, path, body, { ...headers, "x-payment": header });
      if (response.ok) {
        const { transaction } = receipt.parse(fromBase64(response.headers.get("payment-response")));
        paid.push({ route, amountBase, transaction });
      }
    }
    return { route, response, text: await response.text() };
  };
  const call = async (...request: Parameters<typeof called>): Promise<Answer> => {
    const { route, response, text } = await called(...request);
    if (!response.ok) throw new Error(`${route} answered ${response.status}: ${text}`);
    return JSON.parse(text) as Answer;
  };
  return {
    get: (path, query = {}) => {
      const search = new URLSearchParams(query).toString();
      return call("GET", search === "" ? path : `${path}?${search}`);
    },
    post: (path, body, headers) => call("POST", path, body, headers),
    refused: async (path, body, headers) => {
      const { route, response, text } = await called("POST", path, body, headers);
      if (response.status !== 400)
        throw new Error(`${route} was to be refused, and answered ${response.status}: ${text}`);
      return JSON.parse(text) as Answer;
    },
    payments: () => [...paid],
  };
}

function fromBase64(header: string | null): unknown {
  if (header === null) throw new Error("the service did not say what it wants or has been paid");
  return JSON.parse(Buffer.from(header, "base64").toString("utf8"));
}
