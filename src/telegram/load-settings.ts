import { DEFAULT_CHAIN_ID } from "../../schemas/chains.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { loadCallContext } from "../store/vaults/load-call-context.ts";
import type { ChatScene } from "./chat-scene.ts";
import type { SettingsOfOperator } from "./render-settings.ts";

const AT_ONCE = 4;
/** Of an operator without a known vault: all settings but the loss budget are the operator's own. */
const ANY_VAULT = { chainId: DEFAULT_CHAIN_ID, vault: `0x${"0".repeat(40)}` } as const;

/**
 * Of every operator of the chat, with the loss budget of each of its vaults.
 * @throws store_unavailable
 */
export const loadSettings = ({ deps, pairing }: ChatScene): Promise<SettingsOfOperator[]> =>
  inParallel(AT_ONCE, pairing.operators, async (operator) => {
    const vaults = pairing.vaults.filter((one) => one.operator === operator);
    const read = async ({ chainId, vault }: Pick<(typeof vaults)[number], "chainId" | "vault">) => {
      const of = { nowMs: deps.clock.nowMs(), chainId, vault, operator };
      const { settings } = await loadCallContext.run(deps.redis, deps.keys, of);
      return { chainId, vault, settings };
    };
    const budgets = await inParallel(1, vaults, read);
    const { settings } = budgets[0] ?? (await read(ANY_VAULT));
    return { operator, settings, budgets };
  });
