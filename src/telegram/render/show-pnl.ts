import * as z from "zod";
import { hexAddress } from "../../../schemas/primitives.ts";
import { pnlText } from "../../chat/answers/pnl-text.ts";
import { getVaultInfo } from "../../tools/get-vault-info.ts";
import { forEachVault, listOrdersOf, runForVault } from "../run-for-vault.ts";
import type { ChatScene } from "../telegram-request.ts";
import { renderUntrusted } from "./escape-html.ts";
import { vaultTitle } from "./vault-buttons.ts";

const info = z.object({ name: z.string(), baseToken: hexAddress });

/** The answer to /pnl. */
export const showPnl = (scene: ChatScene): Promise<string> =>
  forEachVault(scene, "There is no vault to show.", async (paired) => {
    // Reads the owner from the chain, before the log.
    await listOrdersOf(scene, paired);
    const { name, baseToken } = info.parse((await runForVault(scene, paired, getVaultInfo)).data);
    const text = await pnlText(scene.deps, paired, baseToken);
    return `${vaultTitle({ ...paired, name })}\n${renderUntrusted(text)}`;
  });
