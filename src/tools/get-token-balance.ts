import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress } from "../../schemas/primitives.ts";
import { accountReads } from "../chain/account-reads.ts";
import { resolveToken } from "../chain/resolve-token.ts";
import { formatUnits } from "../lib/parse-units.ts";
import { allow, refuse } from "../lib/verdict.ts";
import { defineTool } from "./tool.ts";

/** What a vault holds of one token, exactly. */
export const getTokenBalance = defineTool({
  name: "get_token_balance",
  description: "Shows how much of a token a vault holds.",
  category: "Vault Info",
  says: [
    "{coin:token} balance",
    "~balance {coin:token}",
    "~{coin:token} holdings|holding|position|stack|left|amount|bag",
    "~how much|many {coin:token} hold|own|have|left|got|vault|there",
    "~do|any have|hold|own|got {coin:token} [still] [any]",
    "balance of {token:token}",
    "[any] {coin:token} on|in {place:chain} [chain]",
  ],
  access: "vault",
  effect: "read",
  alsoOnVenues: true,
  input: z.object({
    token: z.string().trim().min(1).max(100).describe("Token: symbol or contract address."),
    chain: z.string().trim().min(1).max(32).optional().describe("Chain name; default: the chain of the request."),
  }),
  example: { token: "USDC" },
  model: "shown",
  output: () =>
    z.object({
      token: hexAddress,
      symbol: z.string(),
      decimals: z.int(),
      amount: decimalAmount,
      amountBase: baseUnits,
    }),
  run: async (ctx, input) => {
    const chain = ctx.deps.chain(ctx.chainId);
    const token = await resolveToken(chain, ctx.deps.caches.tokens, ctx.deps.clock.nowMs(), input.token);
    if (!token.ok) return token;
    const { address, symbol, decimals } = token.value;
    const [balance] = await chain.rpc.send([accountReads.balance(address, ctx.vault)]);
    if (!balance.ok)
      return refuse("rpc_unavailable", "The balance could not be read from the chain. Please try again.");
    const amount = formatUnits(balance.value, decimals);
    return allow({
      message: `The vault holds ${amount} ${symbol}.`,
      data: { token: address, symbol, decimals, amount, amountBase: balance.value.toString() },
    });
  },
});
