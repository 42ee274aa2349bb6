const words = (text: string): ReadonlySet<string> => new Set(text.trim().split(/\s+/));

const WORDS = {
  sell: words(`
    sell dump unload liquidate spend
    verkaufe verkauf verkaufen vende vender venda vendo vends vendre vendez vendi vendere продай продать продайте продаю
    sprzedaj sprzedać verkoop verkopen sälj sælg satış sat jual bán बेचो बेच बेचें بع بيع
  `),
  buy: words(`
    buy purchase acquire get accumulate
    kaufe kauf kaufen compra comprar compre compro achète achete acheter achetez acquista compra comprare купи купить купите
    kup kupić koop kopen köp køb satın beli mua खरीदो खरीदें اشتر شراء
  `),
  trade: words(`
    swap trade exchange convert twap dca split wrap unwrap
    tausche tauschen wechsle intercambia cambia cambiar convierte échange echange échanger convertis convertir scambia converti troca trocar converta
    обменяй обменять конвертируй поменяй wymień zamień wissel ruil byt değiştir takas tukar đổi बदलो حول
  `),
  cancel: words(`
    cancel delete remove kill abort
    storniere stornieren lösche annulliere cancela cancelar elimina annule annuler annulez supprime annulla cancella cancele
    отмени отменить отмените удали anuluj usuń annuleer avbryt annuller iptal batalkan hủy रद्द ألغ إلغاء
  `),
  pause: words(
    "pause hold pausiere pausieren pausa pausar pausez приостанови wstrzymaj zatrzymaj pauzeer duraklat jeda",
  ),
  resume: words(`
    resume unpause continue restart
    fortsetzen reanuda reanudar continúa reprends reprendre riprendi retoma retomar возобнови продолжи wznów hervat devam lanjutkan
  `),
  skip: words("skip überspringe überspringen salta saltar omite saute sauter ignora pula пропусти pomiń atla lewati"),
  move: words(
    "send withdraw bridge transfer deposit stake unstake lend borrow überweise schicke envía envoie invia отправь",
  ),
  freeze: words(`
    freeze emergency
    friere einfrieren friert congela congelar congele gèle gele geler geler congela blocca заморозь заморозить zamroź bevries frys dondur bekukan
  `),
} as const;
export type Deed = keyof typeof WORDS;

/** The same in scripts that set no spaces between words. */
const PIECES: Readonly<Record<Deed, readonly string[]>> = {
  sell: ["卖出", "卖", "賣", "売って", "売る", "売却", "팔아", "매도", "ขาย"],
  buy: ["买入", "买", "買って", "買う", "購入", "買", "사줘", "매수", "ซื้อ"],
  trade: ["兑换", "换", "換", "交換", "스왑", "교환", "바꿔", "แลก"],
  cancel: ["取消", "キャンセル", "취소", "ยกเลิก"],
  pause: ["暂停", "暫停", "一時停止", "일시정지", "หยุด"],
  resume: ["恢复", "恢復", "再開", "재개"],
  skip: ["跳过", "跳過", "スキップ", "건너뛰"],
  move: ["转账", "轉帳", "送金", "보내"],
  freeze: ["冻结", "凍結", "동결", "อายัด"],
};

/**
 * Words that name a deed, in the languages of most keyboards: the verbs that an offer is held against. A message that names one deed
 * is no request for another; one that names none leaves it to the figures and tokens, and to the card.
 */
export const DEED_WORDS = { words: WORDS as Readonly<Record<Deed, ReadonlySet<string>>>, pieces: PIECES };
