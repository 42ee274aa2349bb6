import type { Address } from "viem";
import type { ChainHandle } from "../chain/chain-handle.ts";

export type WorkerSurroundings = {
  baseUrl: string;
  chain: ChainHandle;
  rpcUrl: string;
  /** The second chain and Across's API, where they run. */
  across?: { chain: ChainHandle; rpcUrl: string; url: string };
  /** Chain 999 and the venue's info endpoint, where they run. */
  hyperliquid?: { chain: ChainHandle; rpcUrl: string; url: string };
  /** GMX's API, on the second chain. */
  gmxUrl?: string;
  redis: { url: string; token: string };
  qstash: { url: string; token: string; currentSigningKey: string; nextSigningKey: string };
  zerox: { url: string; apiKey: string };
  uniswap: { url: string; apiKey: string };
  facilitator: { url: string; payTo: Address };
  telegram: { url: string; botToken: string; webhookSecret: string; botName: string };
  webhooks: { origin: string; dnsUrl: string };
  agentWalletSecret: string;
};

/**
 * The Worker's configuration on a local stack: the fixed names of docs/design.md, "Configuration",
 * and nothing else.
 */
export function workerVars(around: WorkerSurroundings): Record<string, string> {
  return {
    ENVIRONMENT: "local",
    PUBLIC_BASE_URL: around.baseUrl,
    UPSTASH_REDIS_REST_URL: around.redis.url,
    UPSTASH_REDIS_REST_TOKEN: around.redis.token,
    QSTASH_URL: around.qstash.url,
    QSTASH_TOKEN: around.qstash.token,
    QSTASH_CURRENT_SIGNING_KEY: around.qstash.currentSigningKey,
    QSTASH_NEXT_SIGNING_KEY: around.qstash.nextSigningKey,
    RPC_URL_8453: around.rpcUrl,
    ADDRESSES_8453: JSON.stringify(addressesOf(around.chain)),
    ...(around.across !== undefined && {
      RPC_URL_42161: around.across.rpcUrl,
      ADDRESSES_42161: JSON.stringify(addressesOf(around.across.chain)),
      ACROSS_API_URL: around.across.url,
    }),
    // Where the venue does not run nobody listens: a local Worker never asks the real one.
    HYPERLIQUID_API_URL: around.hyperliquid?.url ?? "http://127.0.0.1:9",
    ...(around.hyperliquid !== undefined && {
      RPC_URL_999: around.hyperliquid.rpcUrl,
      ADDRESSES_999: JSON.stringify(addressesOf(around.hyperliquid.chain)),
    }),
    GMX_API_URL: around.gmxUrl ?? "http://127.0.0.1:9",
    ZEROX_API_URL: around.zerox.url,
    ZEROX_API_KEY: around.zerox.apiKey,
    UNISWAP_API_URL: around.uniswap.url,
    UNISWAP_API_KEY: around.uniswap.apiKey,
    X402_FACILITATOR_URL: around.facilitator.url,
    X402_PAY_TO: around.facilitator.payTo,
    AGENT_WALLET_SECRET: around.agentWalletSecret,
    TELEGRAM_BOT_TOKEN: around.telegram.botToken,
    TELEGRAM_API_URL: around.telegram.url,
    TELEGRAM_WEBHOOK_SECRET: around.telegram.webhookSecret,
    TELEGRAM_BOT_NAME: around.telegram.botName,
    WEBHOOK_LOCAL_ORIGIN: around.webhooks.origin,
    DNS_API_URL: around.webhooks.dnsUrl,
  };
}

function addressesOf({ addresses, tokens }: ChainHandle) {
  const { ETH: _native, ...named } = tokens;
  return {
    registry: addresses.registry,
    factory: addresses.factory,
    authority: addresses.authority,
    oracle: addresses.oracle,
    universalRouter: addresses.universalRouter,
    uniswapRouterAdapterUr20: addresses.uniswapAdapter,
    wrappedNative: addresses.wrappedNative,
    allowanceHolder: addresses.allowanceHolder,
    zeroExDeployer: addresses.zeroExDeployer,
    permit2: addresses.permit2,
    multicall3: addresses.multicall3,
    poolManager: addresses.poolManager,
    positionManager: addresses.positionManager,
    stateView: addresses.stateView,
    acrossSpokePool: addresses.acrossSpokePool,
    acrossMulticallHandler: addresses.acrossMulticallHandler,
    tokens: named,
  };
}
