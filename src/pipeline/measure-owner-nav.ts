import { type Address, decodeFunctionResult } from "viem";
import { SETTINGS_DEFAULTS } from "../../schemas/operator-settings.ts";
import type { NavReading } from "../chain/nav-reads.ts";
import type { RpcOutcome } from "../chain/rpc-call.ts";
import type { SequenceResult } from "../chain/simulate-sequence.ts";
import { vaultAbi } from "../chain/vault-reads.ts";
import type { OraclePools } from "../kinds/chain-facts.ts";
import type { ExecutionContext } from "../kinds/execution-context.ts";
import type { ShieldFigures } from "../kinds/execution-outcome.ts";
import { allow, type Verdict } from "../lib/verdict.ts";
import { judgeOracleWindows, oracleWarning } from "../vaults/judge-oracle-windows.ts";
import { oraclePools } from "../vaults/oracle-pools.ts";
import { measureNav } from "./measure-nav.ts";

type Measured = {
  /** Right before the first and after the last step, in one simulated block. */
  before: SequenceResult;
  after: SequenceResult;
  totalSupply: RpcOutcome<bigint>;
  baseToken: Address;
  pools: OraclePools;
};

/**
 * Measures an owner's or holder's transactions against the value right before: a day's high would
 * lock holders in and out (decision D22).
 */
export async function measureOwnerNav(
  ctx: ExecutionContext,
  { before, after, totalSupply, baseToken, pools }: Measured,
): Promise<Verdict<ShieldFigures>> {
  const chain = ctx.deps.chain(ctx.chainId);
  const missing = oraclePools
    .with(chain.addresses, [baseToken])
    .filter((token) => !pools.has(token));
  const [more, { settings }] = await Promise.all([oraclePools.read(chain, missing), ctx.stored()]);
  const windows = judgeOracleWindows(chain, new Map([...pools, ...more]), {
    tokens: [baseToken],
    isDelegated: false,
  });
  if (!windows.ok) return windows;
  const { windowSec: oracleWindowSec, short } = windows.value;
  const nav = measureNav(
    { before: navOf(before), after: navOf(after), totalSupply },
    {
      baselineUnitaryValue: null,
      thresholdBps: settings.navShieldBps ?? SETTINGS_DEFAULTS.navShieldBps,
      oracleWindowSec,
    },
  );
  return nav.ok ? allow({ swapShield: null, navShield: nav.value, ...oracleWarning(short) }) : nav;
}

function navOf({ ok, data }: SequenceResult): RpcOutcome<NavReading> {
  if (!ok) return { ok: false, kind: "reverted", data, message: "the vault refused" };
  try {
    return {
      ok: true,
      value: decodeFunctionResult({ abi: vaultAbi, functionName: "updateUnitaryValue", data }),
    };
  } catch {
    return { ok: false, kind: "unavailable", message: "the NAV could not be read" };
  }
}
