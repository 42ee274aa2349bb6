import type { Hex } from "viem";
import { boundedDecode } from "../calldata/decode-abi-strictly.ts";
import { decodeExecCall } from "../calldata/decode-exec-call.ts";
import { decodeRouterCall } from "../calldata/decode-router-call.ts";
import {
  type RouterCall,
  type RouterSwapCall,
  swapCallWords,
  type ZeroExCall,
  type ZeroExSwapCall,
} from "../calldata/swap-calls.ts";
import { fullRangeSwap } from "../chain/full-range-swap.ts";
import { navReads } from "../chain/nav-reads.ts";
import { oraclePoolReads } from "../chain/oracle-reads.ts";
import { requireContracts } from "../chain/require-contracts.ts";
import { vaultReads } from "../chain/vault-reads.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import type { CallPlan } from "../kinds/plan.ts";
import type { ProtocolCode } from "../kinds/protocol.ts";
import { isNative } from "../lib/normalize-address.ts";
import { allow, refuse, type Verdict } from "../lib/verdict.ts";
import { judgeOracleSwap } from "../shields/judge-oracle-swap.ts";
import { dearerValue, venueValue } from "../shields/venue-value.ts";
import { confirmedNetBase } from "../vaults/confirmed-net-base.ts";
import { readHoldings } from "../vaults/read-holdings.ts";
import { youngOracle } from "../vaults/young-oracle.ts";
import { ownPoolSwap } from "./own-pool-swap.ts";

/**
 * Both shields compare with this very pool and see nothing, so the swap's size is bounded, at the
 * block of the simulation and at the dearer of oracle and venue. Other swaps have a quote
 * (plan.ts).
 */
export async function checkOracleSwap(
  ctx: ExecutionContext,
  call: RouterCall | ZeroExCall,
  { facts, measured }: CallPlan,
): Promise<Verdict<Pick<ShieldFigures, "oracleSwap">>> {
  const chain = ctx.deps.chain(ctx.chainId);
  const addresses = requireContracts(chain, "oracle", "stateView");
  if (!addresses.ok) return addresses;
  const own = ownPoolSwap(call, addresses.value.oracle);
  if (own === undefined || measured === undefined) return notOwn;
  const { swap, token } = own;
  const block = facts.block.number;
  const [[nav, active, value, price, liquidity], holdings, stored] = await Promise.all([
    chain.rpc.send([
      navReads.now(ctx.vault, { from: facts.owner, block }),
      vaultReads.activeTokens(ctx.vault, { block }),
      vaultReads.convertTokenAmount(
        ctx.vault,
        swap.tokenIn,
        swap.amountInBase,
        measured.baseToken,
        { block },
      ),
      oraclePoolReads.price(addresses.value, token, { block }),
      oraclePoolReads.liquidity(addresses.value, token, { block }),
    ]),
    readHoldings(chain, ctx.vault, facts),
    ctx.stored(),
  ]);
  const young = youngOracle(nav) ?? youngOracle(value);
  if (young !== undefined) return young;
  if (!nav.ok || !active.ok || !value.ok || !price.ok || !liquidity.ok) return unreadable;
  // Only the vault says which token it is measured in.
  if (active.value.baseToken !== measured.baseToken) return notOwn;
  const { sqrtPriceX96, feePips } = price.value;
  if (sqrtPriceX96 === 0n || liquidity.value === 0n) return noPool;
  const zeroForOne = isNative(swap.tokenIn);
  const pool = {
    sqrtPriceX96,
    liquidity: liquidity.value,
    protocolFeePips: feePips[zeroForOne ? 0 : 1],
  };
  const { amountOut, sqrtAfterX96 } = fullRangeSwap.exactInput(pool, zeroForOne, swap.amountInBase);
  const { wrappedNative } = chain.addresses;
  const given = { token: swap.tokenIn, amountBase: swap.amountInBase, target: measured.baseToken };
  const prices = { prices: stored.venuePrices ?? [], wrappedNative };
  const venue = given.token === given.target ? undefined : venueValue(prices, given);
  const netBase = confirmedNetBase(ctx, nav.value, { holdings, stored, wrappedNative });
  if (!netBase.ok) return netBase;
  const judged = judgeOracleSwap({
    valueBase: dearerValue(value.value, venue),
    netTotalValueBase: netBase.value,
    sqrtPriceX96,
    sqrtAfterX96,
    amountOutBase: amountOut,
    amountOutMinBase: swap.amountOutMinBase,
  });
  return judged.ok ? allow({ oracleSwap: { token, ...judged.value } }) : judged;
}

const notOwn = refuse(
  "calldata_rejected",
  "This call is no swap in the oracle's own pool that the vault's own base token measures. " +
    "Nothing was built.",
);
const noPool = refuse(
  "no_route",
  "The oracle's pool of this token has no liquidity. Nothing was built.",
);
const unreadable = refuse(
  "rpc_unavailable",
  "The oracle's pool could not be read from the chain. Nothing was built; please try again.",
);

/** Swaps in the oracle's own pool. */
export const oracleFeedCode: ProtocolCode<RouterSwapCall | ZeroExSwapCall> = {
  decode: boundedDecode((data, facts) =>
    isOfRouter(data) ? decodeRouterCall(data, facts) : decodeExecCall(data, facts),
  ),
  rules: {
    swap: {
      movesAssets: true,
      recipients: ({ recipient }) => [recipient],
      // All other swaps are refused, so this is the router.
      limited: (call) => ({
        venue: "uniswap",
        gives: [{ token: call.tokenIn, amountBase: call.amountInBase }],
        buys: [call.tokenOut],
      }),
      deadlineSec: ({ deadlineSec }) => deadlineSec ?? 0n,
      evenWithShortWindow: true,
      refusal: (call, { deps, chainId }) =>
        ownPoolSwap(call, deps.chain(chainId).addresses.oracle) === undefined
          ? unquotedSwap
          : undefined,
      check: checkOracleSwap,
      words: swapCallWords,
    },
  },
};

/** execute, with or without a deadline. */
const isOfRouter = (data: Hex): boolean => /^0x(?:3593564c|24856bc3)/i.test(data);
const unquotedSwap = refuse(
  "calldata_rejected",
  "This call is a swap, but none in the oracle's own pool. Nothing was built: ask for it as " +
    "a swap.",
);
