import { encodeFunctionData, toHex } from "viem";
import type { UnsignedTransaction } from "../../schemas/unsigned-transaction.ts";
import { accountReads } from "../chain/account-reads.ts";
import { decodeRevert } from "../chain/decode-revert.ts";
import { registryReads } from "../chain/registry-reads.ts";
import { type SequenceResult, simulateSequence } from "../chain/simulate-sequence.ts";
import { type Pool, vaultAbi, vaultReads } from "../chain/vault-reads.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import type { OwnerPlan } from "../kinds/plan.ts";
import { allow, type Refusal, refuse, type Verdict } from "../lib/verdict.ts";
import { oraclePools } from "../vaults/oracle-pools.ts";
import { baseTokenMemory } from "./base-token-memory.ts";
import { judgeOwnerSteps, judgeOwnerValues } from "./judge-owner-steps.ts";
import { measureOwnerNav } from "./measure-owner-nav.ts";
import { refusalOfUnknown, vaultUnreadable } from "./read-call-facts.ts";
import { signerFees } from "./signer-fees.ts";

type PreparedOwnerCalls = {
  transactions: [UnsignedTransaction, ...UnsignedTransaction[]];
  figures: ShieldFigures;
  unmeasured: string[];
};

const NAV = encodeFunctionData({ abi: vaultAbi, functionName: "updateUnitaryValue" });

/**
 * Decodes, judges and simulates every step at one block, and measures the vault (decision D30).
 * Refuses with calldata_rejected, unknown_vault, insufficient_balance, nav_shield_blocked,
 * rpc_unavailable, or a step's revert.
 */
export async function prepareOwnerCalls(
  ctx: ExecutionContext,
  plan: OwnerPlan,
): Promise<Verdict<PreparedOwnerCalls>> {
  const chain = ctx.deps.chain(ctx.chainId);
  const { sender, steps, head } = plan;
  const judged = judgeOwnerSteps(plan, { vault: ctx.vault, addresses: chain.addresses });
  if (!judged.ok) return judged;
  const { measured } = judged.value;
  const block = head.block.number;
  const nav = measured ? [{ from: sender, to: ctx.vault, data: NAV }] : [];
  const known = baseTokenMemory.get(ctx);
  const [[simulated, balanceWei, totalSupply], vault, pools] = await Promise.all([
    chain.rpc.send([
      simulateSequence(
        [...nav, ...steps.map((step) => ({ from: sender, ...step })), ...nav],
        block,
      ),
      accountReads.nativeBalance(sender, block),
      ...(measured ? [vaultReads.totalSupply(ctx.vault, { block })] : []),
    ]),
    // Without a signature the sender is the vault's owner.
    measured || ctx.operator === undefined ? readVault(ctx, block) : allow(undefined),
    oraclePools.read(chain, measured ? oraclePools.with(chain.addresses, [known]) : []),
  ]);
  if (!vault.ok) return vault;
  if (sender !== (ctx.operator ?? vault.value?.owner))
    return refuse(
      "calldata_rejected",
      "What was built is not for the wallet that asked for it. Please report this.",
    );
  const baseToken = measured ? vault.value?.baseToken : undefined;
  const values = judgeOwnerValues(plan, judged.value, { baseToken, balanceWei });
  if (!values.ok) return values;
  if (!simulated.ok) return unsimulated;
  const results = measured ? simulated.value.slice(1, -1) : simulated.value;
  const gasUnits = judgeOwnerRuns(plan, results);
  if (!gasUnits.ok) return gasUnits;
  const figures =
    baseToken === undefined || totalSupply === undefined
      ? allow<ShieldFigures>({ swapShield: null, navShield: null })
      : await measureOwnerNav(ctx, { ...ends(simulated.value), totalSupply, baseToken, pools });
  if (!figures.ok) return figures;
  return allow({
    transactions: transactionsOf(ctx, plan, gasUnits.value),
    figures: figures.value,
    unmeasured: unmeasuredOf(plan),
  });
}

