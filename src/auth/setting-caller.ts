import type { Address, Hex } from "viem";
import type { OperatorAuth } from "../../schemas/operator-auth.ts";
import type { OperatorSettings } from "../../schemas/operator-settings.ts";
import type { Deps } from "../deps.ts";
import { AppError } from "../errors.ts";
import type { Refusal } from "../lib/verdict.ts";
import { loadCallContext } from "../store/vaults/load-call-context.ts";
import { showActionMessage } from "./identify-action.ts";
import type { OperatorAction } from "./operator-message.ts";
import { requireOperator, requireOperatorOrAction } from "./require-operator.ts";

type SettingCaller = {
  operator: Address;
  vault: Address;
  settings: OperatorSettings;
  messageHash?: Hex | undefined;
};

/**
 * The operator who changes a setting, with the settings in force. `action`: names the fresh
 * signature that the change may take.
 * @throws the codes of decision D11, unknown_vault, rpc_unavailable, store_unavailable
 */
export async function settingCaller(
  deps: Deps,
  auth: OperatorAuth,
  action: OperatorAction["name"] | undefined,
): Promise<SettingCaller> {
  if (action === undefined) {
    const { operator, vault, context } = await requireOperator(deps, auth);
    return { operator, vault, settings: context.settings };
  }
  const signed = await requireOperatorOrAction(deps, auth, action);
  const { operator, vault } = signed;
  const read = { nowMs: deps.clock.nowMs(), chainId: auth.chainId, vault, operator };
  const { settings } = signed.context ?? (await loadCallContext.run(deps.redis, deps.keys, read));
  return { operator, vault, settings, messageHash: signed.messageHash };
}

/** A refusal for want of a fresh signature, or of a new one, with what to sign. */
export const unsignedChange = (deps: Deps, refusal: Refusal, action: OperatorAction): AppError =>
  AppError.fromRefusal(showActionMessage(deps, action, refusal));
