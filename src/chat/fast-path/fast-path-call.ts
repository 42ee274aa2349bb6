import type * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import type { buildVaultSwap } from "../../tools/build-vault-swap.ts";
import type { disableSwapShield } from "../../tools/disable-swap-shield.ts";
import type { enableSwapShield } from "../../tools/enable-swap-shield.ts";
import type { freezeVault } from "../../tools/freeze-vault.ts";
import type { getSwapQuote } from "../../tools/get-swap-quote.ts";
import type { revokeDelegation } from "../../tools/revoke-delegation.ts";
import type { setupDelegation } from "../../tools/setup-delegation.ts";
import type { switchChain } from "../../tools/switch-chain.ts";
import type { Tool } from "../../tools/tool.ts";
import type { cancelTwapOrder } from "../../twap/tools/cancel-twap-order.ts";
import type { createTwapOrder } from "../../twap/tools/create-twap-order.ts";
import type { listTwapOrders } from "../../twap/tools/list-twap-orders.ts";
import type { pauseTwapOrder } from "../../twap/tools/pause-twap-order.ts";
import type { resumeTwapOrder } from "../../twap/tools/resume-twap-order.ts";

type Call<T extends Tool> = T extends Tool ? { kind: "call"; tool: T["name"]; args: z.input<T["input"]> } : never;
/** For tools without a `chain` argument: the chain that was named, to run the call on. Absent: the request's own. */
type NamedChain = { chainId?: ChainId };

/**
 * An operator's request, as the call of a registered tool. `args` are what the tool's schema takes, before its
 * defaults; amounts are the message's own numerals (ASCII digits, human units), symbols and addresses as they were written.
 *
 * A call says which tool, never that it may execute: the pipeline that runs it judges mode, verified operator and shields.
 * A TWAP sets autoExecute where the words say "automatically", and there only. Its `note` says what they left open.
 */
export type FastPathCall =
  | (Call<typeof createTwapOrder> & { note: string })
  | Call<typeof buildVaultSwap | typeof getSwapQuote>
  | (Call<typeof listTwapOrders> & NamedChain)
  | (Call<typeof cancelTwapOrder> & NamedChain)
  | (Call<typeof pauseTwapOrder | typeof resumeTwapOrder> & NamedChain)
  | Call<typeof enableSwapShield | typeof disableSwapShield>
  | Call<typeof setupDelegation | typeof revokeDelegation>
  | Call<typeof freezeVault>
  | Call<typeof switchChain>;
