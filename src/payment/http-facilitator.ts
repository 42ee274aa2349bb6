import { HTTPFacilitatorClient } from "@x402/core/http";
import { SettleError, VerifyError } from "@x402/core/types";
import type { Facilitator } from "./facilitator.ts";

type Options = { url: string; timeoutMs: number; bearer: string | undefined };

/** A refusal is short machine text of the facilitator; anything longer is not passed on. */
const reasonOf = (text: string | undefined): string =>
  text !== undefined && /^[a-z0-9_ .:-]{1,80}$/i.test(text) ? text : "refused";

/** A hosted or local facilitator over its HTTP interface, by the packages' own client. */
export function createHttpFacilitator({ url, timeoutMs, bearer }: Options): Facilitator {
  const auth = bearer === undefined ? {} : { Authorization: `Bearer ${bearer}` };
  const client = new HTTPFacilitatorClient({
    url,
    timeoutMs,
    createAuthHeaders: async () => ({ verify: auth, settle: auth, supported: auth }),
  });
  return {
    verify: async (payload, terms) => {
      try {
        const { isValid, invalidReason, payer } = await client.verify(payload, terms);
        return isValid && payer !== undefined
          ? { status: "valid", payer }
          : { status: "invalid", reason: reasonOf(invalidReason) };
      } catch (error) {
        // It answered, and the answer is no; every other failure says nothing about the payment.
        const isAnswer = error instanceof VerifyError && error.statusCode < 500;
        return isAnswer ? { status: "invalid", reason: reasonOf(error.invalidReason) } : { status: "unavailable" };
      }
    },
    settle: async (payload, terms) => {
      try {
        const { success, errorReason, transaction, payer } = await client.settle(payload, terms);
        if (success) return { status: "settled", transaction, payer: payer ?? "" };
        return errorReason === "settlement_pending"
          ? { status: "unknown" }
          : { status: "failed", reason: reasonOf(errorReason) };
      } catch (error) {
        const isAnswer =
          error instanceof SettleError && error.statusCode < 500 && error.errorReason !== "settlement_pending";
        return isAnswer ? { status: "failed", reason: reasonOf(error.errorReason) } : { status: "unknown" };
      }
    },
    answers: () =>
      client.getSupported().then(
        () => true,
        () => false,
      ),
  };
}
