import { DRY_RUN_CHECKS } from "../../../schemas/calls/dry-run-checks.ts";

// As new ids in the list would be: before anything of the service reads it.
(DRY_RUN_CHECKS as unknown as string[]).push("planted_amount", "planted_amount_now");
