import * as z from "zod";

const address = z.templateLiteral(["0x", z.string()]);
const account = z.object({ address, privateKey: address });

/**
 * What a running stack tells other processes (docs/design.md, "Local stack"): the content of
 * `.local/stack.json`.
 */
export const stackManifest = z.object({
  baseUrl: z.url(),
  /**
   * The stack's own controls: POST /advance `{ms}`, POST /tick, POST /fill (a relayer fills what
   * was sent to the second chain), POST /price `{priceBps}` (ETH in dollars on chain 8453, of its
   * start price), GET /info.
   */
  control: z.url(),
  chains: z.object({
    "8453": z.object({ rpcUrl: z.url() }),
    "42161": z.object({ rpcUrl: z.url() }).optional(),
    "999": z.object({ rpcUrl: z.url() }).optional(),
  }),
  redis: z.object({ url: z.url(), token: z.string() }),
  qstash: z.object({
    url: z.url(),
    token: z.string(),
    currentSigningKey: z.string(),
    nextSigningKey: z.string(),
  }),
  facilitatorUrl: z.url(),
  /** The recipient of payments for the service's answers. */
  payTo: address,
  telegramUrl: z.url(),
  venues: z.object({ "0x": z.url(), uniswap: z.url() }),
  vault: address,
  operator: account,
  stranger: account,
  /** Holds USDC to pay calls with. */
  payer: account,
  agent: z.object({ address }),
  tokens: z.record(z.string(), address),
});
export type StackManifest = z.infer<typeof stackManifest>;
