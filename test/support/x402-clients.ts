import { x402Client } from "@x402/core/client";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithPayment as wrapFetchV2 } from "@x402/fetch";
import axios, { isAxiosError } from "axios";
import { withPaymentInterceptor } from "x402-axios";
import { wrapFetchWithPayment as wrapFetchV1 } from "x402-fetch";
import type { Payer } from "./create-payer.ts";

export type ClientAnswer = {
  status: number;
  body: any;
  headers: Headers;
  /** Of every request the client sent for this call, in order: 402 and then 200 when it paid. */
  statuses: number[];
  /**
   * The decoded receipt, by the header that clients of this generation read; undefined when there
   * is none.
   */
  receipt: any;
};
export type RealClient = {
  name: string;
  version: 1 | 2;
  call(method: "GET" | "POST", url: string, body?: unknown): Promise<ClientAnswer>;
};

/**
 * The published x402 clients over one payer, each as its README wires it: `x402-fetch` and
 * `x402-axios` (v1: they read the 402's body and send X-PAYMENT), `@x402/fetch` (v2: header,
 * PAYMENT-SIGNATURE; its default spend controls stay on: only known assets, $1 at most), and
 * `@x402/fetch` under a cap in atomic units for this very token.
 *
 * They sign by the wall clock, so the stack's clock must not have been moved by more than the
 * authorization allows.
 */
export function realClients(payer: Payer): RealClient[] {
  return [
    fetchClient("x402-fetch", 1, (send) =>
      wrapFetchV1(send, payer.account as Parameters<typeof wrapFetchV1>[1]),
    ),
    axiosClient(payer),
    fetchClient("@x402/fetch", 2, (send) => wrapFetchV2(send, clientOf(payer))),
    fetchClient("@x402/fetch, capped", 2, (send) =>
      wrapFetchV2(
        send,
        clientOf(payer).setSpendControls({
          maxAmountPerPayment: false,
          allowedAssets: [{ network: "eip155:8453", asset: USDC, maxAmountPerPayment: "10000" }],
        }),
      ),
    ),
  ];
}

/** USDC on Base, as the packages' own table of default assets has it. */
const USDC = "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913";

const clientOf = ({ account }: Payer): x402Client =>
  registerExactEvmScheme(new x402Client(), { signer: account });

type Wrap = (send: typeof fetch) => (url: string, init?: RequestInit) => Promise<Response>;

function fetchClient(name: string, version: 1 | 2, wrap: Wrap): RealClient {
  return {
    name,
    version,
    call: async (method, url, body) => {
      const statuses: number[] = [];
      const counted: typeof fetch = async (input, init) => {
        const response = await fetch(input, init);
        statuses.push(response.status);
        return response;
      };
      const response = await wrap(counted)(url, {
        method,
        redirect: "manual",
        headers: { "content-type": "application/json" },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      const text = await response.text();
      return answerOf(
        version,
        response.status,
        response.headers,
        text === "" ? null : JSON.parse(text),
        statuses,
      );
    },
  };
}

function axiosClient(payer: Payer): RealClient {
  return {
    name: "x402-axios",
    version: 1,
    call: async (method, url, body) => {
      const statuses: number[] = [];
      // Counted before the payment's own interceptor sees it. No proxy: the environment may name
      // one.
      const instance = axios.create({ proxy: false, maxRedirects: 0 });
      instance.interceptors.response.use(
        (response) => {
          statuses.push(response.status);
          return response;
        },
        (error) => {
          if (isAxiosError(error) && error.response !== undefined)
            statuses.push(error.response.status);
          return Promise.reject(error);
        },
      );
      const paying = withPaymentInterceptor(
        instance,
        payer.account as Parameters<typeof withPaymentInterceptor>[1],
      );
      const response = await paying.request({ method, url, data: body }).catch((error: unknown) => {
        if (isAxiosError(error) && error.response !== undefined) return error.response;
        throw error;
      });
      const headers = new Headers(
        Object.entries(response.headers).map(([name, value]): [string, string] => [
          name,
          String(value),
        ]),
      );
      return answerOf(1, response.status, headers, response.data, statuses);
    },
  };
}

function answerOf(
  version: 1 | 2,
  status: number,
  headers: Headers,
  body: unknown,
  statuses: number[],
): ClientAnswer {
  const receipt = headers.get(version === 1 ? "x-payment-response" : "payment-response");
  return {
    status,
    headers,
    body,
    statuses,
    receipt:
      receipt === null ? undefined : JSON.parse(Buffer.from(receipt, "base64").toString("utf8")),
  };
}
