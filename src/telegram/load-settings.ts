import { inParallel } from "../lib/in-parallel.ts";
import { loadCallContext } from "../store/scripts/load-call-context.ts";
import type { ChatScene } from "./chat-scene.ts";
import type { SettingsOfOperator } from "./render-settings.ts";

const AT_ONCE = 4;
/** Settings belong to an operator; vault and chain only have to be some. */
const ANY_VAULT = { chainId: 8453, vault: `0x${"0".repeat(40)}` } as const;

/**
 * The settings in force of every operator of the chat.
 * @throws store_unavailable
 */
export const loadSettings = ({ deps, pairing }: ChatScene): Promise<SettingsOfOperator[]> =>
  inParallel(AT_ONCE, pairing.operators, async (operator) => {
    const of = { nowMs: deps.clock.nowMs(), ...ANY_VAULT, operator };
    const { settings } = await loadCallContext.run(deps.redis, deps.keys, of);
    return { operator, settings };
  });
