import { describe, expect, test } from "vitest";
import { judgeProposal } from "../../../src/chat/judge-proposal.ts";
import { translate } from "../../../src/chat/languages/translate.ts";
import { findTool } from "../../../src/tables/find-tool.ts";

type Call = readonly [tool: string, args: Record<string, unknown>];
const SELL: Call = ["build_vault_swap", { tokenIn: "ETH", tokenOut: "USDC", amountIn: "1.5" }];
const SPEND: Call = ["build_vault_swap", { tokenIn: "USDC", tokenOut: "ETH", amountIn: "500" }];
const CANCEL: Call = ["cancel_twap_order", { id: 7 }];
const PAUSE: Call = ["pause_twap_order", { id: 9 }];
const STAKE: Call = ["gov_stake", { amount: "100" }];
const CLOSE: Call = ["burn_position", { tokenId: "81234" }];
const FREEZE: Call = ["freeze_vault", {}];
const SLICES: Call = [
  "create_twap_order",
  {
    side: "sell",
    sellToken: "ETH",
    buyToken: "USDC",
    totalAmount: "2",
    sliceCount: 4,
    intervalMinutes: 60,
  },
];

/** Clear commands, each with the call that a right model makes of it. */
const COMMANDS: Readonly<Record<string, readonly [words: string, call: Call][]>> = {
  de: [
    ["Verkaufe bitte 1,5 ETH für USDC", SELL],
    ["kaufe ETH für 500 USDC", SPEND],
    ["storniere Order 7", CANCEL],
    ["pausiere den Auftrag 9", PAUSE],
    ["schließe Position 81234", CLOSE],
    ["verkaufe 2 ETH für USDC in 4 Teilen, jede Stunde", SLICES],
    ["friere den Tresor ein", FREEZE],
  ],
  es: [
    ["vende 1,5 ETH por USDC", SELL],
    ["compra ETH con 500 USDC", SPEND],
    ["cancela la orden 7", CANCEL],
    ["pausa la orden 9", PAUSE],
    ["cierra la posición 81234", CLOSE],
    ["congela la bóveda", FREEZE],
  ],
  fr: [
    ["vends 1,5 ETH contre USDC", SELL],
    ["achète de l'ETH avec 500 USDC", SPEND],
    ["annule l'ordre 7", CANCEL],
    ["mets en pause l'ordre 9", PAUSE],
    ["gèle le coffre", FREEZE],
  ],
  it: [
    ["vendi 1,5 ETH per USDC", SELL],
    ["compra ETH con 500 USDC", SPEND],
    ["annulla l'ordine 7", CANCEL],
    ["chiudi la posizione 81234", CLOSE],
  ],
  pt: [
    ["venda 1,5 ETH por USDC", SELL],
    ["compre ETH com 500 USDC", SPEND],
    ["cancele a ordem 7", CANCEL],
    ["pause a ordem 9", PAUSE],
  ],
  nl: [
    ["verkoop 1,5 ETH voor USDC", SELL],
    ["koop ETH met 500 USDC", SPEND],
    ["annuleer order 7", CANCEL],
  ],
  pl: [
    ["sprzedaj 1,5 ETH za USDC", SELL],
    ["kup ETH za 500 USDC", SPEND],
    ["anuluj zlecenie 7", CANCEL],
    ["wstrzymaj zlecenie 9", PAUSE],
  ],
  ru: [
    ["продай 1,5 ETH за USDC", SELL],
    ["купи ETH на 500 USDC", SPEND],
    ["отмени ордер 7", CANCEL],
    ["застейкай 100 GRG", STAKE],
  ],
  uk: [
    ["продай 1,5 ETH за USDC", SELL],
    ["купи ETH за 500 USDC", SPEND],
    ["скасуй ордер 7", CANCEL],
  ],
  tr: [
    ["1,5 ETH'yi USDC karşılığında sat", SELL],
    ["emir 7 iptal et", CANCEL],
    ["kasayı dondur", FREEZE],
  ],
  ar: [
    ["بع 1.5 ETH مقابل USDC", SELL],
    ["ألغ الأمر 7", CANCEL],
    ["جمد الخزنة", FREEZE],
  ],
  zh: [
    ["卖出1.5 ETH换成USDC", SELL],
    ["用500 USDC买ETH", SPEND],
    ["取消订单7", CANCEL],
    ["质押100 GRG", STAKE],
  ],
  ja: [
    ["1.5 ETHをUSDCに売って", SELL],
    ["500 USDCでETHを買って", SPEND],
    ["注文7をキャンセルして", CANCEL],
  ],
  ko: [
    ["1.5 ETH를 USDC로 팔아줘", SELL],
    ["500 USDC로 ETH를 사줘", SPEND],
    ["주문 7 취소해줘", CANCEL],
  ],
};

const judge = (own: string, [name, args]: Call) => {
  const tool = findTool(name);
  if (!tool.ok || tool.value.effect === "read") throw new Error(`no write ${name}`);
  return judgeProposal(tool.value, args, { own, chainId: 8453 });
};

describe.each(Object.entries(COMMANDS))("in %s", (_, commands) => {
  test.each(commands)("default: %s is a card with the right call", (own, call) => {
    const judged = judge(own, call);
    expect(judged.ok ? judged.value.card.length > 0 : judged.details).toBe(true);
    expect(judged).toMatchObject({ value: { args: call[1] } });
  });

  test("attack: with another figure, other sides or another deed it is none", () => {
    for (const [own, [tool, args]] of commands) {
      const { tokenIn, tokenOut, amountIn, id } = args;
      const others: Call[] = [
        ...(amountIn === undefined
          ? []
          : [[tool, { ...args, amountIn: `${String(amountIn)}5` }] as const]),
        ...(tokenIn === undefined
          ? []
          : [[tool, { ...args, tokenIn: tokenOut, tokenOut: tokenIn }] as const]),
        ...(id === undefined
          ? []
          : [[tool, { id: Number(id) + 1 }] as const, ["resume_twap_order", args] as const]),
        ...(tool === "freeze_vault" ? [] : [FREEZE]),
      ];
      for (const other of others)
        expect([own, other, judge(own, other).ok]).toEqual([own, other, false]);
    }
  });
});

test("behavior: words that nothing was read from stand on the card as they were written", () => {
  const judged = judge("verkaufe 1,5 ETH für USDC, Schätzchen", SELL);
  expect(judged.ok && judged.value.card).toContain('Not used of your words: "Schätzchen".');
});

test("behavior: English stays as it is, and of others a number with two readings is none", () => {
  expect(translate("sell 1 ETH for USDC on base")).toEqual({
    text: "sell 1 ETH for USDC on base",
    isForeign: false,
    unknown: [],
  });
  expect(translate("verkaufe 1.500 USDC")).toBeUndefined();
});
