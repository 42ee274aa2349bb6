import { type Address, encodeFunctionData } from "viem";
import * as z from "zod";
import { baseUnits, decimalAmount, hexAddress, unixMs } from "../../schemas/primitives.ts";
import { erc20Abi } from "../chain/account-reads.ts";
import { holderAbi } from "../chain/holder-reads.ts";
import type { OwnerStep } from "../kinds/plan.ts";
import { isNative, normalizeAddress } from "../lib/normalize-address.ts";
import { formatUnits, parseTradeAmount } from "../lib/parse-units.ts";
import { daysText } from "../lib/sanitize.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { formatBps } from "../settings/format-bps.ts";
import { human, tooLittle } from "./call-facts.ts";
import { chainArgument, inField, invalid, textOf } from "./chain-argument.ts";
import { type HolderFacts, holderFacts, holderMath, holderTerms } from "./holder-facts.ts";
import { defineTool, ownWalletCall, slippageOf, type ToolContext } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

export const fundPool = defineTool({
  name: "fund_pool",
  description:
    "Returns the transactions that buy the vault's tokens with its base token, for the " +
    "signer's own wallet: an approval where one is needed, then the purchase with a minimum. " +
    "Tells the price, the spread and how long the tokens are locked.",
  ...ownWalletCall,
  says: [
    "fund the pool with {amount:amount} {coin:token}",
    "~buy|mint vault|pool|fund {amount:amount} {coin:token} [own|personal] [wallet] [into] " +
      "[shares|units|tokens] [with]",
    "~fund|invest|deposit|subscribe|add|put vault|pool {amount:amount} {coin:token} " +
      "[own|personal] [wallet] [into|to]",
    "~fund vault|pool {amount:amount} [with]",
  ],
  access: "holder",
  input: z.object({
    amount: decimalAmount.describe(
      'Amount of the vault\'s base token to pay, in human units: "1.5".',
    ),
    token: textOf(100)
      .optional()
      .describe(
        "The base token by symbol or address, as a check: where the vault has another one, " +
          "nothing is built.",
      ),
    recipient: hexAddress
      .optional()
      .describe("Who gets the vault's tokens: nobody but the signer, which is also the default."),
    chain: chainArgument,
  }),
  humanOwned: ["recipient"],
  example: { amount: "100" },
  model: {
    grounding: {
      example: "fund the vault with 100 USDC",
      acts: [
        "fund vault",
        "fund pool",
        "deposit vault",
        "deposit pool",
        "invest vault",
        "buy vault tokens",
        "buy vault shares",
      ],
      words: "this",
      fields: {
        amount: { is: "amount", of: "token" },
        token: { is: "token" },
        chain: { is: "chain", role: "at" },
      },
      card: {
        venue: "the vault itself",
        to: "the wallet that signs",
        defaults: { token: "paid in the vault's base token" },
      },
    },
  },
  output: () =>
    transactionOutput().extend({
      holder: hexAddress,
      baseToken: hexAddress,
      amountBase: baseUnits.describe("What is paid, of the base token."),
      unitaryValueBase: baseUnits.describe(
        "Price of one vault token before the purchase, of the base token.",
      ),
      spreadBps: z.int(),
      spreadBase: baseUnits,
      feeBps: z.int(),
      expectedTokensBase: baseUnits.describe("Vault tokens at the price of now."),
      minTokensBase: baseUnits.describe("The least that the calldata accepts."),
      slippageBps: z.int(),
      decimals: z.int().describe("Of the base token and of the vault's own."),
      unlocksAt: unixMs.describe("First ms at which they can be given back, if it were mined now."),
    }),
  plan: async (ctx, { amount, token, recipient }) => {
    const [facts, slippageBps] = await Promise.all([holderFacts(ctx), slippageOf(ctx)]);
    if (!facts.ok) return facts;
    const { holder, base, terms, account, head } = facts.value;
    const isBase =
      token === undefined ||
      [base.address.toLowerCase(), base.symbol.toLowerCase()].includes(token.toLowerCase());
    if (!isBase)
      return invalid(
        `token: this vault is bought with ${base.symbol}, its base token. Name that one.`,
        {
          token: base.address,
        },
      );
    const receiver = recipient === undefined ? allow(holder) : normalizeAddress(recipient);
    if (!receiver.ok) return inField("recipient", receiver);
    if (receiver.value !== holder)
      return invalid(
        "recipient: the vault sells its tokens to the wallet that pays. Leave it out, or let " +
          "the recipient sign the call.",
        { recipient: receiver.value, holder },
      );
    const paid = amountOf(amount, facts.value);
    if (!paid.ok) return paid;
    const { price, baseText, tokenText, priceText, figures } = holderTerms(facts.value);
    const bought = holderMath.bought(paid.value, price);
    const minTokens = holderMath.atLeast(bought.tokens, slippageBps);
    if (minTokens === 0n)
      return invalid("amount: it is too small to buy anything of this vault. Raise it.");
    const unlocksAtSec = head.block.timestampSec + terms.minPeriodSec;
    return allow({
      kind: "owner" as const,
      sender: holder,
      head,
      steps: stepsOf(ctx, facts.value, { amountBase: paid.value, minTokens }),
      message: [
        `Buys about ${tokenText(bought.tokens)} of the vault for ${baseText(paid.value)}, at ` +
          `least ${tokenText(minTokens)} or it does not happen (slippage ` +
          `${formatBps(slippageBps)}).`,
        priceText(bought.spreadBase, { spreadOf: "what you pay", feeOf: "" }),
        `Locked for ${daysText(terms.minPeriodSec)}: they can be given back (redeem_pool) ` +
          `from ${new Date(unlocksAtSec * 1_000).toISOString()} if it were mined ` +
          `now.${account.balanceBase > 0n ? ` Each purchase locks all your vault tokens anew, the ${tokenText(account.balanceBase)} that you hold too.` : ""}`,
      ].join("\n"),
      suggestions: [
        "See the vault with get_vault_info",
        "Give the tokens back with redeem_pool once they are unlocked",
      ],
      answerData: {
        ...figures,
        amountBase: paid.value.toString(),
        spreadBase: bought.spreadBase.toString(),
        expectedTokensBase: bought.tokens.toString(),
        minTokensBase: minTokens.toString(),
        slippageBps,
        unlocksAt: unlocksAtSec * 1_000,
      },
    });
  },
});

