import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { gunzipSync } from "node:zlib";
import type { Address } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { advanceTime } from "../../local/chain/advance-time.ts";
import { createVault } from "../../local/chain/create-vault.ts";
import { delegate } from "../../local/chain/delegate.ts";
import { spawnAnvil } from "../../local/chain/spawn-anvil.ts";
import { startChain } from "../../local/chain/start-chain.ts";
import { agentAddress } from "../../local/stack/agent-address.ts";
import { startUniswapVenue } from "../../local/venues/start-uniswap-venue.ts";
import { startZeroxVenue } from "../../local/venues/start-zerox-venue.ts";
import { PLANTED } from "./planted-chain.ts";
import { type TestVault, TRADE_SELECTORS } from "./test-stack.ts";

const SECRET = "77".repeat(32);
const API_KEY = "planted";

/**
 * A node of the planted chain, both venues on it, and a vault that delegates spot trading to its
 * agent: what stands on the local chain 8453, under another id. `vars` is what a Worker has to be
 * told of it.
 */
export async function startPlantedNode() {
  const first = await startChain();
  const ownerKey = generatePrivateKey();
  const created = await createVault(first.handle, { fund: { ETH: 10n ** 19n }, ownerKey });
  // Safe: lower case takes nothing from an address.
  const address = created.toLowerCase() as Address;
  const agent = agentAddress(SECRET, address);
  await delegate(first.handle, { vault: address, agent, selectors: TRADE_SELECTORS, ownerKey });
  const folder = mkdtempSync(join(tmpdir(), "planted-"));
  const statePath = join(folder, "state.json");
  writeFileSync(statePath, gunzipSync(Buffer.from((await first.state()).slice(2), "hex")));
  await first.stop();
  const { addresses, pools } = first.handle;
  const timestampSec = Math.floor(Date.now() / 1_000);
  const node = await spawnAnvil({
    chainId: PLANTED.id,
    timestampSec,
    baseFeeWei: 2_000_000n,
    statePath,
  });
  const seen = { rpcUrl: node.rpcUrl, chainId: PLANTED.id, addresses, apiKey: API_KEY };
  const of = { ...seen, pools: Object.values(pools.v4), v3Pools: Object.values(pools.v3) };
  const [zerox, uniswap] = await Promise.all([startZeroxVenue(of), startUniswapVenue(of)]);
  const vault: TestVault = {
    address,
    ownerKey,
    owner: privateKeyToAccount(ownerKey).address,
    agent,
  };
  return {
    vault,
    vars: {
      [`RPC_URL_${PLANTED.id}`]: node.rpcUrl,
      ...{ AGENT_WALLET_SECRET: SECRET, ZEROX_API_URL: zerox.baseUrl, ZEROX_API_KEY: API_KEY },
      ...{ UNISWAP_API_URL: uniswap.baseUrl, UNISWAP_API_KEY: API_KEY },
    },
    /** Its clock, beside the stack's own. */
    advance: (ms: number) => advanceTime({ rpcUrl: node.rpcUrl }, ms),
    stop: async (): Promise<void> => {
      await Promise.all([zerox.stop(), uniswap.stop(), node.stop()]);
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
