import type { Defect } from "../defect.ts";

export const limited: readonly Defect[] = [
  {
    name: "limit-forgets-open-intents",
    edits: [
      {
        file: "src/store/attempts/lua-spent.ts",
        from: "if is_spent_lately(bucket, now) then",
        to: "if is_spent_lately(bucket, now) and tonumber(bucket, 10) < math.floor(now / SPENT_BUCKET_MS) then",
      },
    ],
  },
  {
    name: "limit-given-back-of-what-happened",
    edits: [
      {
        file: "src/store/attempts/lua-close-attempt.ts",
        from: "if (fields[5] or fields[6]) and not has_effect then take_spend_back(key, chain, fields[4]) end",
        to: "if (fields[5] or fields[6]) then take_spend_back(key, chain, fields[4]) end",
      },
    ],
  },
  {
    name: "limit-judged-as-it-was",
    edits: [
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "  if limits and (kept and cjson.decode(kept).version or 0) ~= limits.version then return { ok = false, code = 'limits_changed' } end\n",
        to: "",
      },
    ],
  },
  {
    name: "limit-kept-of-what-never-happened",
    edits: [
      {
        file: "src/store/attempts/lua-close-attempt.ts",
        from: "if (fields[5] or fields[6]) and not has_effect then take_spend_back(key, chain, fields[4]) end",
        to: "if (fields[5] or fields[6]) and not has_effect and final.status ~= 'reverted' then take_spend_back(key, chain, fields[4]) end",
      },
    ],
  },
  {
    name: "limit-loosened-without-signature",
    edits: [
      {
        file: "src/store/vaults/save-vault-limits.ts",
        from: "if is_looser(old, new, input) and not input.messageHash then return { ok = false, code = 'fresh_signature_needed' } end",
        to: "if is_looser(old, new, input) and not input.messageHash and old.venues then return { ok = false, code = 'fresh_signature_needed' } end",
      },
    ],
  },
  {
    name: "limit-never-counted",
    edits: [
      {
        file: "src/store/attempts/prepare-attempt.ts",
        from: "  if spend then spend_add(attempt, spend, now) end",
        to: "",
      },
    ],
  },
  {
    name: "limit-not-corrected-by-the-receipt",
    edits: [
      {
        file: "src/store/attempts/lua-close-attempt.ts",
        from: "  if fields[5] and final.status == 'confirmed' and final.spent then correct_spend(key, chain, fields[4], final.spent) end",
        to: "",
      },
    ],
  },
  {
    name: "limit-of-a-day-ignored",
    edits: [
      {
        file: "src/store/attempts/lua-spent.ts",
        from: "if over(day, spend.all, spend.allowed) then",
        to: "if false then",
      },
    ],
  },
  {
    name: "limit-of-a-token-ignored",
    edits: [
      {
        file: "src/store/attempts/lua-spent.ts",
        from: "if over(used, bought.value, bought.allowed) then",
        to: "if false then",
      },
    ],
  },
  {
    name: "limit-of-a-transaction-ignored",
    edits: [
      {
        file: "src/pipeline/checks/spend-of-call.ts",
        from: "if (most !== undefined && all > BigInt(most))",
        to: "if (most !== undefined && all > 10n * BigInt(most))",
      },
    ],
  },
  {
    name: "limit-of-tokens-ignored",
    edits: [
      {
        file: "src/pipeline/checks/checks-built.ts",
        from: 'if (typeof tokens === "string") return allow(undefined);',
        to: "if (tokens.length > 0) return allow(undefined);",
      },
    ],
  },
  {
    name: "limit-of-venues-ignored",
    edits: [
      {
        file: "src/pipeline/checks/checks-built.ts",
        from: "if (venues !== undefined && !venues.includes(call.venue))",
        to: "if (venues !== undefined && venues.length === 0)",
      },
    ],
  },
];
