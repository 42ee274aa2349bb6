import {
  type Address,
  erc20Abi,
  type Hex,
  parseAbi,
  parseEventLogs,
  type TransactionReceipt,
  zeroAddress,
} from "viem";
import { chainClient } from "../../../local/chain/chain-client.ts";
import { readBalances } from "../../../local/chain/read-balances.ts";
import type { TestStack } from "../test-stack.ts";

const vaultAbi = parseAbi([
  "function convertTokenAmount(address token, int256 amount, address target) view returns (int256)",
  "struct Nav { uint256 unitaryValue; uint256 netTotalValue; uint256 netTotalLiabilities; }",
  "function updateUnitaryValue() returns (Nav)",
]);
const otterscan = "ots_getTransactionBySenderAndNonce";

/**
 * The chain's own word, read with viem straight from the node: nothing here passes through the
 * service or its proxies.
 */
export function flowChain({ stack }: TestStack) {
  const client = chainClient(stack.chain);
  const nonceOf = (account: Address) => client.getTransactionCount({ address: account });
  return {
    client,
    nonceOf,
    balances: (account: Address) => readBalances(stack.chain, account),
    /** Hashes of every mined transaction of an account, by nonce. */
    sentBy: async (account: Address): Promise<Hex[]> => {
      const nonces = Array.from({ length: await nonceOf(account) }, (_, nonce) => nonce);
      const params = (nonce: number) => [account, `0x${nonce.toString(16)}`] as const;
      return Promise.all(
        nonces.map(
          (nonce) =>
            client.request({ method: otterscan, params: params(nonce) } as never) as Promise<Hex>,
        ),
      );
    },
    /**
     * What came to the account less what left it: by Transfer logs, native by the balance at that
     * block and before.
     */
    moved: async (hash: Hex, account: Address, token: Address): Promise<bigint> => {
      const receipt = await client.getTransactionReceipt({ hash });
      if (token !== zeroAddress) return netTransfers(receipt, account, token);
      const [after, before] = await Promise.all([
        client.getBalance({ address: account, blockNumber: receipt.blockNumber }),
        client.getBalance({ address: account, blockNumber: receipt.blockNumber - 1n }),
      ]);
      return after - before;
    },
    /** The vault's 5-minute mean: what `amount` of one token is worth in another, in base units. */
    oracle: (vault: Address, token: Address, amount: bigint, target: Address, block?: bigint) =>
      client.readContract({
        ...(block !== undefined && { blockNumber: block }),
        address: vault,
        abi: vaultAbi,
        functionName: "convertTokenAmount",
        args: [token, amount, target],
      }),
    /** NAV as it would be computed now. */
    nav: async (vault: Address, owner: Address) => {
      const call = {
        address: vault,
        abi: vaultAbi,
        functionName: "updateUnitaryValue",
        account: owner,
      } as const;
      return (await client.simulateContract(call)).result;
    },
  };
}

function netTransfers(receipt: TransactionReceipt, account: Address, token: Address): bigint {
  const logs = parseEventLogs({ abi: erc20Abi, eventName: "Transfer", logs: receipt.logs });
  const same = (a: string, b: string) => a.toLowerCase() === b.toLowerCase();
  return logs
    .filter((log) => same(log.address, token))
    .reduce((net, { args }) => {
      const came = same(args.to, account) ? args.value : 0n;
      const left = same(args.from, account) ? args.value : 0n;
      return net + came - left;
    }, 0n);
}
