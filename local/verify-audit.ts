import { readFileSync } from "node:fs";
import { parseArgs } from "node:util";
import { type AuditExport, auditExport } from "../schemas/audit-export.ts";
import { paymentReceipt } from "../schemas/payment-receipt.ts";
import { verifyAudit } from "../src/audit/verify-audit.ts";
import { verifyReceipt } from "../src/audit/verify-receipt.ts";

const HELP = `npm run audit:verify -- [--agent 0x...] <page.json> [<page.json> ...]
npm run audit:verify -- --receipt <receipt.json> [--service 0x...] [--agent 0x...] [<page.json> ...]

Verifies exports of one vault's audit log (GET /api/audit): every page of it, and any export kept from earlier. Ends
with 0 when every entry up to the signed head is there and as it was written, with 1 when not.

  --agent    the vault's agent wallet, as the owner delegated to it: a head that another key signed is then found
  --receipt  what an answer's PAYMENT-RESPONSE header holds (base64 or JSON), or _meta["x402/payment-response"] over MCP: both its
             signatures are verified, and against the pages, if there are any, that the vault's log has what was executed
  --service  the service's key, the \`signer\` of its /.well-known/x402: a receipt that another key signed is then found`;

type Options = { agent: string | undefined; service: string | undefined };

/** Needs no service and no network: what the files hold is enough. */
async function main(): Promise<void> {
  const text = { type: "string" } as const;
  const options = { agent: text, receipt: text, service: text };
  const { values, positionals } = parseArgs({ options, allowPositionals: true });
  const { agent, receipt, service } = values;
  if (positionals.length === 0 && receipt === undefined) {
    process.stdout.write(`${HELP}\n`);
    process.exitCode = 1;
    return;
  }
  const pages = positionals.map((path) => {
    const page = auditExport.safeParse(JSON.parse(readFileSync(path, "utf8")));
    if (page.success) return page.data;
    throw new Error(
      `${path} is not an export of an audit log: ${page.error.issues[0]?.path.join(".")}`,
    );
  });
  if (pages.length > 0) await judgePages(pages, agent);
  if (receipt !== undefined) await judgeReceipt(receipt, pages, { agent, service });
}

async function judgePages(pages: readonly AuditExport[], agent: string | undefined): Promise<void> {
  const { faults, entries, from, head } = await verifyAudit(pages, { agent });
  for (const { kind, message } of faults) process.stdout.write(`${kind}: ${message}\n`);
  if (faults.length > 0 || head === null) {
    process.stdout.write(`NOT as it was written: ${faults.length} faults in ${entries} entries.\n`);
    process.exitCode = 1;
    return;
  }
  const signer =
    agent === undefined ? `${head.agent}: compare it with the vault's agent wallet` : head.agent;
  const range =
    entries === 0
      ? "The log is empty"
      : `Entries ${from} to ${head.n} are complete and as they were written`;
  process.stdout.write(`${range}. Signed ${new Date(head.at).toISOString()} by ${signer}.\n`);
}

async function judgeReceipt(
  path: string,
  pages: readonly AuditExport[],
  { agent, service }: Options,
): Promise<void> {
  const text = readFileSync(path, "utf8").trim();
  const json = text.startsWith("{") ? text : Buffer.from(text, "base64").toString("utf8");
  const read = paymentReceipt.safeParse(JSON.parse(json));
  if (!read.success)
    throw new Error(`${path} is not a signed receipt: ${read.error.issues[0]?.path.join(".")}`);
  const { faults, signer, calls } = await verifyReceipt(read.data, { agent, service, pages });
  for (const fault of faults) process.stdout.write(`${fault}\n`);
  if (faults.length > 0) {
    process.stdout.write(`NOT a good receipt: ${faults.length} faults.\n`);
    process.exitCode = 1;
    return;
  }
  const { payer, resourceUrl, issuedAt, transaction } =
    read.data.extensions["offer-receipt"].info.receipt.payload;
  const by = service === undefined ? `${signer}: compare it with the service's own` : signer;
  process.stdout.write(
    `Paid by ${payer} for ${resourceUrl} at ${new Date(issuedAt * 1_000).toISOString()} with ` +
      `${transaction}. Signed by ${by}.\n`,
  );
  for (const call of calls) {
    const { vault, chainId } = call;
    const key =
      agent === undefined
        ? `${call.agent}: compare it with the vault's agent wallet`
        : `its agent ${call.agent}`;
    const isLogged = pages.some((page) => page.vault === vault && page.chainId === chainId);
    process.stdout.write(
      `${call.tool} of vault ${vault} on chain ${chainId}: ${call.transaction}, ` +
        `${call.outcome}. Signed by ` +
        `${key}.${isLogged ? "" : " Not compared with its log, which is not among the pages."}\n`,
    );
  }
}

main().catch((error: unknown) => {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n`);
  process.exitCode = 1;
});
