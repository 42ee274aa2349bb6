import { decodeFunctionResult, encodeFunctionData, type Hex } from "viem";
import * as z from "zod";
import { hexAddress } from "../../schemas/primitives.ts";
import { decodeRevert } from "../chain/decode-revert.ts";
import { factoryAbi, findVault } from "../chain/find-vault.ts";
import { oracleReads } from "../chain/oracle-reads.ts";
import { registryReads } from "../chain/registry-reads.ts";
import type { Token } from "../chain/resolve-token.ts";
import { ethCall, type RpcOutcome } from "../chain/rpc-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { chainOf } from "../chain-of.ts";
import { isNative, lowerHex } from "../lib/normalize-address.ts";
import { sanitize } from "../lib/sanitize.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { readHead } from "../pipeline/read-call-facts.ts";
import { tokenOf } from "./call-facts.ts";
import { chainArgument, inField, invalid, textOf } from "./chain-argument.ts";
import { defineTool, operatorOf, ownWalletCall, type ToolContext } from "./tool.ts";
import { transactionOutput } from "./transaction-output.ts";

/** The vault's own rule against loss by rounding (docs/facts/vault-contracts.md 11). */
const MIN_BASE_DECIMALS = 6;
const TAKEN = "FACTORY_CREATE2_FAILED_ERROR";

/** The address is known beforehand; a second call confirms it. */
export const deploySmartPool = defineTool({
  name: "deploy_smart_pool",
  description:
    "Returns the transaction that creates a vault owned by the signer, with the address that " +
    "it will have. Called again once it is mined, it confirms the address.",
  ...ownWalletCall,
  access: "signer",
  input: z.object({
    name: z
      .string()
      .min(4, "has 4 to 31 characters")
      .max(31, "has 4 to 31 characters")
      .regex(
        /^[A-Za-z0-9]+(?: [A-Za-z0-9]+)*$/,
        "has letters, digits and single spaces between them only",
      )
      .describe(
        "Name of the vault: 4 to 31 letters, digits and single inner spaces. An owner can " +
          "use a name once.",
      ),
    symbol: z
      .string()
      .regex(/^[A-Z0-9]{3,5}$/, "has 3 to 5 upper-case letters or digits")
      .describe("Symbol of the vault's own token: 3 to 5 upper-case letters or digits."),
    baseToken: textOf(100)
      .optional()
      .describe(
        "Token that the vault is bought with and its value counted in, by symbol or address; " +
          "default: the chain's coin.",
      ),
    chain: chainArgument,
  }),
  example: { name: "Sextant Growth", symbol: "SXG", baseToken: "USDC" },
  model: {
    grounding: {
      example: "deploy a vault named Sextant Growth, symbol SXG, base token USDC",
      acts: [
        "create vault",
        "deploy vault",
        "launch vault",
        "create smart pool",
        "deploy smart pool",
        "launch smart pool",
      ],
      words: "and new smart pool symbol ticker base token",
      fields: {
        name: { is: "name" },
        symbol: { is: "token", after: "symbol ticker" },
        baseToken: { is: "token", after: "token base" },
        chain: { is: "chain", role: "at" },
      },
      card: {
        venue: "the vault factory",
        to: "the wallet that signs",
        defaults: { baseToken: "the chain's coin as base token" },
      },
    },
  },
  output: () =>
    transactionOutput().extend({
      vault: hexAddress.describe("The address that the vault will have."),
      name: z.string(),
      symbol: z.string(),
      baseToken: hexAddress,
      baseSymbol: z.string(),
      decimals: z.int().describe("Of the vault's own token, as of its base token."),
      owner: hexAddress,
      hasPriceFeed: z
        .boolean()
        .describe("Whether the oracle prices the base token: without it nobody can buy in."),
    }),
  plan: async (ctx, { name, symbol, baseToken }) => {
    const chain = ctx.deps.chain(ctx.chainId);
    const { factory, oracle, wrappedNative } = chain.addresses;
    const sender = operatorOf(ctx);
    const base = await baseOf(ctx, baseToken);
    if (!base.ok) return base;
    const { address, decimals } = base.value;
    const data = encodeFunctionData({
      abi: factoryAbi,
      functionName: "createPool",
      args: [name, symbol, address],
    });
    const isCoin = isNative(address) || address === wrappedNative;
    const [head, [created, state]] = await Promise.all([
      readHead(chain),
      chain.rpc.send([
        ethCall({ to: factory, data, from: sender }, (result) => result),
        ...(isCoin || oracle === null ? [] : [oracleReads.state(oracle, address)]),
      ]),
    ]);
    if (!head.ok) return head;
    if (state !== undefined && !state.ok && state.kind === "unavailable") return unreadable;
    if (!created.ok) return refusalOf(ctx, created, { name, symbol, base: base.value });
    const [newPool, poolId] = decodeFunctionResult({
      abi: factoryAbi,
      functionName: "createPool",
      data: created.value,
    });
    const vault = lowerHex(newPool);
    // The id is the salt of its address.
    if (lowerHex(poolId) !== findVault.id({ name, creator: sender }))
      return refuse(
        "simulation_differs_from_quote",
        "The factory answers for another vault than the one asked for. Nothing was built.",
      );
    const hasPriceFeed = isCoin || (state?.ok === true && state.value.cardinality > 0);
    const baseSymbol = sanitize(base.value.symbol, 16);
    return allow({
      kind: "owner" as const,
      sender,
      head: head.value,
      steps: [
        {
          to: factory,
          data,
          valueWei: 0n,
          returns: created.value,
          description: `Create the vault ${name} (${symbol}) with base token ${baseSymbol}`,
          expected: { kind: "createPool" as const, name, symbol, baseToken: address },
        },
      ],
      message: [
        `Creates the vault ${name} (${symbol}) on ${chainOf(ctx.chainId).name}, bought with ` +
          `and counted in ${baseSymbol} (${address}). You will own it.`,
        `Its address will be ${vault}. Call this again with the same arguments once it is ` +
          "mined: the answer then confirms that it is there.",
        "A new vault locks what is bought for 30 days and keeps a spread of 0.1% of it; its " +
          "owner can change both.",
        ...(hasPriceFeed
          ? []
          : [
              `The oracle has no price of ${baseSymbol}: nobody can buy into this vault ` +
                "until it has one. Choose another base token, or open its oracle pool first.",
            ]),
      ].join("\n"),
      suggestions: [
        "Once it is mined, buy in with fund_pool",
        "Let the agent wallet trade with setup_delegation",
      ],
      answerData: {
        vault,
        name,
        symbol,
        baseToken: address,
        baseSymbol,
        decimals,
        owner: sender,
        hasPriceFeed,
      },
    });
  },
});

