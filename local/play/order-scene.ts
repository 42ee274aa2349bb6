import * as z from "zod";
import { callTool } from "./call-tool.ts";
import { indented } from "./indented.ts";
import { moveClock } from "./move-clock.ts";
import { playedOrder } from "./played-order.ts";
import type { Scene } from "./scene.ts";
import { swapRow } from "./swap-row.ts";
import { table } from "./table.ts";

const { sellToken, buyToken, venue, totalAmount, sliceAmount, intervalMinutes, slices } =
  playedOrder;

/**
 * One tick a slice, and what each really moved by its receipt. @throws Error when not every slice
 * was mined
 */
export const orderScene: Scene = {
  title: "A TWAP order, run by the schedule alone",
  minutes: slices * intervalMinutes,
  play: async (stage) => {
    const { manifest, api, chain, credentials, print } = stage;
    const order = {
      side: "sell",
      sellToken,
      buyToken,
      totalAmount,
      sliceAmount,
      intervalMinutes,
      dex: venue,
    };
    const created = await api.post("/api/tools/create_twap_order", {
      ...{ ...credentials, ...order, chain: "base", autoExecute: true },
    });
    print(`${indented(z.string().parse(created.message))}\n`);
    let seen = await chain.blockNumber();
    let mined = 0;
    for (let slice = 1; slice <= slices; slice++) {
      await moveClock({ manifest }, intervalMinutes);
      const swaps = await chain.agentSwaps(seen);
      seen = await chain.blockNumber();
      mined += swaps.filter(({ succeeded }) => succeeded).length;
      const name = `${slice}/${slices}`;
      print(
        table(
          swaps.length === 0
            ? [[name, "no transaction"]]
            : swaps.map((swap) => swapRow(name, swap, chain)),
        ),
      );
    }
    const { message } = await callTool(stage, "list_twap_orders", {});
    print(`\n${indented(z.string().parse(message))}\n`);
    if (mined !== slices) throw new Error(`${mined} of ${slices} slices were mined`);
  },
};
