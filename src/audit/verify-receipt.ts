import { recoverMessageAddress, recoverTypedDataAddress } from "viem";
import type { AuditExport } from "../../schemas/audit-export.ts";
import type { CallReceipt } from "../../schemas/call-receipt.ts";
import { callReceiptText } from "../../schemas/call-receipt-text.ts";
import type { PaymentReceipt } from "../../schemas/payment-receipt.ts";
import { jsonObject } from "../lib/is-object.ts";
import { X402_ARTIFACTS } from "../wallet/x402-artifacts.ts";

type ReceiptVerdict = {
  faults: string[];
  /** Signer of x402's receipt; undefined: no key. */
  signer: string | undefined;
  calls: CallReceipt[];
};
type Known = {
  /** From its /.well-known/x402. */
  service?: string | undefined;
  agent?: string | undefined;
  pages?: readonly AuditExport[];
};

/**
 * Checks both signatures, that they name one payment, and that the vault's log, if given, has the
 * transaction with that end. Unknown facts are not compared.
 */
export async function verifyReceipt(
  receipt: PaymentReceipt,
  known: Known = {},
): Promise<ReceiptVerdict> {
  const { payload, signature } = receipt.extensions["offer-receipt"].info.receipt;
  const calls = receipt.extensions["call-receipt"]?.info.calls ?? [];
  const message = {
    ...payload,
    version: BigInt(payload.version),
    issuedAt: BigInt(payload.issuedAt),
  };
  const signer = await signerOf(
    recoverTypedDataAddress({
      ...X402_ARTIFACTS.receipt,
      message,
      signature: signature as `0x${string}`,
    }),
  );
  const faults: string[] = [];
  if (signer === undefined) faults.push("The receipt's signature is no key's.");
  else if (known.service !== undefined && signer !== known.service.toLowerCase())
    faults.push(`The receipt is signed by ${signer}, not by ${known.service.toLowerCase()}.`);
  if (!same(payload.transaction, receipt.transaction) || !same(payload.payer, receipt.payer))
    faults.push("The receipt is of another payment than the answer that carries it.");
  for (const call of calls) faults.push(...(await faultsOfCall(call, payload, known)));
  return { faults, signer, calls };
}

async function faultsOfCall(
  call: CallReceipt,
  { payer, transaction }: { payer: string; transaction: string },
  { agent, pages }: Known,
): Promise<string[]> {
  const faults: string[] = [];
  const named = `The receipt of ${call.tool} (${call.transaction})`;
  const signer = await signerOf(
    recoverMessageAddress({ message: callReceiptText(call), signature: call.signature }),
  );
  if (signer !== call.agent) faults.push(`${named} is not signed by ${call.agent}.`);
  if (agent !== undefined && call.agent !== agent.toLowerCase())
    faults.push(`${named} names the agent ${call.agent}, not ${agent.toLowerCase()}.`);
  if (!same(call.payment, transaction) || !same(call.payer, payer))
    faults.push(`${named} is of another payment.`);
  const log =
    pages?.filter(({ vault, chainId }) => vault === call.vault && chainId === call.chainId) ?? [];
  if (log.length > 0) faults.push(...faultsOfLog(call, log).map((fault) => `${named} ${fault}`));
  return faults;
}

/** Opened or replaced with the signed hash; its end names the attempt. */
function faultsOfLog(
  { transaction, outcome }: CallReceipt,
  pages: readonly AuditExport[],
): string[] {
  const contents = pages
    .flatMap(({ entries }) => entries)
    .map(({ content }) => jsonObject(content));
  const opened = contents.find(({ hash }) => hash === transaction);
  if (opened === undefined) return ["is not in the vault's log."];
  const end = contents.find(
    ({ kind, attempt }) => kind === "attempt_ended" && attempt === opened.attempt,
  );
  if (outcome === "confirmed" && end?.status !== "confirmed")
    return [`says that it was confirmed; the log has ${String(end?.status ?? "no end of it")}.`];
  return [];
}

const same = (one: string, other: string): boolean => one.toLowerCase() === other.toLowerCase();

/** Lower case; undefined: no point on the curve. */
const signerOf = (recovered: Promise<string>): Promise<string | undefined> =>
  recovered.then(
    (address) => address.toLowerCase(),
    () => undefined,
  );
