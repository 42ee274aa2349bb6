import * as z from "zod";
import { type TwapOrder, twapOrder } from "../../schemas/twap-order.ts";
import type { PairedVault } from "../store/pairing/paired-vault.ts";
import { listTwapOrders } from "../twap/tools/list-twap-orders.ts";
import type { ChatScene } from "./chat-scene.ts";
import { runForVault } from "./run-for-vault.ts";

const listed = z.object({ orders: z.array(twapOrder) });

/**
 * The tool reads the vault's owner from the chain.
 * @throws AppError with the refusal's code
 */
export const listOrdersOf = async (scene: ChatScene, paired: PairedVault): Promise<TwapOrder[]> =>
  listed.parse((await runForVault(scene, paired, listTwapOrders)).data).orders;
