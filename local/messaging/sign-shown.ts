import { type Hex, isHex } from "viem";
import { TABLES } from "../../src/tables.ts";
import { sendAsOwner } from "../play/send-as-owner.ts";
import type { StackManifest } from "../stack/stack-manifest.ts";
import type { OperatorChat } from "./operator-chat.ts";

/** As src/telegram/render-chat.ts writes what somebody has to sign. */
const TO_SIGN = /^To sign with .*, on (\w+):\nto: (0x[0-9a-f]{40})\nvalue: (\w+)\ndata: (\w+)/gim;

/**
 * Signs and sends, as the vault's owner, what the newest answer with transactions to sign shows, in
 * its order; gives their hashes.
 * @throws Error where none is shown or one is shown without its data, and where one reverts
 */
export async function signShown(
  manifest: StackManifest,
  chat: Pick<OperatorChat, "texts">,
): Promise<Hex[]> {
  const newest = (await chat.texts()).findLast((text) => text.includes("To sign with "));
  if (newest === undefined) throw new Error("No answer in the chat shows a transaction to sign.");
  const hashes: Hex[] = [];
  for (const [, name, to, value = "", data] of newest.matchAll(TO_SIGN)) {
    if (!isHex(to) || !isHex(data))
      throw new Error("Its data is too long for the chat: call the tool, and sign its answer.");
    const chainId =
      Object.values(TABLES.chains).find((chain) => chain.name === name)?.id ?? Number(name);
    hashes.push(await sendAsOwner(manifest, { to, data, value: BigInt(value), chainId }));
  }
  return hashes;
}
