import * as z from "zod";
import { orUnavailable } from "../../schemas/vaults/vault-overview.ts";
import { perpAGetPositions, perpAView } from "../gmx/tools/perp-a-get-positions.ts";
import { perpBGetPositions, perpBView } from "../hyperliquid/tools/perp-b-get-positions.ts";
import type { Verdict } from "../lib/verdict.ts";
import { getLpPositions, lpView } from "../liquidity/tools/get-lp-positions.ts";
import { readPart, shownPart, unreadLine } from "../overview/read-part.ts";
import type { ViewedVault } from "../tools/tool.ts";

/** Positions of a vault outside its own balance, by where they are. */
export const positionsOutput = () =>
  z.object({
    lp: orUnavailable(lpView.output().shape.positions)
      .nullable()
      .describe(
        `Uniswap v4 positions, as ${getLpPositions.name} shows them. null: Uniswap v4 is not ` +
          "on this chain.",
      ),
    gmx: orUnavailable(perpAView.output())
      .nullable()
      .describe(
        `The account at GMX, as ${perpAGetPositions.name} shows it. null: GMX is not on this ` +
          "chain.",
      ),
    hyperliquid: orUnavailable(perpBView.output())
      .nullable()
      .describe(
        `The account there, as ${perpBGetPositions.name} shows it. null: it is not on this chain.`,
      ),
  });

/** Shown to readers: one part that was not read, and two that are not on this chain. */
export const POSITIONS_EXAMPLE: VaultPositions["data"] = {
  lp: {
    unavailable: {
      error: "rpc_unavailable",
      message: "The vault's positions could not be read from the chain. Please try again.",
    },
  },
  gmx: null,
  hyperliquid: null,
};

type VaultPositions = { data: z.infer<ReturnType<typeof positionsOutput>>; lines: string[] };

/** All of them, read at once, with lines that tell them. One that cannot be read says so. */
export async function readVaultPositions(around: ViewedVault): Promise<VaultPositions> {
  const isHere = ({ chain }: { chain?: number }) => chain === around.chainId;
  const [lp, gmx, hyperliquid] = await Promise.all([
    readPart(() => lpView.read(around)),
    isHere(perpAGetPositions) ? readPart(() => perpAView.read(around)) : null,
    isHere(perpBGetPositions) ? readPart(() => perpBView.read(around)) : null,
  ]);
  const isWithoutLp = !lp.ok && lp.code === "chain_not_supported";
  return {
    data: {
      lp: isWithoutLp ? null : shownPart(lp, ({ data }) => data.positions),
      gmx: gmx && shownPart(gmx, ({ data }) => data),
      hyperliquid: hyperliquid && shownPart(hyperliquid, ({ data }) => data),
    },
    lines: [
      ...(isWithoutLp ? [] : linesOf("Uniswap v4 positions", lp)),
      ...linesOf("GMX", gmx),
      ...linesOf("Hyperliquid", hyperliquid),
    ],
  };
}

function linesOf(
  what: string,
  view: Verdict<{ lines: readonly string[] }> | null,
): readonly string[] {
  if (view === null) return [];
  return view.ok ? view.value.lines : [unreadLine(what, view.message)];
}
