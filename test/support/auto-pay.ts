import { isDeepStrictEqual } from "node:util";
import {
  type PaymentRequirement,
  type SignedPayment,
  type SignPaymentOptions,
  signPayment,
} from "../../local/facilitator/sign-payment.ts";
import type { Stack } from "../../local/start-stack.ts";
import { createPayer, type Payer } from "./create-payer.ts";
import { readOffer } from "./read-offer.ts";

/** `false`: as it is, a 402 included. A payer: that one. Default: any of the harness's own. */
export type PayOption = { pay?: Payer | false };
export type Paid = SignedPayment & { payer: Payer; amountBase: bigint };
/**
 * The rest of `signPayment`: the fields of the authorization, the version, what is added to the
 * payload.
 */
export type PaymentChanges = Partial<Omit<SignPaymentOptions, "privateKey">>;
type Sent = { status: number; headers: Headers };

// A payer may leave 20 answers unsettled (decision D10) and few calls in flight; refusals are what
// many tests are about.
const USES_PER_PAYER = 15;

/**
 * Pays for the calls of tests. What a route asks is learned from its first 402 and signed in
 * advance from then on, so that tests do not ask twice. Payers change, one call at a time each,
 * before the service's limits per payer are met.
 */
export function createAutoPay(stack: Pick<Stack, "chain" | "nowMs">) {
  const offers = new Map<string, PaymentRequirement>();
  const purses: { payer: Payer; uses: number; busy: boolean }[] = [];
  const takePurse = async () => {
    const free = purses.find(({ uses, busy }) => !busy && uses < USES_PER_PAYER);
    if (free !== undefined) return Object.assign(free, { busy: true, uses: free.uses + 1 });
    const purse = { payer: await createPayer(stack.chain), uses: 1, busy: true };
    purses.push(purse);
    return purse;
  };
  const sign = async (
    payer: Payer,
    requirement: PaymentRequirement,
    changes: PaymentChanges = {},
  ): Promise<Paid> => ({
    ...(await signPayment({
      privateKey: payer.privateKey,
      requirement,
      nowMs: stack.nowMs(),
      ...changes,
    })),
    payer,
    amountBase: BigInt(requirement.amount),
  });

  /** Sends with a payment for `offer`; the answer says what paid. */
  const sendPaid = async <T extends Sent>(
    offer: PaymentRequirement,
    pay: Payer | undefined,
    send: (headers: Record<string, string>) => Promise<T>,
  ): Promise<T & { paid: Paid }> => {
    const purse = pay === undefined ? await takePurse() : undefined;
    try {
      const paid = await sign(pay ?? purse!.payer, offer);
      const answer = await send({ "x-payment": paid.header });
      // Refused for the payer's own sake, perhaps: in debt, over a limit.
      if (purse !== undefined && [402, 409, 429].includes(answer.status))
        purse.uses = USES_PER_PAYER;
      return { ...answer, paid };
    } finally {
      if (purse !== undefined) purse.busy = false;
    }
  };

  return {
    sign,
    /**
     * One call through `send`, which adds the headers it is given: at first bare or paid in
     * advance, then paid on 402.
     */
    async call<T extends Sent>(
      route: { method: string; path: string; headers: Record<string, string> },
      { pay }: PayOption,
      send: (headers: Record<string, string>) => Promise<T>,
    ): Promise<T & { paid?: Paid }> {
      if (pay === false || hasPayment(route.headers)) return send({});
      const key = `${route.method} ${route.path.split("?")[0]}`;
      const known = mayBeFree(route) ? undefined : offers.get(key);
      const first = known === undefined ? await send({}) : await sendPaid(known, pay, send);
      const offer = first.status === 402 ? readOffer(first.headers) : undefined;
      if (offer === undefined || isDeepStrictEqual(offer, known)) return first;
      offers.set(key, offer);
      return sendPaid(offer, pay, send);
    },
    /**
     * What `method path` costs, from its 402 to a bare request; undefined when it is answered
     * otherwise.
     */
    async offerOf(
      baseUrl: string,
      method: string,
      path: string,
    ): Promise<PaymentRequirement | undefined> {
      const key = `${method} ${path.split("?")[0]}`;
      if (!offers.has(key)) {
        const { status, headers, body } = await fetch(baseUrl + path, {
          method,
          redirect: "manual",
        });
        await body?.cancel();
        const offer = status === 402 ? readOffer(headers) : undefined;
        if (offer !== undefined) offers.set(key, offer);
      }
      return offers.get(key);
    },
  };
}

const hasPayment = (headers: Record<string, string>): boolean =>
  Object.keys(headers).some((name) =>
    ["x-payment", "payment-signature"].includes(name.toLowerCase()),
  );

/**
 * A browser session costs nothing, and of MCP only tools/call does: there the 402 is waited for.
 */
const mayBeFree = ({ path, headers }: { path: string; headers: Record<string, string> }): boolean =>
  path.startsWith("/mcp") ||
  (path.startsWith("/api/quote/") &&
    Object.keys(headers).some((name) => name.toLowerCase() === "x-operator-address"));
