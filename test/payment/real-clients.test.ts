import { x402Client } from "@x402/core/client";
import { registerExactEvmScheme } from "@x402/evm/exact/client";
import { wrapFetchWithSIWx } from "@x402/extensions/sign-in-with-x";
import { wrapFetchWithPayment } from "@x402/fetch";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { PRICE_TABLE } from "../../schemas/price-table.ts";
import type { Payer } from "../support/create-payer.ts";
import { startTestStack, type TestStack, type TestVault } from "../support/test-stack.ts";
import { type RealClient, realClients } from "../support/x402-clients.ts";

const NAMES = ["x402-fetch", "x402-axios", "@x402/fetch", "@x402/fetch, capped"] as const;

let stack: TestStack;
let vault: TestVault;
beforeAll(async () => {
  stack = await startTestStack();
  vault = await stack.newVault({ fund: { ETH: 10n ** 18n, USDC: 1_000_000_000n } });
});
afterAll(() => stack?.stop());

const client = async (
  name: (typeof NAMES)[number],
): Promise<{ payer: Payer; client: RealClient }> => {
  const payer = await stack.payer();
  return { payer, client: realClients(payer).find((one) => one.name === name)! };
};
const priceOf = (id: keyof typeof PRICE_TABLE) => BigInt(Number(PRICE_TABLE[id].usdc) * 1e6);
/** What `run` moves out of the payer, and that the same arrives. */
const movedBy = async (payer: Payer, run: () => Promise<unknown>): Promise<bigint> => {
  const balances = async () =>
    Promise.all([payer.address, stack.stack.manifest.payTo].map(stack.usdcOf));
  const [had = 0n, earned = 0n] = await balances();
  await run();
  const [has = 0n, earns = 0n] = await balances();
  expect(earns - earned).toBe(had - has);
  return had - has;
};
const swapBody = async () => ({
  vaultAddress: vault.address,
  chainId: 8453,
  ...(await stack.credentials(vault.ownerKey)),
  arguments: { tokenIn: "USDC", tokenOut: "ETH", amountIn: "100", dex: "uniswap", chain: "base" },
});
const orderBody = async (of: TestVault) => ({
  vaultAddress: of.address,
  chainId: 8453,
  ...(await stack.credentials(of.ownerKey)),
  side: "sell",
  sellToken: "USDC",
  buyToken: "ETH",
  totalAmount: "100",
  sliceCount: 2,
  intervalMinutes: 5,
});
const uniswapBody = () => ({
  tokenIn: "USDC",
  tokenOut: "ETH",
  amount: "100000000",
  swapper: vault.address,
});

test("@x402/fetch around the package's sign-in: signed, not the owner's, paid once", async () => {
  const payer = await stack.payer();
  const wallet = registerExactEvmScheme(new x402Client(), { signer: payer.account });
  const paying = wrapFetchWithPayment(wrapFetchWithSIWx(fetch, payer.account), wallet);
  const path = `/api/quote/0x?sellToken=USDC&buyToken=ETH&sellAmount=100000000&taker=${vault.address}`;
  const moved = await movedBy(payer, async () =>
    expect((await paying(stack.stack.baseUrl + path)).status).toBe(200),
  );
  expect(moved).toBe(priceOf("quote_0x"));
});

describe.each(NAMES)("%s", (name) => {
  const quote = "/api/quote?sell=USDC&buy=ETH&amount=100&chain=base";
  const zerox = () =>
    `/api/quote/0x?chainId=8453&sellToken=USDC&buyToken=ETH&sellAmount=100000000&taker=${vault.address}`;
  test.each([
    { route: "GET /api/quote", price: "quote", method: "GET", path: () => quote },
    { route: "GET /api/quote/0x", price: "quote_0x", method: "GET", path: zerox },
    {
      route: "POST /api/quote/uniswap",
      price: "quote_uniswap",
      method: "POST",
      path: () => "/api/quote/uniswap",
    },
    { route: "GET /api/tools", price: "tools_list", method: "GET", path: () => "/api/tools" },
    {
      route: "GET /api/tools/call",
      price: "tools_call",
      method: "GET",
      path: () => `/api/tools/call?toolName=get_vault_info&vaultAddress=${vault.address}`,
    },
    {
      route: "POST /api/tools",
      price: "tools_call",
      method: "POST",
      path: () => "/api/tools?toolName=build_vault_swap",
    },
    {
      route: "POST /api/tools/create_twap_order",
      price: "tools_call",
      method: "POST",
      path: () => "/api/tools/create_twap_order",
    },
  ] as const)(
    "default: $route costs exactly its price, in one retry",
    async ({ price, method, path }) => {
      const { payer, client: paying } = await client(name);
      const isOrder = path() === "/api/tools/create_twap_order";
      const ofPrice: Record<string, object> = {
        quote_uniswap: uniswapBody(),
        tools_call: await swapBody(),
      };
      const body =
        method === "GET"
          ? undefined
          : isOrder
            ? await orderBody(await stack.newVault())
            : ofPrice[price];
      const moved = await movedBy(payer, async () => {
        const answer = await paying.call(method, stack.stack.baseUrl + path(), body);
        expect(answer.statuses, JSON.stringify(answer.body)).toEqual([402, 200]);
        expect(answer.receipt).toMatchObject({
          success: true,
          network: paying.version === 1 ? "base" : "eip155:8453",
        });
        expect(answer.receipt.payer.toLowerCase()).toBe(payer.address.toLowerCase());
        expect(answer.receipt.transaction).toMatch(/^0x[0-9a-f]{64}$/);
      });
      expect(moved).toBe(priceOf(price));
    },
  );

  test("error: 400, 401, 403, 502 and 503 move nothing; no route redirects", async () => {
    const { payer, client: paying } = await client(name);
    const moved = await movedBy(payer, async () => {
      const bad = await paying.call("GET", `${stack.stack.baseUrl}/api/quote?sell=USDC`);
      expect(bad.statuses).toEqual([402, 400]);
      const { operatorAddress: _none, ...unsigned } = await swapBody();
      const anonymous = await paying.call(
        "POST",
        `${stack.stack.baseUrl}/api/tools?toolName=list_twap_orders`,
        {
          ...unsigned,
          arguments: {},
        },
      );
      expect(anonymous.statuses).toEqual([402, 401]);
      const { address } = await stack.newVault();
      const foreign = await paying.call(
        "POST",
        `${stack.stack.baseUrl}/api/tools/create_twap_order`,
        {
          ...(await orderBody(vault)),
          vaultAddress: address,
        },
      );
      expect(foreign.statuses).toEqual([402, 403]);
      const nowhere = await paying.call(
        "GET",
        `${stack.stack.baseUrl}${quote.replace("base", "polygon")}`,
      );
      expect(nowhere.statuses).toEqual([402, 503]);
      for (const venue of ["0x", "uniswap"] as const)
        stack.proxies[venue].before(async () => "drop");
      const broken = await paying.call("GET", stack.stack.baseUrl + quote).finally(() => {
        for (const venue of ["0x", "uniswap"] as const) stack.proxies[venue].clearHooks();
      });
      expect(broken.statuses).toEqual([402, 502]);
    });
    expect(moved).toBe(0n);
  });

  test("error: with less than the price, the call is refused and nothing moves", async () => {
    const payer = await stack.payer({ usdcBase: 2_399n });
    const paying = realClients(payer).find((one) => one.name === name)!;
    const moved = await movedBy(payer, async () => {
      expect((await paying.call("GET", `${stack.stack.baseUrl}/api/tools`)).statuses).toEqual([
        402, 402,
      ]);
    });
    expect(moved).toBe(0n);
  });
});
