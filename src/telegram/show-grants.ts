import * as z from "zod";
import { type ShownGrant, shownGrant } from "../../schemas/grant-request.ts";
import { endGrant } from "../grants/end-grant.ts";
import { listGrants } from "../grants/list-grants.ts";
import { utcMinute } from "../lib/sanitize.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import { escapeHtml, renderUntrusted } from "./escape-html.ts";
import { sayButton } from "./order-button.ts";
import { forEachVault, runForVault } from "./run-for-vault.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";
import { vaultTitle } from "./vault-buttons.ts";

const NONE = "This chat is paired for notifications only: there are no grants to show.";
const listed = z.object({ grants: z.array(shownGrant) });
/** `end`: asks once; `end!`: the answer to that, which its button says. */
const END = /^end(!?) ([0-9a-f]{32})$/i;

/**
 * /grants: what agents may do for the chat's vaults, with a button to end each that lasts. Ending
 * needs no signature, because it stops.
 * @throws AppError with the refusal's code
 */
export async function showGrants(scene: ChatScene, argument: string): Promise<ChatAnswer> {
  const [, sure, id] = END.exec(argument) ?? [];
  if (id !== undefined) return endOne(scene, id.toLowerCase(), sure === "!");
  const lasting: ShownGrant[] = [];
  const html = await forEachVault(scene, NONE, async (paired) => {
    const grants = (await grantsOf(scene, paired)).filter(({ status }) => status === "lasts");
    lasting.push(...grants);
    return [
      vaultTitle(paired),
      ...(grants.length === 0 ? ["No agent has a grant."] : grants.map(lineOf)),
    ].join("\n");
  });
  return {
    html,
    buttons: lasting.map(({ id: one, name }) => [sayButton(`End ${name}`, `/grants end ${one}`)]),
  };
}

/** In the vault whose grant it is: one that this chat speaks for. */
async function endOne(scene: ChatScene, id: string, isSure: boolean): Promise<ChatAnswer> {
  for (const paired of scene.pairing.vaults) {
    const grant = (await grantsOf(scene, paired)).find((one) => one.id === id);
    if (grant === undefined) continue;
    if (!isSure)
      return {
        html:
          `${vaultTitle(paired)}\nEnd this grant? The agent's next call is refused, and what ` +
          `waits by it is rejected.\n${lineOf(grant)}`,
        buttons: [[sayButton("🛑 End it", `/grants end! ${id}`)]],
      };
    const { message = "" } = await runForVault(scene, paired, endGrant, { id });
    return { html: `${vaultTitle(paired)}\n${renderUntrusted(message)}` };
  }
  return { html: "No vault of this chat has such a grant." };
}

const grantsOf = async (scene: ChatScene, paired: PairedVault): Promise<ShownGrant[]> =>
  listed.parse((await runForVault(scene, paired, listGrants)).data).grants;

function lineOf({
  name,
  agent,
  scope,
  chain,
  maxPerDay,
  left,
  baseToken,
  expiresAt,
  lastUsedAt,
}: ShownGrant): string {
  const limit = maxPerDay === null ? "" : `, ${maxPerDay} ${baseToken} a day (${left} left)`;
  const used = lastUsedAt === null ? "never used" : `last used ${utcMinute(lastUsedAt)}`;
  const where = chain === "all" ? ", on all chains" : "";
  return (
    `🤖 <b>${escapeHtml(name)}</b> <code>${agent}</code>: ` +
    `${scope}${escapeHtml(limit)}${where}, until ${utcMinute(expiresAt)}, ${used}`
  );
}
