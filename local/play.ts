import { agentScene } from "./play/agent-scene.ts";
import { balancesScene } from "./play/balances-scene.ts";
import { bridgeScene } from "./play/bridge-scene.ts";
import { chatScene } from "./play/chat-scene.ts";
import { createCaller } from "./play/create-caller.ts";
import { delegationScene } from "./play/delegation-scene.ts";
import { dryRunScene } from "./play/dry-run-scene.ts";
import { eventsScene } from "./play/events-scene.ts";
import { freezeScene } from "./play/freeze-scene.ts";
import { gmxScene } from "./play/gmx-scene.ts";
import { hyperliquidScene } from "./play/hyperliquid-scene.ts";
import { limitScene } from "./play/limit-scene.ts";
import { liquidityScene } from "./play/liquidity-scene.ts";
import { messagesScene } from "./play/messages-scene.ts";
import { navPerUnit } from "./play/nav-per-unit.ts";
import { orderScene } from "./play/order-scene.ts";
import { paymentsScene } from "./play/payments-scene.ts";
import { quotesScene } from "./play/quotes-scene.ts";
import type { Scene } from "./play/scene.ts";
import { shieldScene } from "./play/shield-scene.ts";
import { signIn } from "./play/sign-in.ts";
import { stopLossScene } from "./play/stop-loss-scene.ts";
import { watchChain } from "./play/watch-chain.ts";
import type { StackManifest } from "./stack/stack-manifest.ts";

const SCENES: readonly Scene[] = [
  quotesScene,
  delegationScene,
  dryRunScene,
  limitScene,
  chatScene,
  agentScene,
  liquidityScene.open,
  orderScene,
  liquidityScene.close,
  stopLossScene.set,
  shieldScene,
  stopLossScene.fires,
  freezeScene,
  bridgeScene,
  gmxScene,
  hyperliquidScene,
  eventsScene,
  messagesScene,
  balancesScene,
  paymentsScene,
];

/**
 * By so much the play moves the stack's clock. A stack that starts that far in the past ends up at
 * the wall clock.
 */
export const playedMs = SCENES.reduce((sum, { minutes = 0 }) => sum + minutes * 60_000, 0);

/**
 * Plays what the service is for once, as any outside client could: HTTP to the service, JSON-RPC to
 * the chains, the manifest for addresses and keys. Only the clock, the market's price and Across's
 * relayer are moved through the stack.
 *
 * @throws Error when a call is refused that should not be, or answered that should not be, or when
 * not every slice was mined
 */
export async function play(manifest: StackManifest, print: (text: string) => void): Promise<void> {
  const chain = await watchChain(manifest);
  const [api, credentials] = [createCaller(manifest), await signIn(manifest)];
  const before = {
    balances: await chain.balances(),
    navPerUnit: await navPerUnit({ api, credentials }),
  };
  print(`Vault ${manifest.vault}, owned by ${manifest.operator.address}`);
  print(`     holds ${before.balances.map(chain.shown).join(", ")}`);
  print(`     NAV per unit: ${before.navPerUnit}\n`);
  for (const [index, scene] of SCENES.entries()) {
    print(`${String(index + 1).padEnd(5)}${scene.title}`);
    await scene.play({ manifest, api, chain, credentials, print, before });
  }
}
