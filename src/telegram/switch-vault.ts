import * as z from "zod";
import type { ChainId } from "../../schemas/chains.ts";
import { parseChain } from "../chain/parse-chain.ts";
import { chainOf } from "../chain-of.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { chooseChatVault, type PairedVault } from "../store/pairing/load-pairing.ts";
import { getVaultInfo } from "../tools/get-vault-info.ts";
import type { Pairing } from "./pairing-of.ts";
import { runForVault } from "./run-for-vault.ts";
import { TELEGRAM_ID } from "./telegram-connection.ts";
import type { ChatAnswer, ChatScene, TelegramRequest } from "./telegram-request.ts";
import { renderVaults, vaultButtons, vaultTitle } from "./vault-buttons.ts";

const NUMBER = /^#?([1-9][0-9]{0,2})$/;
const NAMED = /^([0-9]{1,8}):(0x[0-9a-f]{40})$/;

/**
 * Chooses the vault of the chat's words: `/vault <number>`, a button, or "switch to <chain>", which
 * never guesses. @throws store_unavailable
 */
export async function switchVault(
  { deps, chatId, pairing }: ChatScene,
  wanted: string | { chainId: ChainId },
): Promise<ChatAnswer> {
  const found =
    typeof wanted === "string" ? byWord(pairing, wanted) : onChain(pairing, wanted.chainId);
  const buttons = vaultButtons(pairing);
  if (typeof found === "string") return { html: `${found}\n\n${renderVaults(pairing)}`, buttons };
  const call = {
    requestId: deps.newId(),
    nowMs: deps.clock.nowMs(),
    channel: TELEGRAM_ID,
    chatId,
    ...found,
  };
  const { ok } = await chooseChatVault.run(deps.redis, deps.keys, call);
  return {
    html: ok
      ? `Your words are now about\n${vaultTitle(found)}`
      : "This chat speaks for that vault no more.",
  };
}

function byWord({ vaults }: Pairing, word: string): PairedVault | string {
  const [, chainId, vault] = NAMED.exec(word) ?? [];
  const found =
    vault === undefined
      ? vaults[Number(NUMBER.exec(word)?.[1] ?? 0) - 1]
      : vaults.find((one) => one.vault === vault && String(one.chainId) === chainId);
  if (found !== undefined) return found;
  return vault === undefined
    ? "There is no such number."
    : "This chat speaks for that vault no more.";
}

function onChain({ vaults, current }: Pairing, chainId: ChainId): PairedVault | string {
  const there = vaults.filter((one) => one.chainId === chainId);
  const same = there.find(
    ({ vault, operator }) => vault === current?.vault && operator === current.operator,
  );
  const only = there.length === 1 ? there[0] : undefined;
  const chain = chainOf(chainId).name;
  if (there.length === 0)
    return `This chat speaks for no vault on ${chain}. Its owner pairs it there first.`;
  return same ?? only ?? `Which of your vaults on ${chain}?`;
}

const AT_ONCE = 4;
const named = z.object({ name: z.string() });

/** The answer to /vault. */
export async function showVaults(scene: ChatScene): Promise<ChatAnswer> {
  const { pairing, deps } = scene;
  const known = await inParallel(AT_ONCE, pairing.vaults, async (paired) => {
    try {
      const { name } = named.parse((await runForVault(scene, paired, getVaultInfo)).data);
      return [[`${paired.chainId}:${paired.vault}`, name] as const];
    } catch (error) {
      deps.log("vault_name_unreadable", { cause: error instanceof Error ? error.name : "unknown" });
      return [];
    }
  });
  const names = new Map(known.flat());
  return { html: renderVaults(pairing, names), buttons: vaultButtons(pairing, names) };
}

const SWITCH =
  /^(?:please )?(?:switch|change|move|go) (?:over )?(?:the )?(?:chain |network |vault )?to (?:the )?([a-z0-9]{2,16})(?: chain| network| mainnet)?(?: please)?[.!]*$/i;

/** "switch to arbitrum"; undefined for any other message. */
export function chainToSwitchTo(request: TelegramRequest): ChainId | undefined {
  if (request.kind !== "text" || request.quoted.length > 0) return undefined;
  const word = SWITCH.exec(request.words.trim().replace(/\s+/g, " "))?.[1];
  const chain = word === undefined ? undefined : parseChain(word);
  return chain?.ok === true ? chain.value : undefined;
}
