import type { CreateVaultOptions } from "../../local/chain/create-vault.ts";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { movePoolPrice } from "../../local/chain/move-pool-price.ts";
import type { oracleTicks } from "../../local/chain/oracle-ticks.ts";
import { pushOracle } from "../../local/chain/push-oracle.ts";
import { setOraclePrice } from "../../local/chain/set-oracle-price.ts";
import type { LocalAnswer } from "../../local/lib/start-http-server.ts";
import { createKeys } from "../../src/store/kernel/keys.ts";
import { flowChain } from "./flow-chain.ts";
import { flowOrders } from "./flow-orders.ts";
import { putDue } from "./put-due.ts";
import { startTestStack, type TestVault } from "./test-stack.ts";

type OracleSymbol = keyof typeof oracleTicks;
/** At the prices that the local chain starts with. */
const DOLLARS_300: Record<OracleSymbol, bigint> = {
  USDC: 300_000_000n,
  USDT: 300_000_000n,
  DAI: 300n * 10n ** 18n,
  cbBTC: 300_000n,
  GRG: 300n * 10n ** 18n,
};

export type Flow = Awaited<ReturnType<typeof startFlow>>;

/**
 * A stack with everything a flow test uses. `reset()` after each test leaves nothing of it behind
 * for the next one.
 */
export async function startFlow(options: Parameters<typeof startTestStack>[0] = {}) {
  const keys = createKeys("sx:local:");
  const stack = await startTestStack(options);
  const chain = flowChain(stack);
  const orders = flowOrders(stack);
  let vaults: TestVault[] = [];
  let movedPools = new Set<string>();
  let movedOracles = new Set<OracleSymbol>();

  const newVault = async (options?: CreateVaultOptions): Promise<TestVault> => {
    const vault = await stack.newVault(options);
    vaults.push(vault);
    return vault;
  };
  const control = async (url: string, name: string, body: object): Promise<void> => {
    const answer = await fetch(`${url}/_dev/${name}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(await answer.text());
  };
  const venueControl = (venue: "0x" | "uniswap", name: string, body: object) =>
    control(stack.stack.venues[venue].url, name, body);
  /** No hooks, honest venues, prices as at the start. */
  const calm = async (): Promise<void> => {
    for (const proxy of Object.values(stack.proxies)) {
      proxy.clearHooks();
      proxy.reset();
    }
    stack.stack.facilitator.reset();
    await Promise.all([venueControl("0x", "reset", {}), venueControl("uniswap", "reset", {})]);
    for (const pool of movedPools)
      await movePoolPrice(stack.stack.chain, { pool, toPriceBps: 10_000 });
    movedPools = new Set();
    for (const symbol of movedOracles)
      await setOraclePrice(stack.stack.chain, { symbol, toPriceBps: 10_000, backdated: true });
    movedOracles = new Set();
  };
  return {
    stack,
    chain,
    orders,
    newVault,
    /** A vault with delegation confirmed and its operator paired with a chat. */
    readyVault: async (options?: CreateVaultOptions): Promise<TestVault> => {
      const vault = await newVault(options);
      await stack.delegated(vault);
      await stack.pair(vault);
      return vault;
    },
    /** From now on an order counts as due, whatever its plan says. */
    makeDue: (vault: TestVault, id: number): Promise<void> =>
      putDue(
        stack.stack.redis.command,
        keys.prefix,
        { vault: vault.address, operator: vault.owner, id },
        0,
      ),
    venueControl,
    /** Of the messaging sink: `clear`, `fail`. */
    sinkControl: (name: string, body: object = {}) =>
      control(stack.stack.messaging.url, name, body),
    /** A pool's price: a market's, or the oracle's own at this moment alone. */
    movePool: async (pool: string, toPriceBps: number): Promise<void> => {
      movedPools.add(pool);
      await movePoolPrice(stack.stack.chain, { pool, toPriceBps });
    },
    /**
     * What native is worth in a token by the oracle, in bps of the start price, as if for an hour
     * already. No market moves.
     */
    moveOracle: async (toPriceBps: number, symbol: OracleSymbol = "USDC"): Promise<void> => {
      movedOracles.add(symbol);
      await setOraclePrice(stack.stack.chain, { symbol, toPriceBps, backdated: true });
    },
    /**
     * The same, done by a stranger with 300 USD of the token and of the coin: trades in the
     * oracle's own pool, a step a second, and then the five minutes until the vaults' mean is
     * there, with a tick. Returns what it took of them; putting it back gives that back.
     */
    pushOracle: async (
      symbol: OracleSymbol,
      toPriceBps: number,
    ): Promise<{ coinWei: bigint; tokenBase: bigint }> => {
      const { chain } = stack.stack;
      if (!movedOracles.has(symbol))
        await fundAccount(chain, chain.accounts.stranger.address, {
          [symbol]: DOLLARS_300[symbol],
          ETH: 12n * 10n ** 16n,
        });
      movedOracles.add(symbol);
      const cost = await pushOracle(chain, { symbol, toPriceBps });
      await stack.advance(300_000);
      return cost;
    },
    calm,
    /**
     * Runs `change` once, after a build's simulation was asked for and before the last look that
     * precedes the send. `instead` then answers that look in the node's place.
     */
    betweenBuildAndBroadcast: (change: () => Promise<unknown>, instead?: LocalAnswer): void => {
      let stage: "before" | "built" | "changed" = "before";
      stack.proxies.rpc.before(async ({ body }) => {
        if (stage === "built") {
          stage = "changed";
          await change();
          return instead;
        }
        if (stage === "before" && body.includes("eth_estimateGas")) stage = "built";
        return undefined;
      });
    },
    reset: async (): Promise<void> => {
      await calm();
      // Straight to the index of what is due: a test may have made its vault's operator unable to
      // cancel.
      const { command } = stack.stack.redis;
      for (const { owner } of vaults) {
        const [ofOperator, turns] = [keys.dueOf(8453, owner), keys.dueTurns(8453)];
        const own = (await command(["ZRANGE", ofOperator, "0", "-1"])) as string[];
        await command(["DEL", ofOperator]);
        await command(["ZREM", turns, owner.toLowerCase()]);
        if (own.length > 0) await command(["ZREM", keys.due(8453), ...own]);
      }
      vaults = [];
    },
  };
}
