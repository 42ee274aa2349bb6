import type { Address, Hex } from "viem";
import * as z from "zod";
import type { Caller } from "./create-caller.ts";
import { playedOrder } from "./played-order.ts";
import type { Credentials } from "./sign-in.ts";
import { table } from "./table.ts";
import type { ChainView } from "./watch-chain.ts";

type Scene = { api: Caller; chain: ChainView; credentials: Credentials; print(text: string): void };

const built = z.object({
  message: z.string(),
  transaction: z.object({ to: z.custom<Address>(), data: z.custom<Hex>() }),
});
const listed = z.object({
  message: z.string(),
  data: z.object({ positions: z.array(z.object({ tokenId: z.string() })) }),
});

/** A position in the pool that the order trades in, before the order and after it: every transaction is the owner's own. */
export const liquidityScene = {
  /** Puts liquidity into the pool, around its price. */
  open: async (scene: Scene): Promise<void> => {
    scene.print("5    The owner puts liquidity into the pool that the order below trades in");
    await signed(scene, "add_liquidity", {
      ...{ tokenA: playedOrder.buyToken, tokenB: playedOrder.sellToken, fee: 500 },
      ...{ amountA: "2", tickRange: "+-10%" },
    });
  },

  /** Collects what the order's slices have paid it, and takes everything out. @throws Error when there is no position */
  close: async (scene: Scene): Promise<void> => {
    scene.print("7    Its fees are collected, and the position is closed");
    const { message, data } = listed.parse(await call(scene, "get_lp_positions", {}));
    const [position] = data.positions;
    if (position === undefined) throw new Error("the vault has no position");
    scene.print(`${indented(message)}\n`);
    await signed(scene, "collect_lp_fees", position);
    await signed(scene, "burn_position", position);
  },
};

const call = ({ api, credentials }: Scene, tool: string, args: object) =>
  api.post(`/api/tools?toolName=${tool}`, { ...credentials, arguments: { ...args, chain: "base" } });

/** Builds, signs and sends what a tool returns. */
async function signed(scene: Scene, tool: string, args: object): Promise<void> {
  const { message, transaction } = built.parse(await call(scene, tool, args));
  const { to, data } = transaction;
  const hash = await scene.chain.sendAsOwner({ to, data });
  scene.print(indented(message));
  scene.print(table([["mined", hash]]));
  scene.print("");
}

const indented = (text: string): string =>
  text
    .split("\n")
    .map((line) => `     ${line}`.trimEnd())
    .join("\n");
