import { assetOf } from "./asset-of.ts";
import type { Payment } from "./create-caller.ts";
import type { Scene } from "./scene.ts";
import { table } from "./table.ts";

/** What the calls above cost, by route. @throws Error when the payee has not got exactly this */
export const paymentsScene: Scene = {
  title: "Paid for these calls by x402",
  play: async ({ manifest, api, chain, print }) => {
    const usdc = assetOf(chain, "USDC");
    const shown = (amountBase: bigint) => chain.shown({ asset: usdc, amountBase });
    const payments = api.payments();
    const sumOf = (some: readonly Payment[]) =>
      some.reduce((sum, { amountBase }) => sum + amountBase, 0n);
    const totalBase = sumOf(payments);
    const row = (route: string, some: readonly Payment[]) => [
      ...[
        shown(sumOf(some)),
        route,
        `${some.length}x, the last one`,
        some.at(-1)?.transaction ?? "",
      ],
    ];
    print(table([["payer", manifest.payer.address]]));
    print(
      table(
        Object.entries(Object.groupBy(payments, ({ route }) => route)).map(([route, of = []]) =>
          row(route, of),
        ),
      ),
    );
    print(table([["total", shown(totalBase), `in ${payments.length} payments`]]));
    print("");
    const earnedBase = await chain.balanceOf(usdc, manifest.payTo);
    if (earnedBase !== totalBase)
      throw new Error(`the payee has ${shown(earnedBase)}, and was paid ${shown(totalBase)}`);
  },
};
