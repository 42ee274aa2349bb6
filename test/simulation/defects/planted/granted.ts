import type { Defect } from "../defect.ts";

/** Grants of agents: what whoever has an agent's key comes to by each of these. */
export const granted: readonly Defect[] = [
  {
    name: "grant-approves",
    edits: [
      {
        file: "src/operations/decide-operation.ts",
        from: "if (outside.grant !== undefined)",
        to: "if (outside.chain === undefined)",
      },
      {
        file: "src/calls/create-tool-context.ts",
        from: 'tool?.leastScope ?? ("owner" as const)',
        to: 'tool?.leastScope ?? ("read" as const)',
      },
    ],
  },
  {
    name: "grant-ended-goes-on",
    edits: [
      {
        file: "src/store/vaults/lua-context.ts",
        from: "if not grant or end_of_grant(grant, now) then return 'grant_ended' end\n  local record",
        to: "if not grant then return 'grant_ended' end\n  local record",
      },
    ],
  },
  {
    name: "grant-ended-is-signed-anew",
    edits: [
      {
        file: "src/store/attempts/mark-attempt.ts",
        from: "if attempt.grant and (not grant or end_of_grant(grant, now)) then return 'grant_ended' end",
        to: "if attempt.grant and not grant then return 'grant_ended' end",
      },
    ],
  },
  {
    name: "grant-limit-counted-per-isolate",
    edits: [
      {
        file: "src/pipeline/write-intent.ts",
        from: "{ granted: { value: call.granted } }",
        to: "{ granted: countedHere(deps.caches.owners, call.granted) }",
      },
      {
        file: "src/pipeline/write-intent.ts",
        from: "export async function explainedAttempts(",
        to: `const usedHere = new WeakMap<object, bigint>();
function countedHere(isolate: object, value: string) {
  const used = usedHere.get(isolate) ?? 0n;
  usedHere.set(isolate, used + BigInt(value));
  return { value, used: String(used) };
}

export async function explainedAttempts(`,
      },
      {
        file: "src/store/vaults/lua-context.ts",
        from: "local used = spent_at(K.grantSpent(attempt.chainId, attempt.grant), now)",
        to: "local used = by.used",
      },
    ],
  },
  {
    name: "grant-outlives-its-owner",
    edits: [
      {
        file: "src/auth/stop-grant.ts",
        from: 'await stopGrant(deps, { id: grant.id, vault: grant.vault, chainId, by: grant.owner, why: "new_owner" });',
        to: "",
      },
    ],
  },
];
