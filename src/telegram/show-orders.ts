import * as z from "zod";
import { twapOrder } from "../../schemas/twap-order.ts";
import { listTwapOrders } from "../tools/list-twap-orders.ts";
import { askVault } from "./ask-vault.ts";
import type { ChatScene } from "./chat-scene.ts";
import { eachVault } from "./each-vault.ts";
import { renderOrders } from "./render-orders.ts";

const listed = z.object({ orders: z.array(twapOrder) });

/** /orders: those of every vault of the chat. A vault that cannot be asked says so in its place. */
export const showOrders = (scene: ChatScene): Promise<string> =>
  eachVault(scene, "There are no TWAP orders.", async (spoken) => {
    const { data } = await askVault(scene, spoken, listTwapOrders);
    return renderOrders([{ ...spoken, ...listed.parse(data) }]);
  });
