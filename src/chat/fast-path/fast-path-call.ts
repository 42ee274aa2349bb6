import type * as z from "zod";
import type { ChainId } from "../../../schemas/chains.ts";
import type { createTwapOrder } from "../../../schemas/create-twap-order.ts";
import type { swapArguments } from "../../../schemas/swap-arguments.ts";
import type { cancelInput } from "../../twap/cancel-input.ts";
import type { orderIdInput } from "../../twap/order-id-input.ts";

type OnChain = { chain?: string };
type Call<Name extends string, Args> = { kind: "call"; tool: Name; args: Args };
/** For tools without a `chain` argument: the chain that was named, to run the call on. Absent: the request's own. */
type NamedChain = { chainId?: ChainId };

/**
 * What an operator asked for, as the call of a registered tool. `args` are what the tool's schema takes, before its
 * defaults; amounts are the message's own numerals (ASCII digits, human units), symbols and addresses as they were written.
 *
 * A call says which tool, never that it may execute: mode, verified operator and shields are judged by whoever runs it.
 * setup_delegation and revoke_delegation only ever give unsigned data, which the owner signs: run them in manual mode.
 * A TWAP sets autoExecute where the words say "automatically", and there only. Its `note` says what they left open.
 */
export type FastPathCall =
  | (Call<"create_twap_order", z.input<typeof createTwapOrder>> & { note: string })
  | Call<"build_vault_swap" | "get_swap_quote", z.input<typeof swapArguments>>
  | (Call<"list_twap_orders", Record<string, never>> & NamedChain)
  | (Call<"cancel_twap_order", z.input<typeof cancelInput>> & NamedChain)
  | (Call<"pause_twap_order" | "resume_twap_order", z.input<typeof orderIdInput>> & NamedChain)
  | Call<"enable_swap_shield" | "disable_swap_shield", Record<string, never>>
  | Call<"setup_delegation" | "revoke_delegation", OnChain>
  | Call<"freeze_vault", OnChain>
  | Call<"switch_chain", { chain: string }>;
