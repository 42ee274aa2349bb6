import * as z from "zod";
import { shownOperation } from "../../schemas/calls/shown-operation.ts";
import { vaultLimitsState } from "../../schemas/vaults/change-vault-limits.ts";
import { orUnavailable, vaultFigures, vaultGlance } from "../../schemas/vaults/vault-overview.ts";
import { listedOrdersOutput } from "../tables/listed-orders-output.ts";
import { positionsOutput } from "../tables/read-vault-positions.ts";

/**
 * A vault with all that its operator asks of it at first, as GET /api/vault and the tool answer it.
 */
export const overviewOutput = () =>
  z.object({
    ...vaultGlance().shape,
    ...vaultFigures().shape,
    positions: positionsOutput(),
    limitsLeft: orUnavailable(vaultLimitsState).describe(
      "The limits of the vault with what is used and left of them, as GET " +
        "/api/settings/limits has them.",
    ),
    orders: orUnavailable(
      listedOrdersOutput().extend({
        isAll: z.boolean().describe("false: there are more, which GET /api/orders pages."),
      }),
    ).describe("Open orders of every kind, paused ones included, as GET /api/orders has them."),
    operations: orUnavailable(
      z.object({
        waiting: z.array(shownOperation()),
        isAll: z.boolean().describe("false: there may be more, which GET /api/operations pages."),
      }),
    ).describe("What waits for the operator's word; to an agent what it asked for itself."),
  });
export type Overview = z.infer<ReturnType<typeof overviewOutput>>;
