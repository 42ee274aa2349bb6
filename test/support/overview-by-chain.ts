import { type Address, createPublicClient, erc20Abi, type Hex, http, parseAbi } from "viem";

// Imports nothing of the service: what a vault holds and is worth, by the vault's own words and the
// tokens'.

const abi = parseAbi([
  "struct ActiveTokens { address[] activeTokens; address baseToken; }",
  "struct Nav { uint256 unitaryValue; uint256 netTotalValue; uint256 netTotalLiabilities; }",
  "function getActiveTokens() view returns (ActiveTokens)",
  "function totalSupply() view returns (uint256)",
  "function convertTokenAmount(address token, int256 amount, address target) view returns (int256)",
  "function updateUnitaryValue() returns (Nav)",
]);
const COIN = "0x0000000000000000000000000000000000000000";

export type HoldingByChain = {
  token: Address;
  amountBase: bigint;
  valueBase: bigint;
  shareOfNavBps: number;
};

/**
 * Everything at the newest block, which is named; the base token first, then each that it counts
 * and has.
 */
export async function overviewByChain(
  rpcUrl: string,
  { vault, owner }: { vault: Address; owner: Address },
) {
  const client = createPublicClient({ transport: http(rpcUrl) });
  const blockNumber = await client.getBlockNumber();
  const at = { address: vault, abi, blockNumber } as const;
  const { activeTokens, baseToken } = await client.readContract({
    ...at,
    functionName: "getActiveTokens",
  });
  const supply = await client.readContract({ ...at, functionName: "totalSupply" });
  const call = { ...at, functionName: "updateUnitaryValue", account: owner } as const;
  const { unitaryValue, netTotalValue } = (await client.simulateContract(call)).result;
  const balanceOf = (token: Address): Promise<bigint> =>
    token === COIN
      ? client.getBalance({ address: vault, blockNumber })
      : client.readContract({
          address: token,
          abi: erc20Abi,
          functionName: "balanceOf",
          args: [vault],
          blockNumber,
        });
  const holdings: HoldingByChain[] = [];
  for (const token of [baseToken, ...activeTokens]) {
    const amountBase = await balanceOf(token);
    if (amountBase === 0n && token !== baseToken) continue;
    const args = [token, amountBase, baseToken] as const;
    const isItself = token === baseToken || amountBase === 0n;
    const valueBase = isItself
      ? amountBase
      : await client.readContract({ ...at, functionName: "convertTokenAmount", args });
    const shareOfNavBps = Number((valueBase * 10_000n) / netTotalValue);
    holdings.push({ token: token.toLowerCase() as Hex, amountBase, valueBase, shareOfNavBps });
  }
  return { blockNumber, supply, unitaryValue, netTotalValue, holdings };
}
