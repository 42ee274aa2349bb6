import { type Address, getAddress, type Hex, isAddress, isAddressEqual, zeroAddress } from "viem";
import * as z from "zod";
import { simulateFill } from "../../src/bridge/simulate-fill.ts";
import { createRpc } from "../../src/chain/rpc.ts";
import { createExpiringCache } from "../../src/lib/expiring-cache.ts";
import type { ChainHandle } from "../chain/chain-handle.ts";
import type { TokenSymbol } from "../chain/chain-tokens.ts";
import { jsonAnswer } from "../lib/json-answer.ts";
import { type LocalAnswer, type LocalRequest, startHttpServer } from "../lib/start-http-server.ts";
import { createDevControls } from "./dev-controls.ts";
import { venueClient } from "./venue-client.ts";
import type { VenueServer } from "./venue-server.ts";

export type AcrossVenue = VenueServer & {
  /** The whole fee from now on; 8 bps at the start. */
  setFee(feeBps: number): void;
  /**
   * Fields that replace those of each answer: what a venue that lies or changed would say. `{}`
   * stops it.
   */
  lie(fields: Record<string, unknown>): void;
};

const FILL_SECONDS = 3;
/**
 * Below these a deposit does not pay for its fill: cents for dollars, a hundredth of that of a
 * coin.
 */
const MIN_DEPOSIT: Partial<Record<TokenSymbol, bigint>> = {
  USDC: 100_000n,
  USDT: 100_000n,
  WETH: 10n ** 14n,
  cbBTC: 1_000n,
};

const flag = z.enum(["true", "false"]).optional();
const query = z.object({
  inputToken: z.string().refine((text) => isAddress(text)),
  outputToken: z.string().refine((text) => isAddress(text)),
  originChainId: z.coerce.number(),
  destinationChainId: z.coerce.number(),
  amount: z.string().regex(/^[1-9]\d*$/),
  recipient: z
    .string()
    .refine((text) => isAddress(text))
    .optional(),
  message: z
    .string()
    .regex(/^0x([0-9a-f]{2})*$/)
    .optional(),
  skipAmountLimit: flag,
  allowUnmatchedDecimals: flag,
});

/**
 * Across's API: GET /api/suggested-fees between the local chains, with the fields that facts 2.5
 * names; `/_dev/fail`, `/_dev/log` and `/_dev/reset` as at the other venues.
 */
export async function startAcrossVenue(chains: readonly ChainHandle[]): Promise<AcrossVenue> {
  let feeBps = 8n;
  let lies: Record<string, unknown> = {};
  const controls = createDevControls((status) => apiError(status, "a failure of the venue"));
  const venue = (request: LocalRequest) => answer(chains, { feeBps, lies }, request);
  const server = await startHttpServer(controls.wrap(venue));
  return {
    url: server.url,
    baseUrl: `${server.url}/api`,
    stop: server.stop,
    setFee: (bps) => {
      feeBps = BigInt(bps);
    },
    lie: (fields) => {
      lies = fields;
    },
  };
}

type Terms = { feeBps: bigint; lies: Record<string, unknown> };

