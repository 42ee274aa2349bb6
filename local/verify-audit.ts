import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { auditExport } from "../schemas/audit-export.ts";
import { verifyAudit } from "../src/audit/verify-audit.ts";

const HELP = `npm run audit:verify -- [--agent 0x...] <page.json> [<page.json> ...]

Verifies exports of one vault's audit log (GET /api/audit): every page of it, and any export kept from earlier. Ends
with 0 when every entry up to the signed head is there and as it was written, with 1 when not.

  --agent   the vault's agent wallet, as the owner delegated to it: a head that another key signed is then found`;

/** Needs no service and no network: what the files hold is enough. */
async function main(): Promise<void> {
  const { values, positionals } = parseArgs({ options: { agent: { type: "string" } }, allowPositionals: true });
  if (positionals.length === 0) {
    process.stdout.write(`${HELP}\n`);
    process.exitCode = 1;
    return;
  }
  const pages = positionals.map((path) => {
    const page = auditExport.safeParse(JSON.parse(readFileSync(path, "utf8")));
    if (page.success) return page.data;
    throw new Error(`${path} is not an export of an audit log: ${page.error.issues[0]?.path.join(".")}`);
  });
  const { faults, entries, from, head } = await verifyAudit(pages, { agent: values.agent });
  for (const { kind, message } of faults) process.stdout.write(`${kind}: ${message}\n`);
  if (faults.length > 0 || head === null) {
    process.stdout.write(`NOT as it was written: ${faults.length} faults in ${entries} entries.\n`);
    process.exitCode = 1;
    return;
  }
  const signer = values.agent === undefined ? `${head.agent}: compare it with the vault's agent wallet` : head.agent;
  const range =
    entries === 0 ? "The log is empty" : `Entries ${from} to ${head.n} are complete and as they were written`;
  process.stdout.write(`${range}. Signed ${new Date(head.at).toISOString()} by ${signer}.\n`);
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
