import { parentPort } from "node:worker_threads";
import { x402Facilitator } from "@x402/core/facilitator";
import type { PaymentPayload, PaymentRequirements } from "@x402/core/types";
import { toFacilitatorEvmSigner } from "@x402/evm";
import { ExactEvmScheme } from "@x402/evm/exact/facilitator";
import { ExactEvmSchemeV1 } from "@x402/evm/exact/v1/facilitator";
import { createWalletClient, type Hex, http, publicActions } from "viem";
import { privateKeyToAccount } from "viem/accounts";
import { base } from "viem/chains";
import { awaitReceipt } from "../chain/await-receipt.ts";
import { inTurn } from "../lib/in-turn.ts";

export type FacilitatorSettings = { rpcUrl: string; privateKey: Hex };
/**
 * The first message a thread gets, and again each time it begins to work for another facilitator.
 */
export type FacilitatorBegin = { settings: FacilitatorSettings };
export type FacilitatorJob = {
  id: number;
  nowMs: number;
  step: "verify" | "settle" | "supported";
  body?: unknown;
};
export type FacilitatorResult = { id: number } & ({ value: unknown } | { error: string });
type Payment = { paymentPayload: PaymentPayload; paymentRequirements: PaymentRequirements };

/**
 * The packages' facilitator, in a thread of its own because it judges an authorization's times by
 * Date.now(): here that is the stack's clock, of which each job brings the time, while the rest of
 * the process keeps the wall clock.
 */
const wallNow = Date.now.bind(Date);
let offsetMs = 0;
Date.now = () => wallNow() + offsetMs;

let facilitator: x402Facilitator | undefined;

function createFacilitator({ rpcUrl, privateKey }: FacilitatorSettings): x402Facilitator {
  const account = privateKeyToAccount(privateKey);
  const client = createWalletClient({
    account,
    chain: base,
    transport: http(rpcUrl, { retryCount: 0 }),
    pollingInterval: 20,
    cacheTime: 0,
  }).extend(publicActions);
  // One after the other, each nonce read from the node. viem's nonceManager counts a send whose gas
  // estimate reverts, as every second settle of a nonce does, and all later transactions then wait
  // for one that never comes.
  const signer = toFacilitatorEvmSigner({
    address: account.address,
    readContract: (args) => client.readContract(args as Parameters<typeof client.readContract>[0]),
    verifyTypedData: (args) =>
      client.verifyTypedData(args as Parameters<typeof client.verifyTypedData>[0]),
    writeContract: (args) =>
      inTurn(account.address, () =>
        client.writeContract(args as Parameters<typeof client.writeContract>[0]),
      ),
    sendTransaction: (args) =>
      inTurn(account.address, () =>
        client.sendTransaction(args as Parameters<typeof client.sendTransaction>[0]),
      ),
    waitForTransactionReceipt: ({ hash }) => awaitReceipt(client, hash),
    getCode: (args) => client.getCode(args),
  });
  return new x402Facilitator()
    .register("eip155:8453", new ExactEvmScheme(signer))
    .registerV1("base" as "eip155:8453", new ExactEvmSchemeV1(signer));
}

async function run({ step, body }: FacilitatorJob): Promise<unknown> {
  if (facilitator === undefined) throw new Error("the facilitator has no settings yet");
  if (step === "supported") return facilitator.getSupported();
  const { paymentPayload, paymentRequirements } = body as Payment;
  return facilitator[step](paymentPayload, paymentRequirements);
}

parentPort?.on("message", async (job: FacilitatorBegin | FacilitatorJob) => {
  if ("settings" in job) {
    facilitator = createFacilitator(job.settings);
    return;
  }
  offsetMs = job.nowMs - wallNow();
  const reply = (result: FacilitatorResult) => parentPort?.postMessage(result);
  try {
    reply({ id: job.id, value: await run(job) });
  } catch (error) {
    reply({ id: job.id, error: error instanceof Error ? error.message : String(error) });
  }
});
