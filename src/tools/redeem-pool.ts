import { encodeFunctionData } from "viem";
import * as z from "zod";
import { baseUnits, hexAddress, unixMs } from "../../schemas/primitives.ts";
import { holderAbi } from "../chain/holder-reads.ts";
import { parseTradeAmount } from "../lib/parse-units.ts";
import { daysText } from "../lib/sanitize.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { formatBps } from "../settings/format-bps.ts";
import { tooLittle } from "./call-facts.ts";
import { chainArgument, inField, invalid } from "./chain-argument.ts";
import { type HolderFacts, holderFacts, holderMath, holderTerms } from "./holder-facts.ts";
import { defineTool, ownWalletCall, slippageOf } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

export const redeemPool = defineTool({
  name: "redeem_pool",
  description:
    "Returns the transaction that gives vault tokens of the signer's own wallet back for the " +
    "vault's base token, with a minimum. Tells what is paid out, the spread, and when locked " +
    "tokens unlock.",
  ...ownWalletCall,
  says: [
    "redeem {amount:amount} units",
    "~redeem|burn {amount:amount} [units|shares|tokens|unit] [of|for] [vault|pool|vault's] " +
      "[tokens]",
    [
      "~redeem all|everything [units|shares|tokens] [vault|pool|vault's] [tokens]",
      { amount: "all" },
    ],
  ],
  access: "holder",
  input: z.object({
    amount: z
      .string()
      .max(100)
      .regex(
        /^(?:all|(?:0|[1-9][0-9]*)(?:\.[0-9]+)?)$/,
        'must be a plain decimal number as a string, or "all"',
      )
      .describe('Amount of the vault\'s own tokens to give back, in human units: "1.5", or "all".'),
    chain: chainArgument,
  }),
  example: { amount: "10" },
  model: {
    grounding: {
      example: "redeem 10 vault tokens",
      acts: ["redeem tokens", "redeem shares", "give back tokens", "give back shares"],
      words: "pool back",
      fields: { amount: { is: "amount" }, chain: { is: "chain", role: "at" } },
      card: { venue: "the vault itself", to: "the wallet that signs" },
    },
  },
  output: () =>
    transactionOutput().extend({
      holder: hexAddress,
      baseToken: hexAddress.describe("What is paid out."),
      tokensBase: baseUnits.describe("Vault tokens that are given back."),
      unitaryValueBase: baseUnits.describe(
        "Price of one vault token before it, of the base token.",
      ),
      spreadBps: z.int(),
      spreadBase: baseUnits,
      feeBps: z.int(),
      expectedBase: baseUnits.describe("What is paid out at the price of now."),
      minBase: baseUnits.describe("The least that the calldata accepts."),
      slippageBps: z.int(),
      decimals: z.int().describe("Of the base token and of the vault's own."),
      unlocksAt: unixMs.describe("First ms at which the holder's tokens could be given back."),
    }),
  plan: async (ctx, { amount }) => {
    const [facts, slippageBps] = await Promise.all([holderFacts(ctx), slippageOf(ctx)]);
    if (!facts.ok) return facts;
    const { holder, base, account, head, vaultBalanceBase } = facts.value;
    const tokens = tokensOf(amount, facts.value);
    if (!tokens.ok) return tokens;
    const { price, baseText, tokenText, priceText, figures: common } = holderTerms(facts.value);
    const redeemed = holderMath.redeemed(tokens.value, price);
    const minBase = holderMath.atLeast(redeemed.paidBase, slippageBps);
    if (minBase === 0n)
      return invalid("amount: it is too small to be paid anything for. Raise it.");
    const unlocksAt = new Date(account.unlocksAtSec * 1_000).toISOString();
    const figures = {
      ...common,
      tokensBase: tokens.value.toString(),
      spreadBase: redeemed.spreadBase.toString(),
      expectedBase: redeemed.paidBase.toString(),
      minBase: minBase.toString(),
      slippageBps,
      unlocksAt: account.unlocksAtSec * 1_000,
    };
    const worth = `${tokenText(tokens.value)} for about ${baseText(redeemed.paidBase)}`;
    if (head.block.timestampSec < account.unlocksAtSec)
      return refuse(
        "vault_tokens_locked",
        `Your vault tokens are locked until ${unlocksAt}, for another ` +
          `${daysText(account.unlocksAtSec - head.block.timestampSec)}; each purchase locks ` +
          `them anew. At the price of now the vault would take back ${worth}.`,
        figures,
      );
    if (vaultBalanceBase < redeemed.neededBase)
      return tooLittle(
        `The vault holds ${baseText(vaultBalanceBase)}, too little to pay ` +
          `${baseText(redeemed.neededBase)} out. Lower the amount, or wait until its owner has ` +
          `sold something for ${base.symbol}.`,
        base,
        { heldBase: vaultBalanceBase, neededBase: redeemed.neededBase },
      );
    return allow({
      kind: "owner" as const,
      sender: holder,
      head,
      steps: [
        {
          to: ctx.vault,
          data: encodeFunctionData({
            abi: holderAbi,
            functionName: "burn",
            args: [tokens.value, minBase],
          }),
          valueWei: 0n,
          description: `Give back ${tokenText(tokens.value)} for ${base.symbol}`,
          expected: { kind: "burn" as const, amountInBase: tokens.value, minOutBase: minBase },
        },
      ],
      message: [
        `Gives back ${worth}, paid to your wallet; at least ${baseText(minBase)} or it does ` +
          `not happen (slippage ${formatBps(slippageBps)}).`,
        priceText(redeemed.spreadBase, { spreadOf: "it", feeOf: " of the tokens" }),
        `Your vault tokens are unlocked since ${unlocksAt}.`,
      ].join("\n"),
      suggestions: ["See the vault with get_vault_info"],
      answerData: figures,
    });
  },
});

function tokensOf(text: string, { pool, account }: HolderFacts): Verdict<bigint> {
  if (text === "all" && account.balanceBase > 0n) return allow(account.balanceBase);
  const amount = text === "all" ? allow(1n) : parseTradeAmount(text, pool.decimals);
  if (!amount.ok) return inField("amount", amount);
  if (amount.value <= account.balanceBase) return amount;
  return refuse(
    "insufficient_balance",
    "Your wallet holds fewer of the vault's tokens than that. Lower the amount.",
    {
      balanceBase: account.balanceBase.toString(),
      neededBase: amount.value.toString(),
      decimals: pool.decimals,
    },
  );
}
