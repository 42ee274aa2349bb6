import {
  type Address,
  createPublicClient,
  formatUnits,
  type Hex,
  http,
  parseAbi,
  parseEventLogs,
  zeroAddress,
} from "viem";
import type { StackManifest } from "../stack/stack-manifest.ts";

export type Asset = { symbol: string; address: Address; decimals: number };
export type Movement = { asset: Asset; amountBase: bigint };
/** A mined transaction of the agent, with what the vault gave and got by its receipt. */
export type SeenSwap = {
  hash: Hex;
  block: bigint;
  succeeded: boolean;
  sold: Movement[];
  bought: Movement[];
};
export type ChainView = Awaited<ReturnType<typeof watchChain>>;

const tokenAbi = parseAbi([
  "function decimals() view returns (uint8)",
  "function balanceOf(address) view returns (uint256)",
  "event Transfer(address indexed from, address indexed to, uint256 value)",
]);

/**
 * The chain as an observer with nothing but a node sees it: balances, and what the agent's
 * transactions really moved.
 */
export async function watchChain(manifest: StackManifest) {
  const { rpcUrl } = manifest.chains["8453"];
  const client = createPublicClient({ transport: http(rpcUrl, { retryCount: 0 }), cacheTime: 0 });
  const assets = await Promise.all(
    Object.entries(manifest.tokens).map(async ([symbol, address]): Promise<Asset> => {
      if (address === zeroAddress) return { symbol, address, decimals: 18 };
      return {
        symbol,
        address,
        decimals: await client.readContract({ address, abi: tokenAbi, functionName: "decimals" }),
      };
    }),
  );
  const balanceOf = (asset: Asset, account: Address, blockNumber?: bigint) => {
    const at = blockNumber === undefined ? {} : { blockNumber };
    return asset.address === zeroAddress
      ? client.getBalance({ address: account, ...at })
      : client.readContract({
          ...at,
          address: asset.address,
          abi: tokenAbi,
          functionName: "balanceOf",
          args: [account],
        });
  };
  const balance = (asset: Asset, blockNumber?: bigint) =>
    balanceOf(asset, manifest.vault, blockNumber);

  /** What the vault holds now; tokens it has none of are left out. */
  const balances = async (): Promise<Movement[]> => {
    const held = await Promise.all(
      assets.map(async (asset) => ({ asset, amountBase: await balance(asset) })),
    );
    return held.filter(({ amountBase }) => amountBase > 0n);
  };

  const readSwap = async (hash: Hex): Promise<SeenSwap> => {
    const receipt = await client.getTransactionReceipt({ hash });
    const native = assets.find((asset) => asset.address === zeroAddress);
    const moves: Movement[] = parseEventLogs({
      abi: tokenAbi,
      eventName: "Transfer",
      logs: receipt.logs,
    }).flatMap((log) => {
      const asset = assets.find(
        ({ address }) => address.toLowerCase() === log.address.toLowerCase(),
      );
      if (asset === undefined) return [];
      const sign = isVault(log.args.to) ? 1n : isVault(log.args.from) ? -1n : 0n;
      return [{ asset, amountBase: sign * log.args.value }];
    });
    // The coin leaves no log: what the vault has of it after the block, less what it had before.
    if (native !== undefined) {
      const after = await balance(native, receipt.blockNumber);
      moves.push({
        asset: native,
        amountBase: after - (await balance(native, receipt.blockNumber - 1n)),
      });
    }
    return {
      hash,
      block: receipt.blockNumber,
      succeeded: receipt.status === "success",
      sold: moves
        .filter((move) => move.amountBase < 0n)
        .map((move) => ({ ...move, amountBase: -move.amountBase })),
      bought: moves.filter((move) => move.amountBase > 0n),
    };
  };
  const isVault = (address: Address) => address.toLowerCase() === manifest.vault.toLowerCase();

  /** The agent's transactions in the blocks after `fromBlock`, oldest first. */
  const agentSwaps = async (fromBlock: bigint): Promise<SeenSwap[]> => {
    const last = await client.getBlockNumber();
    const found: SeenSwap[] = [];
    for (let blockNumber = fromBlock + 1n; blockNumber <= last; blockNumber++) {
      const { transactions } = await client.getBlock({ blockNumber, includeTransactions: true });
      for (const { from, hash } of transactions) {
        if (from.toLowerCase() === manifest.agent.address.toLowerCase())
          found.push(await readSwap(hash));
      }
    }
    return found;
  };

  return {
    assets,
    balances,
    balanceOf,
    agentSwaps,
    blockNumber: () => client.getBlockNumber(),
    shown,
  };
}

/** "1,000 USDC": at most 6 digits after the point, cut and not rounded. */
function shown({ asset, amountBase }: Movement): string {
  const [whole = "0", part = ""] = formatUnits(amountBase, asset.decimals).split(".");
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ",");
  const cut = part.slice(0, 6).replace(/0+$/, "");
  return `${grouped}${cut === "" ? "" : `.${cut}`} ${asset.symbol}`;
}
