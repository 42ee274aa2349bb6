import { type Address, zeroAddress } from "viem";
import { accountReads } from "../chain/account-reads.ts";
import { authorityReads } from "../chain/registry-reads.ts";
import type { Token } from "../chain/resolve-token.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import { zeroExDeployerReads } from "../chain/zero-ex-deployer-reads.ts";
import type { ChainDeps } from "../deps.ts";
import type { SwapFacts } from "../kinds/chain-facts.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { oraclePools } from "../vaults/oracle-pools.ts";
import { readCallFacts, vaultUnreadable } from "./read-call-facts.ts";

type Request = {
  vault: Address;
  agent: Address | undefined;
  tokenIn: Token;
  tokenOut: Token;
  mode: "exactIn" | "exactOut";
  amountBase: bigint;
  /** Only saves a later read; the deciding one is read here. */
  knownBaseToken?: Address | undefined;
};

/** Facts for shields and builder in one request, for every venue that may answer. */
export async function readSwapFacts(
  chain: ChainDeps,
  request: Request,
): Promise<Verdict<SwapFacts>> {
  const { vault, tokenIn, tokenOut, mode, amountBase } = request;
  const { addresses } = chain;
  const [given, wanted] = mode === "exactIn" ? [tokenIn, tokenOut] : [tokenOut, tokenIn];
  const withPool = oraclePools.with(addresses, [
    tokenIn.address,
    tokenOut.address,
    request.knownBaseToken,
  ]);
  const [common, pools, [feedIn, feedOut, oracle, balance, adapter, current, previous]] =
    await Promise.all([
      readCallFacts(chain, vault, request.agent),
      oraclePools.read(chain, withPool),
      chain.rpc.send([
        vaultReads.hasPriceFeed(vault, tokenIn.address),
        vaultReads.hasPriceFeed(vault, tokenOut.address),
        vaultReads.convertTokenAmount(vault, given.address, amountBase, wanted.address),
        accountReads.balance(tokenIn.address, vault),
        authorityReads.routerAdapter(addresses.authority),
        zeroExDeployerReads.currentSettler(addresses.zeroExDeployer),
        zeroExDeployerReads.previousSettler(addresses.zeroExDeployer),
      ]),
    ]);
  if (!common.ok) return common;
  const { activeTokens, baseToken } = common.value;
  if (
    !feedIn.ok ||
    !feedOut.ok ||
    !balance.ok ||
    activeTokens === undefined ||
    baseToken === undefined
  )
    return vaultUnreadable;
  return allow({
    ...common.value,
    activeTokens,
    baseToken,
    feedIn: feedIn.value,
    feedOut: feedOut.value,
    oracle,
    balanceInBase: balance.value,
    pools,
    routerAdapter: adapter,
    settlers: settlersOf(current, previous),
  });
}

/** While paused `ownerOf` reverts, and the previous Settler is out of use too. */
const settlersOf = (current: RpcOutcome<Address>, previous: RpcOutcome<Address>) =>
  current.ok
    ? [current.value, ...(previous.ok ? [previous.value] : [])].filter(
        (settler) => settler !== zeroAddress,
      )
    : [];
