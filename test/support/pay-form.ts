import type { PaymentRequirement } from "../../local/facilitator/sign-payment.ts";
import type { Paid, PaymentChanges } from "./auto-pay.ts";
import type { Payer } from "./create-payer.ts";
import { operatorHeaders } from "./mcp-client.ts";
import { payInBand } from "./pay-in-band.ts";
import { QUOTE, QUOTE_BASE, TOOL_BASE } from "./pay-kit.ts";
import type { Answer, TestStack, TestVault } from "./test-stack.ts";

/** The two forms of x402 that the gate's suites attack: on an HTTP route, and inside MCP. */
export const PAY_FORMS = ["by a header", "inside MCP"] as const;

type Signed = PaymentChanges & { payer?: Payer };
type More = { amount?: string; headers?: Record<string, string> };

/**
 * One form, with the same words for both: what is bought is a quote, and answers are shown as HTTP
 * has them.
 */
export type PayForm = {
  /** Of a quote, in base units of USDC. */
  priceBase: bigint;
  /** A payment of a quote's price, not sent. */
  sign(options?: Signed): Promise<Paid>;
  /**
   * Quotes the sale of so much USDC (default 100). A payment by a header may come under either
   * name.
   */
  quote(header: string | Record<string, string>, more?: More): Promise<Answer>;
  /** A tool as the vault's operator; create_twap_order by the short way. */
  tool(
    of: TestVault,
    name: string,
    args: object,
    header: string,
    headers?: Record<string, string>,
  ): Promise<Answer>;
};

export function payForm(stack: TestStack, name: (typeof PAY_FORMS)[number]): PayForm {
  return name === "inside MCP" ? inBand(stack) : byHeader(stack);
}

const byHeader = (stack: TestStack): PayForm => ({
  priceBase: QUOTE_BASE,
  sign: (options) => stack.payment("GET", QUOTE, options),
  quote: (header, { amount = "100", headers = {} } = {}) => {
    const path = QUOTE.replace("amount=100", `amount=${amount}`);
    const payment = typeof header === "string" ? { "x-payment": header } : header;
    return stack.call("GET", path, undefined, { ...headers, ...payment });
  },
  tool: async (of, tool, args, header, headers = {}) => {
    const auth = {
      vaultAddress: of.address,
      chainId: 8453,
      ...(await stack.credentials(of.ownerKey)),
    };
    return stack.call(
      "POST",
      `/api/tools?toolName=${tool}`,
      { arguments: args, ...auth },
      { ...headers, "x-payment": header },
    );
  },
});

const inBand = (stack: TestStack): PayForm => {
  let offer: PaymentRequirement | undefined;
  return {
    priceBase: TOOL_BASE,
    sign: async (options = {}) => {
      offer ??= (await unpaid(stack)).body.result.structuredContent
        .accepts[0] as PaymentRequirement;
      return stack.payment("POST", "/mcp", { requirement: offer, ...options });
    },
    quote: (header, { amount = "100", headers = {} } = {}) =>
      payInBand(stack, {
        ...{
          name: "get_swap_quote",
          args: { tokenIn: "USDC", tokenOut: "ETH", amountIn: amount, chain: "base" },
        },
        ...{
          header: typeof header === "string" ? header : String(Object.values(header)[0]),
          headers,
        },
      }),
    tool: async (of, name, args, header, headers = {}) => {
      const operator = operatorHeaders(of.address, await stack.credentials(of.ownerKey));
      return payInBand(stack, { name, args, header, headers: { ...operator, ...headers } });
    },
  };
};

const unpaid = (stack: TestStack): Promise<Answer> => {
  const params = { name: "switch_chain", arguments: { chain: "base" } };
  return stack.call(
    "POST",
    "/mcp",
    { jsonrpc: "2.0", id: 1, method: "tools/call", params },
    {},
    { pay: false },
  );
};
