import { readVaultOwner } from "../auth/read-vault-owner.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { sanitize } from "../lib/sanitize.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import { freezeVault } from "../store/vaults/freeze-vault.ts";
import { renderText } from "./escape-html.ts";
import { isPaired } from "./pairing-of.ts";
import { isQuiet } from "./render-chat.ts";
import { FREEZE_ENDS } from "./render-help.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";
import { vaultTitle } from "./vault-buttons.ts";

const AT_ONCE = 6;
const ASK_OWNER_MS = 3_000;

/**
 * /freeze: all vaults of the chat, quiet ones too, but those surely lost. A silent chain freezes as
 * well: the owner's signature lifts it. @throws store_unavailable, once all others are frozen
 */
export async function freezeVaults(scene: ChatScene): Promise<ChatAnswer> {
  const { pairing } = scene;
  const vaults = [...pairing.vaults, ...pairing.quiet.vaults];
  if (!isPaired(pairing) && !isQuiet(pairing))
    return { html: "This chat is not paired with an operator: there is nothing to freeze." };
  const failures: unknown[] = [];
  const blocks = await inParallel(AT_ONCE, vaults, (paired) =>
    freezeOne(scene, paired).catch((error: unknown) => void failures.push(error)),
  );
  if (failures.length > 0) throw failures[0];
  const unread = pairing.unreadable.length > 0 ? [UNREAD] : [];
  const none =
    vaults.length === 0
      ? ["This chat is paired for notifications only: there is nothing to freeze."]
      : [];
  return { html: [...blocks, ...none, ...unread].join("\n\n") };
}

async function freezeOne(scene: ChatScene, paired: PairedVault): Promise<string> {
  const { deps, updateId } = scene;
  const { chainId, vault, operator } = paired;
  const standing = await ownershipOf(scene, paired);
  const title = vaultTitle(paired);
  if (standing === "lost")
    return `${title}\nNot frozen: this chat's operator does not own it on this chain (any more).`;
  const { changed, openHashes } = await freezeVault.run(deps.redis, deps.keys, {
    // Two operators of a chat may be paired for one vault.
    requestId: `telegram-${updateId}-${chainId}-${vault}-${operator}`,
    nowMs: deps.clock.nowMs(),
    vault,
    chainId,
    operator,
  });
  return [
    `🛑 ${title}\n<b>${changed ? "Frozen" : "Was frozen already"}</b>: nothing more is ` +
      "broadcast for it, on any chain.",
    ...(openHashes.length > 0
      ? [
          "Already on their way, and may still be mined: " +
            `${openHashes.map((hash) => `<code>${renderText(hash)}</code>`).join(", ")}`,
        ]
      : []),
    ...(standing === "unknown"
      ? ["The chain could not be asked who owns it; it was frozen all the same."]
      : []),
    FREEZE_ENDS,
  ].join("\n");
}

async function ownershipOf({ deps }: ChatScene, { chainId, vault, operator }: PairedVault) {
  const asked = async () => {
    const owner = await readVaultOwner(deps, chainId, vault, operator);
    if (owner.ok) return owner.value.toLowerCase() === operator ? "owner" : "lost";
    return owner.code === "unknown_vault" ? "lost" : "unknown";
  };
  const failed = (error: unknown) => {
    deps.log("freeze_owner_unknown", {
      cause: error instanceof Error ? sanitize(error.message, 300) : "unknown",
    });
    return "unknown" as const;
  };
  // A function of its own, so that a synchronous throw is caught too.
  return Promise.race([
    asked().catch(failed),
    deps.sleep(ASK_OWNER_MS).then(() => "unknown" as const),
  ]);
}

const UNREAD =
  "A pairing of this chat cannot be read. Freeze its vault with POST /api/vault/freeze.";