async function baseOf(ctx: ToolContext, text: string | undefined): Promise<Verdict<Token>> {
  const wanted = text ?? chainOf(ctx.chainId).nativeCoin;
  const token = await tokenOf(ctx, wanted);
  if (!token.ok) return token.code === "rpc_unavailable" ? token : inField("baseToken", token);
  if (token.value.decimals >= MIN_BASE_DECIMALS) return token;
  const { decimals } = token.value;
  return invalid(
    `baseToken: a vault's base token has ${MIN_BASE_DECIMALS} decimals or more, this one has ` +
      `${decimals}. Choose another token.`,
    { decimals, minDecimals: MIN_BASE_DECIMALS },
  );
}

type Wanted = { name: string; symbol: string; base: Token };

/** Tells where the vault is if this signer has it already. */
async function refusalOf(
  ctx: ToolContext,
  failed: Exclude<RpcOutcome<Hex>, { ok: true }>,
  wanted: Wanted,
): Promise<Refusal> {
  if (failed.kind === "unavailable") return unreadable;
  const { code, name, args, message } = decodeRevert(failed.data);
  if (args[0] !== TAKEN) return refuse(code, message, { revert: name, arguments: args });
  return existing(ctx, wanted, message);
}

async function existing(
  ctx: ToolContext,
  { name, symbol, base }: Wanted,
  message: string,
): Promise<Refusal> {
  const { rpc, addresses } = ctx.deps.chain(ctx.chainId);
  const creator = operatorOf(ctx);
  const [found] = await rpc.send([findVault.call(addresses, { name, creator })]);
  const vault = found.ok ? found.value : null;
  if (vault === null)
    return refuse(
      "vault_exists",
      `${message} Its address could not be looked up: this chain's node does not search that ` +
        "far back.",
      { name, vault: null },
    );
  const [pool, poolId] = await rpc.send([
    vaultReads.pool(vault),
    registryReads.poolId(addresses.registry, vault),
  ]);
  if (!pool.ok || !poolId.ok) return unreadable;
  if (lowerHex(poolId.value) !== findVault.id({ name, creator })) return unreadable;
  const { owner, baseToken } = pool.value;
  const has = sanitize(pool.value.symbol, 16);
  const isSame = has === symbol && baseToken === base.address;
  const differs = isSame
    ? ""
    : ` It has the symbol ${has} and the base token ${baseToken}: an owner can use a name ` +
      "once, whatever the rest.";
  return refuse(
    "vault_exists",
    `Confirmed: your vault ${name} exists at ${vault}, registered and owned by ${owner}. ` +
      `Nothing is left to deploy.${differs}`,
    { vault, name, symbol: has, baseToken, owner, isSame },
  );
}

const unreadable = refuse(
  "rpc_unavailable",
  "The chain could not be read. Nothing was built; please try again.",
);