async function answer(
  chains: readonly ChainHandle[],
  terms: Terms,
  request: LocalRequest,
): Promise<LocalAnswer> {
  const url = new URL(request.target, "http://venue");
  if (url.pathname !== "/api/suggested-fees" || request.method !== "GET")
    return apiError(404, "Not found");
  const read = query.safeParse(Object.fromEntries(url.searchParams));
  if (!read.success) return apiError(400, z.prettifyError(read.error));
  const { originChainId, destinationChainId, message, recipient } = read.data;
  const origin = chains.find(({ chainId }) => chainId === originChainId);
  const destination = chains.find(({ chainId }) => chainId === destinationChainId);
  const [input, output] = [
    symbolOf(origin, read.data.inputToken),
    symbolOf(destination, read.data.outputToken),
  ];
  if (
    origin === undefined ||
    destination === undefined ||
    origin === destination ||
    input === undefined
  )
    return apiError(400, "Unsupported token on given origin chain", "UNSUPPORTED_TOKEN");
  if (input !== output) return apiError(400, "Unsupported token pair", "UNSUPPORTED_TOKEN");
  if (message !== undefined && recipient === undefined)
    return apiError(400, "Recipient must be set when message is provided");
  const amountBase = BigInt(read.data.amount);
  const isAmountTooLow = amountBase < (MIN_DEPOSIT[input] ?? 1n);
  if (isAmountTooLow && read.data.skipAmountLimit !== "true")
    return apiError(400, "Sent amount is too low relative to fees", "AMOUNT_TOO_LOW");
  if (message !== undefined && recipient !== undefined) {
    // As the real one: what is asked about is what its simulated relayer pays out
    // (docs/facts/across.md 4).
    const tokens = {
      inputToken: addressOf(read.data.inputToken),
      outputToken: addressOf(read.data.outputToken),
    };
    const fill = {
      ...tokens,
      inputAmountBase: amountBase,
      outputAmountBase: amountBase,
      message: message as Hex,
    };
    const accounts = { depositor: addressOf(recipient), recipient: addressOf(recipient) };
    const ran = await simulateFill(nodeOf(destination), VENUE, {
      originChainId,
      ...accounts,
      ...fill,
    });
    if (ran.kind !== "filled")
      return apiError(400, "Simulation of the fill failed", "SIMULATION_ERROR");
  }
  const fee = (amountBase * terms.feeBps + 9_999n) / 10_000n;
  const { timestamp } = await venueClient(origin.rpcUrl).getBlock();
  const pct = String(terms.feeBps * 10n ** 14n);
  return jsonAnswer(200, {
    estimatedFillTimeSec: FILL_SECONDS,
    capitalFeePct: pct,
    capitalFeeTotal: String(fee),
    relayGasFeePct: "0",
    relayGasFeeTotal: "0",
    relayFeePct: pct,
    relayFeeTotal: String(fee),
    lpFeePct: "0",
    timestamp: String(timestamp),
    isAmountTooLow,
    quoteBlock: "0",
    exclusiveRelayer: zeroAddress,
    exclusivityDeadline: 0,
    spokePoolAddress: origin.addresses.acrossSpokePool,
    destinationSpokePoolAddress: destination.addresses.acrossSpokePool,
    totalRelayFee: { pct, total: String(fee) },
    relayerCapitalFee: { pct, total: String(fee) },
    relayerGasFee: { pct: "0", total: "0" },
    lpFee: { pct: "0", total: "0" },
    fillDeadline: String(timestamp + 21_600n),
    outputAmount: String(amountBase - fee),
    ...terms.lies,
  });
}

const symbolOf = (chain: ChainHandle | undefined, token: string): TokenSymbol | undefined =>
  chain === undefined
    ? undefined
    : (Object.keys(MIN_DEPOSIT) as TokenSymbol[]).find((symbol) =>
        isAddressEqual(chain.tokens[symbol], addressOf(token)),
      );

/** What the venue itself asks a chain by; it remembers where tokens keep their balances. */
const VENUE = {
  caches: { balanceSlots: createExpiringCache<number>(100) },
  clock: { nowMs: () => Date.now() },
};
const nodeOf = ({ rpcUrl, addresses, chainId }: ChainHandle) => ({
  chainId,
  addresses: { acrossSpokePool: addresses.acrossSpokePool },
  rpc: createRpc({ urls: [rpcUrl], fetch, timeoutMs: 20_000, spare: { left: 0 } }),
});

const addressOf = (text: string): Address => getAddress(text);

const apiError = (status: number, message: string, code = "INVALID_PARAM"): LocalAnswer =>
  jsonAnswer(status, { type: "AcrossApiError", code, status, message });
