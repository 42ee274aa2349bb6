import type { Defect } from "../defect.ts";

export const strangers: readonly Defect[] = [
  {
    name: "stranger-buys-unnamed-tokens",
    edits: [
      {
        file: "src/pipeline/checks/checks-built.ts",
        from: 'if (token === undefined || executionMode === "manual" || offered !== undefined) return allow(undefined);',
        to: 'if (token !== "0x" || executionMode === "manual" || offered !== undefined) return allow(undefined);',
      },
    ],
  },
  {
    name: "stranger-second-price-ignored",
    edits: [
      {
        file: "src/liquidity/check-position.ts",
        from: "const unsure = [second, hook].filter((verdict) => !verdict.ok);",
        to: "const unsure = [hook].filter((verdict) => !verdict.ok);",
      },
    ],
  },
  {
    name: "stranger-way-out-by-the-oracle",
    edits: [
      {
        file: "src/liquidity/uniswap-lp-code.ts",
        from: "lpDecrease: { ...position(({ recipient }) => [recipient]), lowersRisk: () => true },\n    lpCollect: { ...position(({ recipient }) => [recipient]), lowersRisk: () => true },\n    lpBurn: { ...position(({ recipient }) => [recipient]), lowersRisk: () => true },",
        to: "lpDecrease: position(({ recipient }) => [recipient]),\n    lpCollect: position(({ recipient }) => [recipient]),\n    lpBurn: position(({ recipient }) => [recipient]),",
      },
      {
        file: "src/liquidity/check-position.ts",
        from: "const oracleWindowSec = windows.ok ? windows.value.windowSec : null;",
        to: "const held = judgePrice(reading, toleranceBps);\n    if (!held.ok) return held;\n    const oracleWindowSec = windows.ok ? windows.value.windowSec : null;",
      },
    ],
  },
];
