import { createWalletClient, http } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";

/*
 * A browser wallet for code that runs in Node (`node --import`): EIP-1193 as `window.ethereum`,
 * over the key in WALLET_KEY and the node in WALLET_RPC_URL. It approves everything, and knows only
 * what a wallet needs here: another method is refused as wallets refuse it.
 */
const account = privateKeyToAccount(process.env.WALLET_KEY as `0x${string}`);
const wallet = createWalletClient({
  account,
  chain: base,
  transport: http(process.env.WALLET_RPC_URL),
});

type Asked = { method: string; params?: any[] };
const request = async ({ method, params = [] }: Asked): Promise<unknown> => {
  switch (method) {
    case "eth_requestAccounts":
    case "eth_accounts":
      return [account.address];
    case "eth_chainId":
      return "0x2105";
    case "wallet_requestPermissions":
      return [{ caveats: [{ value: [account.address] }] }];
    case "personal_sign":
      return account.signMessage({ message: { raw: params[0] } });
    case "eth_signTypedData_v4":
      return account.signTypedData(JSON.parse(params[1]));
    case "eth_sendTransaction": {
      const { to, data, value = "0x0", gas } = params[0];
      return wallet.sendTransaction({
        to,
        data,
        value: BigInt(value),
        ...(gas !== undefined && { gas: BigInt(gas) }),
      });
    }
    default:
      throw Object.assign(new Error(`the wallet does not know ${method}`), { code: 4200 });
  }
};
const ethereum = { request, on: () => undefined, removeListener: () => undefined };
Object.assign(globalThis, { window: Object.assign(new EventTarget(), { ethereum }) });
