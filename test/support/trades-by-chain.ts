import {
  type Address,
  createPublicClient,
  erc20Abi,
  type Hex,
  http,
  parseAbi,
  parseEventLogs,
} from "viem";

// Imports nothing of the service: what swaps moved, cost and made, by the receipts' own logs, the
// vault's balance of the coin, and the vault's oracle.

const abi = parseAbi([
  "function convertTokenAmount(address token, int256 amount, address target) view returns (int256)",
]);
const COIN: Address = "0x0000000000000000000000000000000000000000";
const ONE_COIN = 10n ** 18n;

/** A transaction of the agent wallet, and the block of the oracle's price that gas is told by. */
export type Sent = { hash: Hex; priceBlock: bigint };
export type MovedByChain = { token: Address; amountBase: bigint };
export type TradeByChain = {
  hash: Hex;
  blockNumber: bigint;
  isReverted: boolean;
  sold: MovedByChain | undefined;
  bought: MovedByChain | undefined;
  gasUnits: bigint;
  gasWei: bigint;
  gasBase: bigint;
  realised: bigint | undefined;
  uncovered: bigint | undefined;
};
type Cost = Record<
  "bought" | "paid" | "sold" | "received" | "held" | "cost" | "realised" | "uncovered",
  bigint
>;

/** Transactions in the order of their nonces. Values of what is held are of `block`. */
export async function tradesByChain(
  rpcUrl: string,
  { vault, baseToken, block }: { vault: Address; baseToken: Address; block: bigint },
  sent: readonly Sent[],
) {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const worth = (token: Address, amount: bigint, blockNumber: bigint): Promise<bigint> =>
    client.readContract({
      ...{ address: vault, abi, functionName: "convertTokenAmount", blockNumber },
      args: [token, amount, baseToken],
    });
  const costs = new Map<Address, Cost>();
  const trades: TradeByChain[] = [];
  for (const { hash, priceBlock } of sent) {
    const receipt = await client.getTransactionReceipt({ hash });
    const { blockNumber, gasUsed, effectiveGasPrice } = receipt;
    const net = new Map<Address, bigint>();
    const add = (token: Address, amount: bigint) => net.set(token, (net.get(token) ?? 0n) + amount);
    for (const { address, args } of parseEventLogs({
      ...{ abi: erc20Abi, eventName: "Transfer", logs: receipt.logs },
    })) {
      const token = address.toLowerCase() as Address;
      if (args.to.toLowerCase() === vault.toLowerCase()) add(token, args.value);
      if (args.from.toLowerCase() === vault.toLowerCase()) add(token, -args.value);
    }
    const [after, before] = await Promise.all([
      client.getBalance({ address: vault, blockNumber }),
      client.getBalance({ address: vault, blockNumber: blockNumber - 1n }),
    ]);
    add(COIN, after - before);
    const moved = [...net].filter(([, amount]) => amount !== 0n);
    const side = (sign: bigint): MovedByChain | undefined => {
      const found = moved.filter(([, amount]) => amount * sign > 0n);
      if (found.length > 1) throw new Error(`${hash} moved more than one token on a side`);
      return found[0] && { token: found[0][0], amountBase: found[0][1] * sign };
    };
    const [sold, bought] = [side(-1n), side(1n)];
    const gasWei = gasUsed * effectiveGasPrice;
    const coinWorth = await worth(COIN, ONE_COIN, priceBlock);
    trades.push({
      ...{ hash, blockNumber, isReverted: receipt.status === "reverted", sold, bought },
      ...{ gasUnits: gasUsed, gasWei, gasBase: ceil(gasWei * coinWorth, ONE_COIN) },
      ...profitOf(costs, baseToken, sold, bought),
    });
  }
  const tokens = await Promise.all(
    [...costs].map(async ([token, cost]) => {
      const value = cost.held === 0n ? 0n : await worth(token, cost.held, block);
      return { token, ...cost, value, open: value - cost.cost };
    }),
  );
  const sum = (amounts: bigint[]) => amounts.reduce((total, one) => total + one, 0n);
  return {
    trades,
    tokens,
    realised: sum(tokens.map((one) => one.realised)),
    open: sum(tokens.map((one) => one.open)),
    gasWei: sum(trades.map((one) => one.gasWei)),
    gasBase: sum(trades.map((one) => one.gasBase)),
  };
}

/**
 * docs/dapp.md, "What its trades made": the cost of what is sold is its share of the cost of what
 * is held, rounded up; of a sale beyond what is held, the received share of what was held, rounded
 * down.
 */
function profitOf(
  costs: Map<Address, Cost>,
  baseToken: Address,
  sold: MovedByChain | undefined,
  bought: MovedByChain | undefined,
) {
  const none = { realised: undefined, uncovered: undefined };
  if (sold === undefined || bought === undefined) return none;
  if ((sold.token === baseToken) === (bought.token === baseToken)) return none;
  const of = (token: Address): Cost => {
    const zero = { bought: 0n, paid: 0n, sold: 0n, received: 0n, held: 0n, cost: 0n };
    const cost = costs.get(token) ?? { ...zero, realised: 0n, uncovered: 0n };
    costs.set(token, cost);
    return cost;
  };
  if (sold.token === baseToken) {
    const cost = of(bought.token);
    cost.bought += bought.amountBase;
    cost.held += bought.amountBase;
    cost.paid += sold.amountBase;
    cost.cost += sold.amountBase;
    return none;
  }
  const cost = of(sold.token);
  const [amount, got] = [sold.amountBase, bought.amountBase];
  const covered = amount > cost.held ? cost.held : amount;
  const costOf = covered === 0n ? 0n : ceil(cost.cost * covered, cost.held);
  const realised = (got * covered) / amount - costOf;
  cost.sold += amount;
  cost.received += got;
  cost.held -= covered;
  cost.cost -= costOf;
  cost.realised += realised;
  cost.uncovered += amount - covered;
  return { realised: covered === 0n ? undefined : realised, uncovered: amount - covered };
}

const ceil = (numerator: bigint, denominator: bigint) =>
  (numerator + denominator - 1n) / denominator;
