import * as z from "zod";
import { accountReads } from "../chain/account-reads.ts";
import { allow } from "../lib/verdict.ts";
import { amountOf, tokenAmount, tokenOf } from "./call-facts.ts";
import { chainArgument, textOf, unreadable } from "./chain-argument.ts";
import { defineTool, vaultRead } from "./tool.ts";

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
  ...vaultRead,
  alsoOnVenues: true,
  input: z.object({
    token: textOf(100).describe("Token: symbol or contract address."),
    chain: chainArgument,
  }),
  example: { token: "USDC" },
  output: () => tokenAmount(),
  run: async (ctx, input) => {
    const token = await tokenOf(ctx, input.token);
    if (!token.ok) return token;
    const [balance] = await ctx.deps
      .chain(ctx.chainId)
      .rpc.send([accountReads.balance(token.value.address, ctx.vault)]);
    if (!balance.ok) return unreadable("The balance");
    const data = amountOf(token.value, balance.value);
    return allow({ message: `The vault holds ${data.amount} ${data.symbol}.`, data });
  },
});
