import { navOf } from "../chain/nav-of.ts";
import { readDeposit } from "../chain/read-deposit.ts";
import { simTokens } from "../chain/sim-tokens.ts";
import type { SYNC_EVENTS } from "../history.ts";
import type { World } from "./create-world.ts";
import { PARTIES } from "./party.ts";

const STRANGER = `0x${"cc".repeat(20)}` as const;
/** NAV per unit there, in percent of the first chain's. */
const PERCENT = {
  "other chain falls behind": 85n,
  "other chain keeps up": 99n,
  "other chain gets ahead": 115n,
};

/** What happens on the second chain of a history with a NAV sync; without one, nothing. */
export function moveOtherChain(
  { chain, other, reached }: World,
  event: (typeof SYNC_EVENTS)[number],
): void {
  if (other === undefined) return;
  reached.add(`chain: ${event}`);
  const { usdc } = simTokens(other.chainId);
  for (const { vault } of PARTIES) {
    const key = `${vault}:${usdc}`;
    if (event === "other chain is another's") {
      other.change((state) => ({ ...state, owners: { ...state.owners, [vault]: STRANGER } }));
    } else if (event === "other chain is paid") {
      const sent = chain
        .canonical()
        .filter(({ tx, status }) => tx.to === vault && status === "success")
        .reduce((sum, { tx }) => sum + (readDeposit(tx.data)?.outputAmountBase ?? 0n), 0n);
      other.change((state) => ({
        ...state,
        balances: { ...state.balances, [key]: (state.balances[key] ?? 0n) + sent },
      }));
    } else {
      const wanted =
        (navOf(chain.chainId, chain.stateAt(chain.head()), vault).total * PERCENT[event]) / 100n;
      other.change((state) => {
        const short = wanted - navOf(other.chainId, state, vault).total;
        const held = (state.balances[key] ?? 0n) + short;
        return { ...state, balances: { ...state.balances, [key]: held > 0n ? held : 0n } };
      });
    }
  }
}
