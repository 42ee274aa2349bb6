import type { Deps } from "../deps.ts";
import type { Refusal } from "../lib/verdict.ts";
import type { OperatorAction } from "./operator-action.ts";
import { operatorMessage } from "./operator-message.ts";

/** A refusal that says what to sign for an action. */
export function showActionMessage(deps: Deps, action: OperatorAction, refusal: Refusal): Refusal {
  const text = operatorMessage(deps.env.PRODUCT_NAME, { kind: "action", timestampMs: "<authTimestamp>", action });
  return {
    ...refusal,
    message: `${refusal.message} Sign exactly, with your authTimestamp in its place: ${JSON.stringify(text)}.`,
  };
}
