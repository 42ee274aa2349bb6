import { generatePrivateKey, privateKeyToAddress } from "viem/accounts";
import { afterAll, beforeAll, expect, test } from "vitest";
import { fundAccount } from "../../local/chain/fund-account.ts";
import { readBalances } from "../../local/chain/read-balances.ts";
import { type RunningChain, startChain } from "../../local/chain/start-chain.ts";

let chain: RunningChain;
beforeAll(async () => {
  chain = await startChain();
});
afterAll(() => chain?.stop());

test("behavior: 50 fundings at once, all from the one keeper's account, all arrive", async () => {
  const accounts = Array.from({ length: 50 }, () => privateKeyToAddress(generatePrivateKey()));
  await Promise.all(
    accounts.map((account) => fundAccount(chain.handle, account, { USDC: 7n, WETH: 3n })),
  );
  for (const account of accounts) {
    expect(await readBalances(chain.handle, account)).toMatchObject({ USDC: 7n, WETH: 3n });
  }
});

test("behavior: additions of native to one account at once add up", async () => {
  const account = privateKeyToAddress(generatePrivateKey());
  await Promise.all(
    Array.from({ length: 50 }, () => fundAccount(chain.handle, account, { ETH: 1n })),
  );
  expect((await readBalances(chain.handle, account)).ETH).toBe(50n);
});