/** Registered: any other address could name any owner and base token. */
async function readVault(
  { deps, chainId, vault }: ExecutionContext,
  block: bigint,
): Promise<Verdict<Pool | undefined>> {
  const { rpc, addresses } = deps.chain(chainId);
  const [pool, poolId] = await rpc.send([
    vaultReads.pool(vault, { block }),
    registryReads.poolId(addresses.registry, vault),
  ]);
  const unknown = refusalOfUnknown(poolId, pool, { vault, chainId });
  if (unknown !== undefined) return unknown;
  return pool.ok && poolId.ok ? allow(pool.value) : vaultUnreadable;
}

const ends = (results: readonly SequenceResult[]) => {
  const [before, after] = [results.at(0), results.at(-1)];
  if (before === undefined || after === undefined) throw new Error("a simulation without its ends");
  return { before, after };
};

function transactionsOf(
  { chainId }: ExecutionContext,
  { sender, steps, head }: OwnerPlan,
  gasUnits: readonly bigint[],
): PreparedOwnerCalls["transactions"] {
  const fees = signerFees(chainId, head);
  const [first, ...rest] = steps.map(({ to, data, valueWei, description }, index) => ({
    ...{ to, data, value: toHex(valueWei), chainId, from: sender },
    gas: toHex(gasUnits[index] ?? 0n),
    maxFeePerGas: toHex(fees.maxFeePerGas),
    maxPriorityFeePerGas: toHex(fees.maxPriorityFeePerGas),
    description,
    ownerOnly: true,
  }));
  if (first === undefined) throw new Error("a judged plan has a step");
  return [first, ...rest];
}

const unmeasuredOf = ({ steps, unmeasured = [] }: OwnerPlan) => [
  ...(steps.length > 1
    ? ["Each transaction is mined by itself: what others do between two of them was not simulated."]
    : []),
  ...unmeasured,
];

const unsimulated = refuse(
  "rpc_unavailable",
  "The chain's node could not simulate these transactions one after the other " +
    "(eth_simulateV1). Nothing was built; please try again.",
);

/**
 * Refunds take off a fifth at most (EIP-3529), a call hands on 63 of 64 parts, and the state may
 * move. The most with it is below 2^24, one transaction's limit (EIP-7825).
 */
const GAS_PERCENT = 150n;
/** Far above any such call: more is a mistake or a trap. */
const MOST_GAS_UNITS = 11_000_000n;

/**
 * Gas units of each step with a margin. Refuses with the revert's meaning,
 * simulation_differs_from_quote or gas_above_cap.
 */
function judgeOwnerRuns(
  { steps }: OwnerPlan,
  results: readonly SequenceResult[],
): Verdict<bigint[]> {
  const gasUnits: bigint[] = [];
  for (const [index, step] of steps.entries()) {
    const result = results[index];
    if (result === undefined) throw new Error("a step without its result");
    const which =
      steps.length === 1
        ? ""
        : `Transaction ${index + 1} of ${steps.length} (${step.description}): `;
    if (!result.ok) return failed(result, which, index);
    if (step.returns !== undefined && step.returns.toLowerCase() !== result.data.toLowerCase())
      return refuse(
        "simulation_differs_from_quote",
        "The chain has moved since this was planned. Please ask again.",
      );
    if (result.gasUsed > MOST_GAS_UNITS)
      return refuse(
        "gas_above_cap",
        `${which}It would use ${result.gasUsed} units of gas; at most ${MOST_GAS_UNITS} are ` +
          "accepted. Nothing was built.",
        { gasUnits: result.gasUsed.toString(), maxGasUnits: MOST_GAS_UNITS.toString() },
      );
    gasUnits.push((result.gasUsed * GAS_PERCENT) / 100n);
  }
  return allow(gasUnits);
}

function failed({ data }: SequenceResult, which: string, index: number): Refusal {
  const { code, name, args, message } = decodeRevert(data);
  const details = {
    transaction: index + 1,
    revert: name,
    arguments: args,
    revertData: data.slice(0, 266),
  };
  return refuse(code, `${which}${message}`, details);
}
