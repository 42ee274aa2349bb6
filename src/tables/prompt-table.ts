import type { PromptEntry } from "../kinds/prompt-entry.ts";
import { buildVaultSwap } from "../tools/build-vault-swap.ts";
import { freezeVault } from "../tools/freeze-vault.ts";
import { getSwapQuote } from "../tools/get-swap-quote.ts";
import { getTokenBalance } from "../tools/get-token-balance.ts";
import { getVaultInfo } from "../tools/get-vault-info.ts";
import { setupDelegation } from "../tools/setup-delegation.ts";
import { createTwapOrder } from "../twap/tools/create-twap-order.ts";
import { listTwapOrders } from "../twap/tools/list-twap-orders.ts";
import { pauseTwapOrder } from "../twap/tools/pause-twap-order.ts";

type Argument = PromptEntry["arguments"][number];

const needed = (name: string, description: string): Argument => ({
  name,
  description,
  required: true,
});
const CHAIN: Argument = {
  name: "chain",
  description: "The chain's name, as base or arbitrum. Default: Base.",
  required: false,
};
const on = (chain: string | undefined): string => (chain === undefined ? "on Base" : `on ${chain}`);
/** Keeps the decisions a person's. */
const CAREFULLY =
  "Take amounts and tokens exactly as I said them, and ask me where something is missing. " +
  "Tell me the price, the least that arrives and every warning in the answers. A refusal " +
  "says what to do: tell me, and do not try to get around it.";

/** The commonest jobs as words for a menu. */
export const PROMPT_TABLE: readonly PromptEntry[] = [
  {
    name: "check_vault",
    title: "How is my vault?",
    description: "Value, balances, open orders and what needs attention.",
    arguments: [CHAIN],
    text: ({ chain }) =>
      `How is my vault ${on(chain)}? Call ${getVaultInfo.name} for its value and state, ` +
      `${getTokenBalance.name} for the tokens that I ask about, and ${listTwapOrders.name} ` +
      "for its orders. Tell me in a few lines what it is worth, what is running, what " +
      "failed, and what I should look at.",
  },
  {
    name: "swap",
    title: "Swap tokens",
    description: "A quote first, then the swap behind the shields.",
    arguments: [
      needed("amount", "How much to sell, as 100 or 0.5."),
      needed("sell", "Symbol or address of the token to sell."),
      needed("buy", "Symbol or address of the token to buy."),
      CHAIN,
    ],
    text: ({ amount, sell, buy, chain }) =>
      `I want to sell ${amount} ${sell} of my vault for ${buy} ${on(chain)}. Call ` +
      `${getSwapQuote.name} first and show me the price beside the oracle's. Once I say yes, ` +
      `call ${buildVaultSwap.name} with the same amounts and give me what it returns: an ` +
      `unsigned transaction to sign, or the question to approve. ${CAREFULLY}`,
  },
  {
    name: "trade_over_time",
    title: "Trade in slices over time",
    description: "A TWAP order: the same trade in parts, at intervals.",
    arguments: [
      needed("amount", "How much to sell in all."),
      needed("sell", "Symbol or address of the token to sell."),
      needed("buy", "Symbol or address of the token to buy."),
      needed("slices", "In how many parts."),
      needed("minutes", "Minutes between two of them."),
      CHAIN,
    ],
    text: ({ amount, sell, buy, slices, minutes, chain }) =>
      `I want to sell ${amount} ${sell} of my vault for ${buy} ${on(chain)} in ${slices} ` +
      `slices, one every ${minutes} minutes. Call ${createTwapOrder.name} with dryRun: true ` +
      "first and tell me what each slice comes to, when it ends and what would refuse it. " +
      `Create it once I say yes, and tell me its id. ${CAREFULLY}`,
  },
  {
    name: "set_up_agent",
    title: "Let the agent wallet trade",
    description:
      "Delegation: which methods of the vault the service's wallet may call, and how to take " +
      "that back.",
    arguments: [CHAIN],
    text: ({ chain }) =>
      `I want to let the service's agent wallet send trades of my vault ${on(chain)}. Call ` +
      `${setupDelegation.name} and explain what I would sign: which wallet, which methods, ` +
      "what it can never do, what gas it needs, and how I take it back. I sign it myself; do " +
      "not ask me for a key or a signature.",
  },
  {
    name: "stop_trading",
    title: "Stop everything",
    description: "Pause an order, or freeze the vault at once.",
    arguments: [
      { name: "order", description: "Id of one order. Without it: everything.", required: false },
      CHAIN,
    ],
    text: ({ order, chain }) =>
      order === undefined
        ? `Stop all automation of my vault ${on(chain)} now: call ${freezeVault.name}, tell ` +
          "me what was already on its way, and then what of my orders " +
          `(${listTwapOrders.name}) waits.`
        : `Pause order ${order} of my vault ${on(chain)}: call ${pauseTwapOrder.name}, and ` +
          "tell me what it has traded so far and how to go on with it.",
  },
];
