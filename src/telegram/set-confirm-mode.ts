import type { OperatorSettings } from "../../schemas/operator-settings.ts";
import { inParallel } from "../lib/in-parallel.ts";
import { sanitize } from "../lib/sanitize.ts";
import { saveSetting } from "../store/vaults/save-setting.ts";
import { escapeHtml } from "./escape-html.ts";
import type { ChatScene } from "./telegram-request.ts";

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

/** One of the chat's operators and the mode in force. */
export type OperatorMode = { operator: string; mode: NonNullable<OperatorSettings["execMode"]> };

const MEANING = {
  confirm: "What you ask for is shown first and sent only after you approve it.",
  autonomous: "What you ask for is sent at once where its vault is delegated and both shields allow it.",
} as const satisfies Record<OperatorMode["mode"], string>;

/** The answer to /mode in Telegram's HTML. */
export function renderMode(operators: readonly OperatorMode[]): string {
  if (operators.length === 0) return "This chat is not paired with an operator.";
  return [
    ...operators.map(operatorBlock),
    "<code>/mode confirm</code> makes this chat's operators be asked first. Autonomous takes a signed call, and no chat.",
  ].join("\n\n");
}

const operatorBlock = ({ operator, mode }: OperatorMode): string =>
  `<b>${mode}</b> for <code>${escapeHtml(sanitize(operator, 42))}</code>\n${MEANING[mode]}`;