/** Base units, from the vault's minimum to what the wallet holds. */
function amountOf(text: string, { pool, base, holderBalanceBase }: HolderFacts): Verdict<bigint> {
  const amount = parseTradeAmount(text, pool.decimals);
  if (!amount.ok) return inField("amount", amount);
  const minimum = holderMath.minimumBase(pool.decimals);
  if (amount.value < minimum)
    return invalid(
      `amount: this vault sells from ${formatUnits(minimum, pool.decimals)} ${base.symbol} ` +
        "on. Raise it.",
      {
        amountBase: amount.value.toString(),
        minimumBase: minimum.toString(),
        decimals: pool.decimals,
      },
    );
  if (amount.value <= holderBalanceBase) return amount;
  return tooLittle(
    `Your wallet holds too little ${base.symbol} for this. Lower the amount.`,
    base,
    {
      heldBase: holderBalanceBase,
      neededBase: amount.value,
    },
  );
}

/** Some tokens (USDT) take a new approval only after the old one is taken back. */
function stepsOf(
  { vault }: ToolContext,
  { holder, base, allowanceBase }: HolderFacts,
  { amountBase, minTokens }: { amountBase: bigint; minTokens: bigint },
): OwnerStep[] {
  const coin = isNative(base.address);
  const approvals =
    coin || allowanceBase >= amountBase ? [] : allowanceBase > 0n ? [0n, amountBase] : [amountBase];
  return [
    ...approvals.map((approved) => approval(vault, base, approved)),
    {
      to: vault,
      data: encodeFunctionData({
        abi: holderAbi,
        functionName: "mint",
        args: [holder, amountBase, minTokens],
      }),
      valueWei: coin ? amountBase : 0n,
      description: `Buy vault tokens for ${human(base, amountBase)}`,
      expected: {
        kind: "mint",
        recipient: holder,
        amountInBase: amountBase,
        minOutBase: minTokens,
      },
    },
  ];
}

function approval(vault: Address, base: HolderFacts["base"], amountBase: bigint): OwnerStep {
  const what = human(base, amountBase);
  return {
    to: base.address,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "approve", args: [vault, amountBase] }),
    valueWei: 0n,
    description:
      amountBase === 0n ? `Take back the approval of ${base.symbol}` : `Let the vault take ${what}`,
    expected: { kind: "approve", token: base.address, spender: vault, amountBase },
  };
}
