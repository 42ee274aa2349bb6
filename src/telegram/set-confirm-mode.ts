import { inParallel } from "../lib/in-parallel.ts";
import { saveSetting } from "../store/vaults/save-setting.ts";
import type { ChatScene } from "./chat-scene.ts";
import type { OperatorMode } from "./render-mode.ts";

const AT_ONCE = 4;

/**
 * Every operator of the chat approves each trade first. A chat cannot set it back: a thief of the phone could. The mode is an operator's
 * own, so no vault's owner is read.
 * @throws store_unavailable
 */
export const setConfirmMode = ({ deps, pairing }: ChatScene): Promise<OperatorMode[]> =>
  inParallel(AT_ONCE, pairing.operators, async (operator) => {
    const change = { operator, field: "execMode", value: "confirm" } as const;
    await saveSetting.run(deps.redis, deps.keys, { requestId: deps.newId(), nowMs: deps.clock.nowMs(), ...change });
    return { operator, mode: "confirm" };
  });
