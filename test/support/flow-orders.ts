import { credentialHeaders } from "./credential-headers.ts";
import type { TestStack, TestVault } from "./test-stack.ts";

export const MINUTE = 60_000;

/**
 * TWAP orders and settings of a vault, over HTTP as its operator; events as they are stored, all
 * fields.
 */
export function flowOrders(stack: TestStack) {
  const post = async (vault: TestVault, path: string, body: object) =>
    stack.call("POST", path, {
      vaultAddress: vault.address,
      chainId: 8453,
      ...(await stack.credentials(vault.ownerKey)),
      ...body,
    });
  const must = async (answer: ReturnType<TestStack["call"]>) => {
    const { status, body } = await answer;
    if (status !== 200) throw new Error(`answered ${status}: ${JSON.stringify(body)}`);
    return body;
  };
  const list = async (vault: TestVault): Promise<any[]> =>
    (await must(stack.tool(vault, "list_twap_orders"))).data.orders;
  return {
    post,
    /** POST /api/settings/<name>; the answer must be 200. */
    set: (vault: TestVault, name: string, value: object) =>
      must(post(vault, `/api/settings/${name}`, value)),
    /**
     * Creates an order (default: sell 100 USDC for ETH in 4 slices on uniswap, every 5 minutes,
     * executed) and gives its id.
     */
    create: async (vault: TestVault, input: object = {}): Promise<number> => {
      const body = await must(stack.tool(vault, "create_twap_order", { ...DEFAULTS, ...input }));
      return body.data.orderId;
    },
    list,
    order: async (vault: TestVault, id: number): Promise<any> =>
      (await list(vault)).find((order) => order.id === id),
    cancelAll: (vault: TestVault) => must(stack.tool(vault, "cancel_twap_order", { id: 0 })),
    /** Stored events of the vault's orders, oldest first. */
    events: async (vault: TestVault): Promise<any[]> => {
      const texts = (await stack.stack.redis.command([
        "LRANGE",
        `sx:local:events:${vault.address}`,
        "0",
        "-1",
      ])) as string[];
      const events = texts.map((text) => JSON.parse(text)).reverse();
      return events.filter(({ type }) => !["operation", "freeze", "call"].includes(type));
    },
    /** GET /api/strategy-events, as the vault's owner. */
    polled: async (vault: TestVault, since?: number): Promise<any[]> =>
      (
        await must(
          stack.call(
            "GET",
            `/api/strategy-events?vault=${vault.address}${since === undefined ? "" : `&since=${since}`}`,
            undefined,
            credentialHeaders(await stack.credentials(vault.ownerKey)),
          ),
        )
      ).events,
  };
}

const DEFAULTS = {
  side: "sell",
  sellToken: "USDC",
  buyToken: "ETH",
  totalAmount: "100",
  sliceCount: 4,
  intervalMinutes: 5,
  dex: "uniswap",
  autoExecute: true,
};
