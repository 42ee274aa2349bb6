import * as z from "zod";
import { type ChainId, EVERY_CHAIN_ID } from "../schemas/chains.ts";
import { type PaidPriceId, PRICE_TABLE } from "../schemas/payment/price-table.ts";
import { AppError } from "./errors.ts";

const url = z.url({ protocol: /^https?$/ }).optional();
const text = z.string().optional();
const perSecond = z.coerce.number().int().min(1).max(1_000_000).optional();
const dollars = z
  .string()
  .regex(/^\d{1,6}(?:\.\d{1,6})?$/)
  .optional();

const envSchema = z.object({
  ENVIRONMENT: text,
  PRODUCT_NAME: z.string().default("Sextant"),
  PUBLIC_BASE_URL: url,
  AUTH_REQUIRE_BOUND: text,
  UPSTASH_REDIS_REST_URL: url,
  UPSTASH_REDIS_REST_TOKEN: text,
  QSTASH_URL: url,
  QSTASH_TOKEN: text,
  QSTASH_CURRENT_SIGNING_KEY: text,
  QSTASH_NEXT_SIGNING_KEY: text,
  ZEROX_API_URL: url,
  ZEROX_API_KEY: text,
  UNISWAP_API_URL: url,
  UNISWAP_API_KEY: text,
  ACROSS_API_URL: url,
  HYPERLIQUID_API_URL: url,
  GMX_API_URL: url,
  ZEROX_CALLS_PER_SECOND: perSecond,
  UNISWAP_CALLS_PER_SECOND: perSecond,
  X402_FACILITATOR_URL: url,
  X402_FACILITATOR_BEARER: text,
  X402_PAY_TO: text,
  AGENT_WALLET_SECRET: text,
  TELEGRAM_BOT_TOKEN: text,
  TELEGRAM_API_URL: url,
  /** Telegram sends it with every update; its alphabet: core.telegram.org/bots/api#setwebhook. */
  TELEGRAM_WEBHOOK_SECRET: z
    .string()
    .regex(/^[A-Za-z0-9_-]{16,256}$/)
    .optional(),
  TELEGRAM_BOT_NAME: z
    .string()
    .regex(/^[A-Za-z0-9_]{1,32}$/)
    .optional(),
  DNS_API_URL: url,
  /** A loopback origin that webhooks of a local stack may have; refused elsewhere. */
  WEBHOOK_LOCAL_ORIGIN: url,
  SECURITY_CONTACT: z
    .string()
    .regex(/^(?:mailto:|https:\/\/|tel:)[\x21-\x7e]{1,300}$/)
    .optional(),
  AI_BASE_URL: url,
  AI_API_KEY: text,
  AI_MODEL: text,
  AI_PRICE_INPUT: dollars,
  AI_PRICE_OUTPUT: dollars,
});

/** All variables, with those of chains and prices; `AI` is a binding. */
export const ENV_NAMES: readonly string[] = [
  ...Object.keys(envSchema.shape),
  ...EVERY_CHAIN_ID.flatMap((chainId) => [`RPC_URL_${chainId}`, `ADDRESSES_${chainId}`]),
  ...Object.values(PRICE_TABLE).map(({ variable }) => variable),
];

type Fixed = z.infer<typeof envSchema>;

/** The parsed environment; variables by chain or price as records. */
export type Env = Fixed & {
  rpcUrls: Partial<Record<ChainId, readonly string[]>>;
  /** Raw JSON of ADDRESSES_<chainId>; chain/addresses.ts parses it. */
  addressOverrides: Partial<Record<ChainId, string>>;
  prices: Partial<Record<PaidPriceId, string>>;
  workersAi: WorkersAi | undefined;
};

type WorkersAi = (model: string, inputs: Record<string, unknown>) => Promise<unknown>;

/**
 * A malformed value is a deployment fault: 503, its name in the cause only.
 * @throws not_configured
 */
export function parseEnv(bindings: Record<string, unknown>): Env {
  const parsed = envSchema.safeParse(withoutEmpty(bindings));
  if (!parsed.success)
    throw notConfigured(parsed.error.issues.map((issue) => String(issue.path[0])));
  const rpcUrls: Env["rpcUrls"] = {};
  const addressOverrides: Env["addressOverrides"] = {};
  for (const chainId of EVERY_CHAIN_ID) {
    const urls = bindings[`RPC_URL_${chainId}`];
    if (typeof urls === "string" && urls !== "")
      rpcUrls[chainId] = urls.split(",").map((entry) => entry.trim());
    const overrides = bindings[`ADDRESSES_${chainId}`];
    if (typeof overrides === "string" && overrides !== "") addressOverrides[chainId] = overrides;
  }
  return {
    ...parsed.data,
    rpcUrls,
    addressOverrides,
    prices: pricesOf(bindings),
    workersAi: workersAiOf(bindings.AI),
  };
}

/** Shells and CI spell "not set" as an empty text. */
const withoutEmpty = (bindings: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(bindings).filter(([, value]) => value !== ""));

function workersAiOf(binding: unknown): WorkersAi | undefined {
  if (typeof binding !== "object" || binding === null || !("run" in binding)) return undefined;
  const { run } = binding;
  return typeof run === "function"
    ? (model, inputs) => run.call(binding, model, inputs)
    : undefined;
}

function pricesOf(bindings: Record<string, unknown>): Env["prices"] {
  const given = Object.entries(PRICE_TABLE).map(
    ([id, { variable }]) => [id, bindings[variable]] as const,
  );
  return Object.fromEntries(given.filter(([, value]) => typeof value === "string" && value !== ""));
}

/** A 503. The log gets the missing names through the cause, the caller never (decision D11). */
export const notConfigured = (names: readonly string[]): AppError =>
  new AppError(
    "not_configured",
    "This part of the service is not configured yet. Please try again later.",
    {
      cause: new Error(`missing or malformed configuration: ${names.join(", ")}`),
    },
  );

type EnvName = keyof Fixed;
export type NumberName = {
  [N in EnvName]: Fixed[N] extends number | undefined ? N : never;
}[EnvName];

/**
 * The named values.
 * @throws not_configured where one is missing
 */
export function requireEnv<const N extends readonly EnvName[]>(
  env: Env,
  names: N,
): Record<N[number], string> {
  const missing = names.filter((name) => env[name] === undefined);
  if (missing.length > 0) throw notConfigured(missing);
  // Safe: none of the values is undefined.
  return Object.fromEntries(names.map((name) => [name, env[name]])) as Record<N[number], string>;
}
