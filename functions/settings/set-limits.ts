import * as z from "zod";
import {
  changeVaultLimits as limitsChange,
  vaultLimitsRequest,
  vaultLimitsResponse,
} from "../../schemas/change-vault-limits.ts";
import { dryRunField } from "../../schemas/dry-run-field.ts";
import { EXAMPLES } from "../../schemas/examples.ts";
import { showActionMessage } from "../../src/auth/identify-action.ts";
import { requireOperatorOrAction } from "../../src/auth/require-operator.ts";
import { AppError } from "../../src/errors.ts";
import { defineRoute } from "../../src/route.ts";
import { changeVaultLimits } from "../../src/settings/change-vault-limits.ts";
import { namesToSign } from "../../src/settings/names-to-sign.ts";
import { vaultLimitsState } from "../../src/settings/vault-limits-state.ts";
import { loadCallContext } from "../../src/store/vaults/load-call-context.ts";

const ACTION = "loosen_limits";

/**
 * Limits of what a vault's calls may give away, buy and use (decision D26). Any operator signature
 * tightens them; only one made for it loosens them.
 */
export const setLimits = defineRoute({
  method: "POST",
  path: "/api/settings/limits",
  price: "free",
  operationId: "setLimits",
  summary: "Set the limits of a vault",
  description:
    "What the calls of the named vault on the named chain may give away (per transaction, in " +
    "24 hours, for any one bought token; in the vault's base token by its oracle), buy, and " +
    "use. What is left out stays, null takes a limit away. Loosening any of them, also by " +
    "reset, needs a signature made for this alone: the operator message with its `Timestamp` " +
    "line and, below it, `Action: loosen_limits <chainId> <vault>`, at most 5 minutes old " +
    "and used once. To name a token that may be bought (`nameToken`, beside nothing else) " +
    "that line goes on with ` token <address> <maxPerDay>`, and to name a hook (`nameHook`) " +
    "with ` hook <address>`. A 401 shows the exact text. Closing, taking out, collecting and " +
    "cancelling is refused by none of them.",
  tags: ["Settings"],
  auth: "operator",
  leastScope: "owner",
  signedAction: ACTION,
  signedNames: (body) => {
    const change = limitsChange.pick({ nameToken: true, nameHook: true }).safeParse(body);
    return change.success ? namesToSign(change.data) : undefined;
  },
  isActionOptional: true,
  examples: {
    body: { ...EXAMPLES.auth, maxPerTransaction: "1000", maxPerDay: "5000", tokens: "listed" },
    response: {
      ok: true,
      limits: {
        maxPerTransaction: "1000",
        maxPerDay: "5000",
        maxPerTokenPerDay: null,
        perToken: [],
        tokens: "listed",
        named: [],
        hooks: [],
        venues: null,
      },
      baseToken: {
        address: "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913",
        symbol: "USDC",
        decimals: 6,
      },
      used: { day: "0", tokens: [] },
      left: { day: "5000", tokens: [] },
    },
  },
  query: z.object({}),
  body: vaultLimitsRequest.extend({ dryRun: dryRunField }),
  output: vaultLimitsResponse,
  runsDry: true,
  handle: async ({ deps }, { body }) => {
    const { operator, vault, messageHash } = await requireOperatorOrAction(
      deps,
      body,
      ACTION,
      namesToSign(body),
    );
    const {
      chainId,
      maxPerTransaction,
      maxPerDay,
      maxPerTokenPerDay,
      perToken,
      tokens,
      venues,
      nameToken,
      nameHook,
      reset,
    } = body;
    const nowMs = deps.clock.nowMs();
    const { limits: current, spent } = await loadCallContext.run(deps.redis, deps.keys, {
      ...{ nowMs, chainId, vault, operator },
    });
    const changed = await changeVaultLimits(deps, {
      ...{ operator, vault, chainId, current, messageHash },
      change: {
        maxPerTransaction,
        maxPerDay,
        maxPerTokenPerDay,
        perToken,
        tokens,
        venues,
        nameToken,
        nameHook,
        reset,
      },
    });
    if (!changed.ok && changed.code.startsWith("auth_"))
      throw AppError.fromRefusal(
        showActionMessage(
          deps,
          { name: ACTION, chainId, vault, names: namesToSign(body) },
          changed,
        ),
      );
    if (!changed.ok) throw AppError.fromRefusal(changed);
    const state = vaultLimitsState({ limits: changed.value, spent }, deps.chain(chainId).addresses);
    return { ok: true as const, ...state };
  },
});
