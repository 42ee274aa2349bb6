import type { Address } from "viem";
import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";
import { chainOf } from "../chain-of.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { formatUnits } from "../lib/parse-units.ts";
import type { PairedVault } from "../store/pairing/paired-vault.ts";
import { getTokenBalance } from "../tools/get-token-balance.ts";
import { getVaultInfo } from "../tools/get-vault-info.ts";
import type { ChatScene } from "./chat-scene.ts";
import { forEachVault } from "./for-each-vault.ts";
import { renderPositions } from "./render-positions.ts";
import { runForVault } from "./run-for-vault.ts";
import { tokenNames } from "./token-names.ts";
import { valuesInBase } from "./values-in-base.ts";

/** A vault tracks more tokens than this only on purpose. */
const MAX_TOKENS = 30;
const AT_ONCE = 4;

const info = z.object({
  name: z.string(),
  baseToken: hexAddress,
  baseSymbol: z.string(),
  activeTokens: z.array(z.string()),
  unitaryValue: z.string().nullable(),
  netTotalValue: z.string().nullable(),
});
const balance = z.object({ token: hexAddress, symbol: z.string(), amount: z.string(), amountBase: z.string() });

/** Of each vault's base token, the native coin and what it tracks. */
export const showPositions = (scene: ChatScene): Promise<string> =>
  forEachVault(scene, "There is no vault to show.", async (paired) => {
    const { data } = await runForVault(scene, paired, getVaultInfo);
    const { name, baseToken, baseSymbol, activeTokens, unitaryValue, netTotalValue } = info.parse(data);
    const tokens = [chainOf(paired.chainId).nativeCoin, baseToken, ...activeTokens].slice(0, MAX_TOKENS);
    return renderPositions([
      {
        ...paired,
        name,
        baseSymbol,
        holdings: await holdingsOf(scene, paired, tokens, baseToken),
        navPerUnit: unitaryValue,
        totalValue: netTotalValue,
      },
    ]);
  });

/** null: one could not be read, and a list without it would read as if it were nothing. */
async function holdingsOf(scene: ChatScene, paired: PairedVault, tokens: readonly string[], baseToken: Address) {
  try {
    const held = await inParallel(AT_ONCE, tokens, async (token) =>
      balance.parse((await runForVault(scene, paired, getTokenBalance, { token })).data),
    );
    const byToken = new Map(held.map((one) => [one.token.toLowerCase(), one]));
    const own = [...byToken.values()].filter(({ amountBase }) => amountBase !== "0");
    const asked = own.map(({ token, amountBase }) => ({ token, amount: BigInt(amountBase) }));
    const [values, nameOf] = await Promise.all([
      valuesInBase(scene, paired, baseToken, asked),
      tokenNames(scene, paired.chainId, [baseToken]),
    ]);
    const decimals = nameOf(baseToken)?.decimals;
    return own.map(({ token, symbol, amount }, at) => {
      const value = values[at];
      const isKnown = value !== undefined && decimals !== undefined && token.toLowerCase() !== baseToken.toLowerCase();
      return { symbol, amount, value: isKnown ? formatUnits(value, decimals) : null };
    });
  } catch (error) {
    scene.deps.log("positions_unreadable", { cause: error instanceof Error ? error.name : "unknown" });
    return null;
  }
}
