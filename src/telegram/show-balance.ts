import * as z from "zod";
import { sixFigures } from "../lib/six-figures.ts";
import { getTokenBalance } from "../tools/get-token-balance.ts";
import { askForVault } from "./ask-for-vault.ts";
import type { ChatAnswer, ChatScene } from "./chat-scene.ts";
import { renderUntrusted } from "./render-untrusted.ts";
import { runForVault } from "./run-for-vault.ts";
import { showPositions } from "./show-positions.ts";
import { withVaultTitle } from "./with-vault-title.ts";

const balance = z.object({ symbol: z.string(), amount: z.string() });

/** `/balance USDC`: of the current vault, with the exact amount where it was rounded. `/balance`: all that the chat's vaults hold. */
export async function showBalance(scene: ChatScene, token: string): Promise<ChatAnswer> {
  if (token === "") return { html: await showPositions(scene) };
  const { current } = scene.pairing;
  if (current === null) return askForVault(scene.pairing);
  const { symbol, amount } = balance.parse((await runForVault(scene, current, getTokenBalance, { token })).data);
  const short = sixFigures(amount);
  const said = renderUntrusted(`The vault holds ${short} ${symbol}.`);
  const exact = short === amount ? "" : `\nExactly: <code>${renderUntrusted(amount)}</code>`;
  return { html: withVaultTitle(scene.pairing, `${said}${exact}`) };
}
