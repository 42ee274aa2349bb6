import { type Address, getAddress, type Hex } from "viem";
import * as z from "zod";

const address = z
  .string()
  .regex(/^0x[0-9a-fA-F]{40}$/, "must be an address")
  .transform((text): Address => getAddress(text.toLowerCase()));
const amount = z
  .string()
  .regex(/^[0-9]{1,39}$/, "must be an integer in base units")
  .transform(BigInt)
  .refine((value) => value > 0n, "must be greater than 0");
/** Their validator converts numeric text, and their own examples send chain ids so. */
const chain = z.coerce.number().int();
const percent = z.number().min(0).max(100);

const PROTOCOLS = ["V2", "V3", "V4", "UNISWAPX", "UNISWAPX_V2", "UNISWAPX_V3"] as const;
const PREFERENCES = [
  "CLASSIC",
  "BEST_PRICE",
  "BEST_PRICE_V2",
  "FASTEST",
  "UNISWAPX",
  "V2_ONLY",
  "V3_ONLY",
] as const;

/**
 * What `POST /quote` takes, as far as it matters here; other fields are let through unread, as
 * theirs are.
 */
export const quoteBody = z.object({
  type: z.enum(["EXACT_INPUT", "EXACT_OUTPUT"]),
  amount,
  tokenIn: address,
  tokenOut: address,
  tokenInChainId: chain,
  tokenOutChainId: chain,
  swapper: address,
  slippageTolerance: percent.optional(),
  autoSlippage: z.literal("DEFAULT").optional(),
  routingPreference: z.enum(PREFERENCES).optional(),
  protocols: z.array(z.enum(PROTOCOLS)).min(1).optional(),
});

const poolToken = z.object({ address });
const pool = {
  tokenIn: poolToken,
  tokenOut: poolToken,
  fee: z.coerce.number().int().min(0).max(1_000_000),
};
const v4Pool = z.object({
  ...pool,
  type: z.literal("v4-pool"),
  tickSpacing: z.coerce.number().int().min(1).max(32_767),
  hooks: address,
});
const v3Pool = z.object({ ...pool, type: z.literal("v3-pool") });

/**
 * What `POST /swap` takes: a quote, alone or inside the whole answer that it came in. `permitData:
 * null` is an error there.
 */
export const swapBody = z.object({
  quote: z.object({
    chainId: chain,
    swapper: address,
    tradeType: z.enum(["EXACT_INPUT", "EXACT_OUTPUT"]),
    input: z.object({ amount, token: address }),
    output: z.object({ amount, token: address, recipient: address.optional() }),
    slippage: percent,
    /** Unsplit routes only: any number of v4 pools, or one v3 pool. */
    route: z.union([z.tuple([z.array(v4Pool).min(1)]), z.tuple([z.tuple([v3Pool])])]),
    gasUseEstimate: z.string().optional(),
  }),
  permitData: z.record(z.string(), z.unknown()).optional(),
  signature: z
    .string()
    .regex(/^0x[0-9a-fA-F]+$/)
    .transform((text) => text as Hex)
    .optional(),
  deadline: z.int().min(0).optional(),
  simulateTransaction: z.boolean().optional(),
});
