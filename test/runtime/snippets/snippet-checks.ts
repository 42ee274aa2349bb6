import { apiChecks } from "./api-checks.ts";
import type { Check } from "./check.ts";
import { dappChecks } from "./dapp-checks.ts";
import { otherChecks } from "./other-checks.ts";
import { pluginChecks } from "./plugin-checks.ts";
import { readmeChecks } from "./readme-checks.ts";
import { skillChecks } from "./skill-checks.ts";

/** What was traded before is in it. */
const AUDIT = ['docs/api.md, "The audit log", js', 'docs/api.md, "The audit log", sh'];
const all = {
  ...readmeChecks,
  ...apiChecks,
  ...skillChecks,
  ...pluginChecks,
  ...dappChecks,
  ...otherChecks,
};

/** One for each snippet of the documents, in the order in which they run on one stack. */
export const snippetChecks: ReadonlyMap<string, Check> = new Map([
  ...Object.entries(all).filter(([id]) => !AUDIT.includes(id)),
  ...Object.entries(all).filter(([id]) => AUDIT.includes(id)),
]);
