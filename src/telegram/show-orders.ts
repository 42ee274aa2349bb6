import * as z from "zod";
import { twapOrder } from "../../schemas/twap-order.ts";
import { listTwapOrders } from "../twap/tools/list-twap-orders.ts";
import type { ChatScene } from "./chat-scene.ts";
import { forEachVault } from "./for-each-vault.ts";
import { renderOrders } from "./render-orders.ts";
import { runForVault } from "./run-for-vault.ts";

const listed = z.object({ orders: z.array(twapOrder) });

/** Where a vault cannot be read, its place says so. */
export const showOrders = (scene: ChatScene): Promise<string> =>
  forEachVault(scene, "There are no TWAP orders.", async (paired) => {
    const { data } = await runForVault(scene, paired, listTwapOrders);
    return renderOrders([{ ...paired, ...listed.parse(data) }]);
  });
