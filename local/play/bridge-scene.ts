import { type Address, createWalletClient, type Hex, http, publicActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { arbitrum } from "viem/chains";
import * as z from "zod";
import { awaitReceipt } from "../chain/await-receipt.ts";
import type { StackManifest } from "../stack/stack-manifest.ts";
import type { Caller } from "./create-caller.ts";
import type { Credentials } from "./sign-in.ts";
import { table } from "./table.ts";
import type { ChainView } from "./watch-chain.ts";

type Scene = {
  manifest: StackManifest;
  api: Caller;
  chain: ChainView;
  credentials: Credentials;
  print(text: string): void;
};

const built = z.object({
  message: z.string(),
  transaction: z.object({ to: z.custom<Address>(), data: z.custom<Hex>() }),
});
const told = z.object({ message: z.string(), data: z.object({ status: z.string() }) });

/**
 * The same vault on a second chain: deployed there by its owner, at the same address because it has the same name and creator; then
 * money is sent to it, and its arrival is asked for before a relayer fills it and after.
 *
 * @throws Error when a call is refused, or when it did not arrive
 */
export async function bridgeScene(scene: Scene): Promise<void> {
  const { manifest, chain, print } = scene;
  print("8    The same vault on a second chain, and a transfer to it");
  const { name, symbol } = await chain.vaultNames();
  const vault = { name, symbol, baseToken: "USDC", chain: "arbitrum" };
  const deployed = built.parse(await call(scene, "deploy_smart_pool", vault));
  print(indented(deployed.message));
  print(table([["mined", await sendThere(manifest, deployed.transaction)]]));
  print("");
  const bridged = built.parse(
    await call(scene, "crosschain_transfer", { destinationChain: "arbitrum", token: "USDC", amount: "1000" }),
  );
  print(indented(bridged.message));
  const { to, data } = bridged.transaction;
  const transactionHash = await chain.sendAsOwner({ to, data });
  print(table([["mined", transactionHash]]));
  print("");
  const arrival = async () => told.parse(await call(scene, "verify_bridge_arrival", { transactionHash }));
  print(indented((await arrival()).message));
  await fetch(`${manifest.control}/fill`, { method: "POST" });
  const { message, data: after } = await arrival();
  print(indented(message));
  print("");
  if (after.status !== "arrived") throw new Error(`the transfer is ${after.status}`);
}

const call = ({ api, credentials }: Scene, tool: string, args: object) =>
  api.post(`/api/tools?toolName=${tool}`, { ...credentials, arguments: args });

/** From the operator's own wallet on the second chain. */
async function sendThere(manifest: StackManifest, tx: { to: Address; data: Hex }): Promise<Hex> {
  const second = manifest.chains["42161"];
  if (second === undefined) throw new Error("the stack has no second chain");
  const client = createWalletClient({
    account: privateKeyToAccount(manifest.operator.privateKey),
    chain: arbitrum,
    transport: http(second.rpcUrl, { retryCount: 0 }),
    pollingInterval: 50,
    cacheTime: 0,
  }).extend(publicActions);
  const hash = await client.sendTransaction(tx);
  const { status } = await awaitReceipt(client, hash);
  if (status !== "success") throw new Error(`the owner's transaction ${hash} reverted`);
  return hash;
}

const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => `     ${line}`.trimEnd())
    .join("\n");
