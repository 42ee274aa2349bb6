import * as z from "zod";
import { type TriggerOrder, triggerOrder } from "../../schemas/trigger-order.ts";
import type { TwapOrder } from "../../schemas/twap-order.ts";
import { sixFigures } from "../lib/parse-units.ts";
import { sanitize } from "../lib/sanitize.ts";
import { isBounded, limitLines } from "../settings/limit-lines.ts";
import { vaultLimitsState } from "../settings/vault-limits-state.ts";
import { loadCallContext } from "../store/vaults/load-call-context.ts";
import { getVaultInfo } from "../tools/get-vault-info.ts";
import { listTriggerOrders } from "../triggers/tools/list-trigger-orders.ts";
import { conditionText } from "../triggers/trigger-text.ts";
import { directionText, progressBar, slicesBehind } from "../twap/state-of.ts";
import { ORDER_ACTIONS } from "./change-orders.ts";
import { renderUntrusted } from "./escape-html.ts";
import { renderPairings } from "./finish-by-code.ts";
import { sayButton } from "./order-button.ts";
import { FREEZE_ENDS } from "./render-help.ts";
import { forEachVault, listOrdersOf, runForVault } from "./run-for-vault.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";
import { vaultTitle } from "./vault-buttons.ts";

const info = z.object({
  name: z.string(),
  baseSymbol: z.string(),
  unitaryValue: z.string().nullable(),
  netTotalValue: z.string().nullable(),
});
const triggers = z.object({ triggers: z.array(triggerOrder) });
const MOST_ORDERS = 10;

/** The answer to /status. */
export async function showStatus(scene: ChatScene): Promise<ChatAnswer> {
  const { deps } = scene;
  const html = await forEachVault(scene, "There is no vault to show.", async (paired) => {
    const [{ data }, orders, listed, context] = await Promise.all([
      runForVault(scene, paired, getVaultInfo),
      listOrdersOf(scene, paired),
      runForVault(scene, paired, listTriggerOrders),
      loadCallContext.run(deps.redis, deps.keys, { nowMs: deps.clock.nowMs(), ...paired }),
    ]);
    const { settings, delegation, frozen, limits } = context;
    const { name, baseSymbol, unitaryValue, netTotalValue } = info.parse(data);
    const figure = (amount: string | null) =>
      amount === null ? "cannot be measured now" : `${sixFigures(amount)} ${baseSymbol}`;
    const isUnbounded = delegation?.enabled === true && !isBounded(limits);
    const unbounded = isUnbounded ? ["No limits bound what it may give away in a day."] : [];
    const watching = triggers.parse(listed.data).triggers.filter(({ active }) => active);
    const open = orders.filter(({ status }) => ORDER_ACTIONS.cancel.states.includes(status));
    const lines = [
      ...(frozen ? [`🛑 Frozen: nothing is sent. ${FREEZE_ENDS}`] : []),
      `Value: ${figure(netTotalValue)}, per unit ${figure(unitaryValue)}`,
      delegation?.enabled === true
        ? "Its agent wallet trades, " +
          `${settings.execMode === "autonomous" ? "at once" : "each time after you approve"}; ` +
          "orders that you made automatic trade by themselves."
        : "Its agent wallet may not trade: transactions are yours to sign.",
      ...unbounded,
      ...(limits === null
        ? []
        : limitLines(vaultLimitsState(context, deps.chain(paired.chainId).addresses))),
      open.length === 0 ? "No open orders." : `Open orders: ${open.length}`,
      ...open.slice(0, MOST_ORDERS).map(orderLine),
      ...(watching.length === 0 ? [] : [`Triggers: ${watching.length}`]),
      ...watching.slice(0, MOST_ORDERS).map(triggerLine),
    ];
    return `${vaultTitle({ ...paired, name })}\n${renderUntrusted(lines.join("\n"))}`;
  });
  const pairings = renderPairings(scene.pairing);
  return {
    html: `${html}\n\n${pairings.html}`,
    buttons: [
      [
        sayButton("Orders", "/orders"),
        sayButton("Balance", "/balance"),
        sayButton("History", "/history"),
      ],
      ...pairings.buttons,
    ],
  };
}

function orderLine(order: TwapOrder): string {
  const { status, sliceCount, slicesExecuted } = order;
  const isPaused = status === "paused" || status === "auto_paused";
  return sanitize(
    `${isPaused ? "⏸" : "▶"} #${order.id} ${directionText(order)} ` +
      `${progressBar(slicesBehind(order), sliceCount)} ` +
      `${slicesExecuted}/${sliceCount}${isPaused ? ", paused" : ""}`,
    200,
  );
}

const triggerLine = (trigger: TriggerOrder) =>
  sanitize(`⏱ #${trigger.id} ${conditionText(trigger)}, ${directionText(trigger)}`, 200);
