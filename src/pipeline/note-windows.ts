import type { ExecutionContext } from "./execution-context.ts";
import type { judgeOracleWindows, OracleWindows } from "./judge-oracle-windows.ts";
import { noteCheck } from "./note-check.ts";

/** The verdict on the oracle's windows. A dry run goes on as if nothing were known of them. */
export const noteWindows = (ctx: ExecutionContext, verdict: ReturnType<typeof judgeOracleWindows>) =>
  noteCheck(ctx, "oracle_window", verdict, {
    figures: ({ windowSec }) => ({ windowSec }),
    instead: (): OracleWindows => ({ windowSec: null, short: [] }),
  });
