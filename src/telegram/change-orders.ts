import { chunksOf } from "../lib/in-parallel.ts";
import { sanitize } from "../lib/sanitize.ts";
import type { PairedVault } from "../store/pairing/load-pairing.ts";
import type { Tool } from "../tools/tool.ts";
import { directionText, STATES_TO_CHANGE } from "../twap/state-of.ts";
import { cancelTwapOrder } from "../twap/tools/cancel-twap-order.ts";
import { pauseTwapOrder } from "../twap/tools/pause-twap-order.ts";
import { resumeTwapOrder } from "../twap/tools/resume-twap-order.ts";
import { renderUntrusted } from "./escape-html.ts";
import { orderButton } from "./order-button.ts";
import type { OrderAction } from "./read-command.ts";
import { listOrdersOf, runForVault } from "./run-for-vault.ts";
import type { ChatAnswer, ChatScene } from "./telegram-request.ts";
import { askForVault, withVaultTitle } from "./vault-buttons.ts";

const ALL_OF_CANCEL = 0;
const MOST = 10;

/**
 * Changes an order, or `all`, of the current vault; without an id it asks, with buttons. @throws
 * AppError with the refusal's code
 */
export async function changeOrders(
  scene: ChatScene,
  { name, orderId }: { name: OrderAction; orderId: number | "all" | null },
): Promise<ChatAnswer> {
  const { current } = scene.pairing;
  if (current === null) return askForVault(scene.pairing);
  const said =
    orderId === null
      ? await which(scene, current, name)
      : { html: renderUntrusted((await change(scene, current, name, orderId)).join("\n")) };
  return { ...said, html: withVaultTitle(scene.pairing, said.html) };
}

async function change(
  scene: ChatScene,
  vault: PairedVault,
  name: OrderAction,
  orderId: number | "all",
): Promise<string[]> {
  const { tool } = ORDER_ACTIONS[name];
  const run = async (id: number) => (await runForVault(scene, vault, tool, { id })).message ?? "";
  if (orderId !== "all") return [await run(orderId)];
  if (name === "cancel") return [await run(ALL_OF_CANCEL)];
  const ids = (await fitting(scene, vault, name)).map(({ id }) => id);
  const lines: string[] = [];
  for (const id of ids) lines.push(await run(id));
  return lines.length > 0 ? lines : [noneOf(name)];
}

async function which(scene: ChatScene, vault: PairedVault, name: OrderAction): Promise<ChatAnswer> {
  const orders = (await fitting(scene, vault, name)).slice(0, MOST);
  if (orders.length === 0) return { html: noneOf(name) };
  const [first] = orders;
  const buttons = orders.map((order) =>
    orderButton(
      { action: name, chainId: vault.chainId, vault: vault.vault, orderId: order.id },
      nameOf(order),
    ),
  );
  return {
    html: `Which order? Press it, or write: /${name} ${first?.id}`,
    buttons: chunksOf(1, buttons),
  };
}

const fitting = async (scene: ChatScene, vault: PairedVault, name: OrderAction) =>
  (await listOrdersOf(scene, vault)).filter(({ status }) =>
    ORDER_ACTIONS[name].states.includes(status),
  );

const noneOf = (name: OrderAction) => `There is no ${ORDER_ACTIONS[name].word} order.`;

const nameOf = (order: Parameters<typeof directionText>[0] & { id: number }) =>
  sanitize(`#${order.id} ${directionText(order)}`, 60);

/** The tool of every other door, and the states in which it applies. */
export const ORDER_ACTIONS: Readonly<
  Record<OrderAction, { tool: Tool; word: string; states: readonly string[] }>
> = {
  pause: { tool: pauseTwapOrder, ...STATES_TO_CHANGE.pause },
  resume: { tool: resumeTwapOrder, ...STATES_TO_CHANGE.resume },
  cancel: { tool: cancelTwapOrder, ...STATES_TO_CHANGE.cancel },
};
