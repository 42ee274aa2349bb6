import { expect, test } from "vitest";
import { chainClient } from "../../local/chain/chain-client.ts";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { readBalances } from "../../local/chain/read-balances.ts";
import { readChainClock } from "../../local/chain/read-chain-clock.ts";
import { startChain } from "../../local/chain/start-chain.ts";
import { spawnScheduler } from "../../local/scheduler/spawn-scheduler.ts";

test("default: a killed chain is as at its start state, receipts and clock included", async () => {
  const startSec = 1_788_220_800;
  const chain = await startChain({ startTimestampSec: startSec });
  try {
    const client = chainClient(chain.handle);
    const { address } = chain.handle.accounts.stranger;
    await fundAccount(chain.handle, address, { USDC: 5_000_000n });
    const block = await client.getBlock();
    const [hash] = block.transactions;
    const state = await chain.state();
    await client.mine({ blocks: 2 });
    await chain.kill();
    await expect(client.getBlockNumber()).rejects.toThrow();
    await chain.start(state, startSec + 600);
    expect((await client.getBlock()).hash).toBe(block.hash);
    expect(await client.getTransactionReceipt({ hash: hash! })).toMatchObject({
      status: "success",
    });
    expect(await readBalances(chain.handle, address)).toMatchObject({ USDC: 5_000_000n });
    await client.mine({ blocks: 1 });
    expect((await readChainClock(chain.handle)) - startSec * 1_000).toBeGreaterThanOrEqual(600_000);
  } finally {
    await chain.stop();
  }
});

test("default: a killed scheduler restarts on its port, empty, with the same token", async () => {
  const keys = { token: "t", currentSigningKey: "sig_c", nextSigningKey: "sig_n" };
  const scheduler = await spawnScheduler(keys);
  try {
    const headers = { authorization: `Bearer ${keys.token}` };
    const waiting = async () => {
      const log = (await (await fetch(`${scheduler.url}/_dev/log`)).json()) as {
        waiting: unknown[];
      };
      return log.waiting.length;
    };
    const published = await fetch(`${scheduler.url}/v2/publish/http://127.0.0.1:1/`, {
      method: "POST",
      headers: { ...headers, "upstash-delay": "1h" },
    });
    expect(published.status).toBe(201);
    expect(await waiting()).toBe(1);
    await scheduler.kill();
    await expect(waiting()).rejects.toThrow("fetch failed");
    await scheduler.start();
    expect(await waiting()).toBe(0);
    expect(await (await fetch(`${scheduler.url}/v2/keys`, { headers })).json()).toEqual({
      current: "sig_c",
      next: "sig_n",
    });
  } finally {
    await scheduler.stop();
  }
});
